//! Counterexamples and reports as files, tried as a process.

#[path = "common/process.rs"]
mod process;

use std::fs;
use std::path::Path;
use std::process::Output;

use process::{command, stderr, stdout};
use tempfile::TempDir;

fn check(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = command(&[&["check"], arguments].concat());
    let output = command.current_dir(directory).output();
    output.expect("the binary starts")
}

fn empty() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<_> = entries
        .map(|entry| name(entry).to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

const LOST: [&str; 4] = ["--fencing", "on", "--property", "lost-update"];

#[test]
fn without_a_file_a_form_stands_in_the_place_of_the_report() {
    let here = empty();
    for (form, begins) in [
        ("timeline", "the cheapest counterexample to lost-update"),
        ("svg", "<svg "),
        ("html", "<!doctype html>"),
        ("mermaid", "sequenceDiagram\n"),
        ("itf", "{"),
        ("json", "{"),
    ] {
        let output = check(
            here.path(),
            &[&LOST[..], &["--trace-format", form]].concat(),
        );
        let (out, err) = (stdout(&output), stderr(&output));
        assert_eq!(
            output.status.code(),
            Some(1),
            "the exit code is that of the check"
        );
        assert!(
            out.starts_with(begins),
            "{form}: {}",
            out.lines().next().unwrap_or_default()
        );
        assert_eq!(err, "");
    }
    assert_eq!(names(here.path()), Vec::<String>::new());
}

#[test]
fn the_file_is_the_one_that_was_named_if_there_can_be_only_one() {
    let here = empty();
    let output = check(
        here.path(),
        &[&LOST[..], &["--trace-out", "a.mmd"]].concat(),
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("lost-update"),
        "the report is told as ever"
    );
    assert_eq!(names(here.path()), ["a.mmd"]);
}

#[test]
fn of_several_each_has_its_own_file_and_a_page_has_all() {
    let here = empty();
    check(
        here.path(),
        &["--fencing", "on", "--trace-out", "a.itf.json"],
    );
    assert_eq!(
        names(here.path()),
        ["a-lost-update.itf.json", "a-unlocked-write.itf.json"]
    );
    let here = empty();
    check(here.path(), &["--fencing", "on", "--trace-out", "a.html"]);
    assert_eq!(names(here.path()), ["a.html"]);
}

#[test]
fn nothing_to_write_is_said() {
    let here = empty();
    let proved = ["--fencing", "reads", "--property", "lost-update"];
    for more in [&["--trace-out", "a.svg"][..], &["--trace-format", "svg"]] {
        let output = check(here.path(), &[&proved[..], more].concat());
        assert_eq!(output.status.code(), Some(0));
        assert!(stderr(&output).contains("no counterexample"));
    }
    assert_eq!(names(here.path()), Vec::<String>::new());
}

/// As the help of `--trace-out` says.
#[test]
fn a_note_has_an_example_and_a_page_is_written_in_any_case() {
    let here = empty();
    let note = ["--fencing", "on", "--property", "unlocked-write"];
    let nothing = ["--fencing", "reads", "--property", "lost-update"];
    for arguments in [
        [&note[..], &["--trace-out", "note.svg"]],
        [&nothing[..], &["--trace-out", "page.html"]],
    ] {
        let output = check(here.path(), &arguments.concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    assert_eq!(names(here.path()), ["note.svg", "page.html"]);
}

#[test]
fn mistakes_are_told_and_write_nothing() {
    let here = empty();
    fs::write(here.path().join("mine.txt"), "mine").expect("written");
    let mistakes: [(&[&str], &str); 7] = [
        (&["--fencing", "on", "--trace-format", "svg"], "--property"),
        (&["--trace-out", "a.png"], "--trace-format"),
        (&["--trace-out", "no/such/a.svg"], "no directory no/such"),
        (
            &["--trace-out", ".", "--trace-format", "svg"],
            "a directory",
        ),
        (&["--report", "."], "no report of fencepost"),
        (&["--report", "mine.txt"], "mine.txt"),
        (
            &["--trace-format", "json", "--format", "json"],
            "standard output",
        ),
    ];
    for (arguments, says) in mistakes {
        let output = check(here.path(), arguments);
        let (out, err) = (stdout(&output), stderr(&output));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {err}");
        assert!(err.contains(says), "{says} in {err}");
        assert_eq!(out, "");
    }
    assert_eq!(names(here.path()), ["mine.txt"]);
}

#[test]
fn a_report_has_everything_and_replaces_only_a_report() {
    let here = empty();
    let report = here.path().join("deep/report");
    let arguments = ["--fencing", "on", "--report", "deep/report"];
    assert_eq!(check(here.path(), &arguments).status.code(), Some(0));
    let written = names(&report);
    assert_eq!(written.len(), 12, "{written:?}");
    fs::write(report.join("notes.md"), "mine").expect("written");
    fs::write(report.join("index.html"), "old").expect("written");
    assert_eq!(check(here.path(), &arguments).status.code(), Some(0));
    assert!(
        fs::read_to_string(report.join("index.html"))
            .expect("a page")
            .len()
            > 10_000
    );
    assert_eq!(
        fs::read_to_string(report.join("notes.md")).expect("notes"),
        "mine"
    );
    assert_eq!(names(&report).len(), 13, "nothing else is left behind");
}

#[test]
#[cfg(unix)]
fn a_link_stays_a_link_and_a_file_can_be_read_by_others() {
    use std::os::unix::fs::PermissionsExt;
    let here = empty();
    fs::write(here.path().join("real.svg"), "old").expect("written");
    std::os::unix::fs::symlink("real.svg", here.path().join("link.svg")).expect("a link");
    check(
        here.path(),
        &[&LOST[..], &["--trace-out", "link.svg"]].concat(),
    );
    assert!(here.path().join("link.svg").is_symlink());
    let real = here.path().join("real.svg");
    assert!(
        fs::read_to_string(&real)
            .expect("a picture")
            .starts_with("<svg")
    );
    let mode = fs::metadata(&real).expect("a file").permissions().mode();
    assert_eq!(mode & 0o400, 0o400);
    assert_ne!(mode & 0o077, 0, "not as private as a temporary file");
    // What is no ordinary file is written to, not replaced.
    check(
        here.path(),
        &[
            &LOST[..],
            &["--trace-out", "/dev/null", "--trace-format", "svg"],
        ]
        .concat(),
    );
    assert!(!fs::metadata("/dev/null").expect("a device").is_file());
}
