//! A cluster on the command line: what each process prints, and how it ends.

use std::io::Write;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use crate::hosts;
use crate::process::{command, stderr, stdout};

fn start(arguments: &[&str]) -> Child {
    let mut command = command(&["check", "--threads", "1"]);
    command.args(arguments);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("a process")
}

fn end(child: Child) -> Output {
    child.wait_with_output().expect("it ends")
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn file(text: &str) -> NamedTempFile {
    let mut file = NamedTempFile::with_suffix(".toml").expect("a file");
    file.write_all(text.as_bytes()).expect("it is written");
    file
}

fn path(file: &NamedTempFile) -> &str {
    file.path().to_str().expect("a name")
}

/// Processes of a cluster, each with these arguments.
fn start_all(count: usize, arguments: &[&str]) -> (NamedTempFile, Vec<Child>) {
    let list = file(&hosts(count).join("\n"));
    let member = |process: usize| {
        let number = process.to_string();
        let place = ["--hosts", path(&list), "--process", &number];
        start(&[arguments, &place].concat())
    };
    let members = (0..count).map(member).collect();
    (list, members)
}

/// A world that keeps two processes busy for a minute.
fn large() -> NamedTempFile {
    let client = |name| {
        format!(
            "[[client]]\nname = \"{name}\"\nprogram = [\"acquire\", \"read\", \"write\", \"release\"]\n"
        )
    };
    let clients: String = ["A", "B", "C", "D"].map(client).concat();
    file(&format!(
        "name = \"large\"\nsummary = \"Four clients\"\nsource = \"a test\"\n[lock]\nservers = 5\n\
         ttl = 10\ntoken = \"counter\"\n{clients}[resource]\nfencing = \"reads\"\n[adversary]\npauses = \"any\"\n"
    ))
}

/// The report, the time that the search took left out.
fn timeless(report: &str) -> String {
    let line = |line: &str| match line.split_once(", depth ") {
        Some((counts, depth_and_time)) => {
            let depth = depth_and_time.split(',').next();
            format!("{counts}, depth {}, SECONDS", depth.unwrap_or_default())
        }
        None => line.to_string(),
    };
    let lines: Vec<_> = report.lines().map(line).collect();
    assert!(lines.iter().any(|line| line.contains("SECONDS")));
    lines.join("\n")
}

/// Process 0 prints, byte for byte but for the time, what one process alone does; the other prints
/// where the report is. Both end with the exit code of one alone.
fn prints_the_report_of_one(processes: usize, arguments: &[&str], expected: i32) {
    let alone = end(start(arguments));
    assert_eq!(code(&alone), Some(expected));
    let (_list, members) = start_all(processes, arguments);
    let mut outputs = members.into_iter().map(end);
    let first = outputs.next().expect("process 0");
    assert_eq!(code(&first), Some(expected), "{}", stderr(&first));
    assert_eq!(timeless(&stdout(&first)), timeless(&stdout(&alone)));
    for other in outputs {
        assert_eq!(
            (code(&other), stdout(&other).as_str()),
            (Some(expected), "")
        );
        assert!(stderr(&other).contains("process 0 has the report"));
    }
}

#[test]
fn two_processes_print_the_report_of_one() {
    for (fencing, expected) in [("off", 1), ("on", 0), ("reads", 0)] {
        prints_the_report_of_one(2, &["study-guide", "--fencing", fencing], expected);
    }
}

/// Every variant of two model files: many searches one after another.
#[test]
fn three_processes_print_the_report_of_many_worlds() {
    prints_the_report_of_one(3, &["study-guide", "no-expiry"], 0);
}

#[cfg(unix)]
fn signal(child: &Child, signal: &str) {
    let sent = std::process::Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.expect("there is kill").success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_on_one_process_makes_the_verdicts_unknown() {
    let model = large();
    for pressed in [0, 1] {
        let (_list, members) = start_all(2, &[path(&model), "--no-reductions"]);
        std::thread::sleep(Duration::from_secs(2));
        signal(&members[pressed], "-INT");
        let begin = Instant::now();
        let outputs: Vec<_> = members.into_iter().map(end).collect();
        assert!(begin.elapsed() < Duration::from_secs(10));
        let report = stdout(&outputs[0]);
        assert!(
            report.contains("an interruption"),
            "{report}{}",
            stderr(&outputs[0])
        );
        assert_eq!([code(&outputs[0]), code(&outputs[1])], [Some(3); 2]);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_wait_for_others() {
    let list = file(&hosts(2).join("\n"));
    let child = start(&["--hosts", path(&list), "--process", "0"]);
    std::thread::sleep(Duration::from_secs(2));
    signal(&child, "-INT");
    let output = end(child);
    assert_eq!(code(&output), Some(3));
    let said = stderr(&output);
    assert!(
        said.starts_with("waiting for process 1 (127.0.0.1:"),
        "{said}"
    );
    assert!(
        said.contains("interrupted while waiting for process 1"),
        "{said}"
    );
}

#[test]
fn a_killed_process_is_noticed() {
    let model = large();
    for victim in [0, 1] {
        let (_list, mut members) = start_all(2, &[path(&model), "--no-reductions"]);
        std::thread::sleep(Duration::from_secs(2));
        members[victim].kill().expect("it runs");
        let begin = Instant::now();
        let output = end(members.remove(1 - victim));
        assert!(begin.elapsed() < Duration::from_secs(10));
        assert_eq!(code(&output), Some(3));
        let said = stderr(&output);
        assert!(said.contains(&format!("process {victim} (")), "{said}");
        assert!(said.contains("was lost"), "{said}");
        members.into_iter().for_each(|victim| drop(end(victim)));
    }
}

/// A host that nobody can reach is named at once, and why.
#[test]
fn an_unknown_host_is_named_while_it_is_waited_for() {
    let own = hosts(1).remove(0);
    let list = file(&format!("nowhere.invalid:4000\n{own}\n"));
    let arguments = ["--hosts", path(&list), "--process", "1", "--timeout", "2"];
    let output = end(start(&arguments));
    assert_eq!(code(&output), Some(3));
    let said = stderr(&output);
    assert!(
        said.starts_with("waiting for process 0 (nowhere.invalid:4000): "),
        "{said}"
    );
    assert!(said.contains("the limit of 2 s was up"), "{said}");
}
