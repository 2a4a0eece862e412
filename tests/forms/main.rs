//! One trace, many forms: each is read by something that is not ours, none can be broken by a name, and
//! none by a long trace. The forms that only a browser can read are tried in `tests/browser`.

mod itf_reader;
mod names;
#[path = "../common/runs.rs"]
mod runs;
mod schema;

use fencepost::check::{Conclusion, Run};
use fencepost::report::{Form, files};

use runs::{checked, invocation, wandering};

/// The first counterexample in this form.
fn first(form: Form, run: Run) -> String {
    let files = files::in_form(form, &[run], &invocation()).expect("a form");
    files.into_iter().next().expect("a counterexample").content
}

#[test]
fn a_sequence_diagram_reads_like_the_timeline() {
    insta::assert_snapshot!(first(
        Form::Mermaid,
        checked("study-guide", &["resource.fencing=on"])
    ));
}

#[test]
fn a_loop_of_a_sequence_diagram_is_closed() {
    let text = first(Form::Mermaid, checked("no-expiry", &["lock.servers=3"]));
    assert!(text.contains("loop for ever"), "{text}");
    let opened = text.matches("  loop ").count() + text.matches("  rect ").count();
    assert_eq!(
        text.lines().filter(|line| line.trim() == "end").count(),
        opened
    );
}

#[test]
fn everything_has_a_file_for_every_counterexample_and_form() {
    let run = checked("study-guide", &["resource.fencing=on"]);
    let files = files::everything(&[run], Conclusion::Holds, &invocation()).expect("files");
    let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
    for name in [
        "index.html",
        "report.json",
        "lost-update.svg",
        "unlocked-write.itf.json",
    ] {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
    assert_eq!(names.len(), 2 + 2 * 5);
}

#[test]
fn files_of_several_worlds_are_named_after_them() {
    let runs = [
        checked("study-guide", &["resource.fencing=on"]),
        checked("study-guide", &["resource.fencing=off"]),
    ];
    let files = files::in_form(Form::Svg, &runs, &invocation()).expect("files");
    let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
    assert!(names.contains(&"study-guide-lost-update.svg"), "{names:?}");
    assert!(
        names.contains(&"study-guide-lost-update-2.svg"),
        "{names:?}"
    );
}

// Issue 4: a 200-step trace stays usable in every form. What that means in a browser is tried there.
#[test]
fn a_long_trace_has_every_form() {
    for servers in ["lock.servers=5", "lock.servers=51"] {
        let settings = ["resource.fencing=on", servers];
        for (form, most) in [
            (Form::Timeline, 40_000),
            (Form::Svg, 150_000),
            (Form::Html, 700_000),
            // Mermaid refuses more than 50,000 characters.
            (Form::Mermaid, 49_000),
            (Form::Itf, 8_000_000),
            (Form::Json, 8_000_000),
        ] {
            let text = first(form, wandering(&settings, 200));
            assert!(text.len() < most, "{form:?} has {} bytes", text.len());
        }
    }
}

#[test]
fn the_same_check_makes_the_same_files() {
    let files = || {
        let run = checked("study-guide", &["resource.fencing=on"]);
        let files = files::everything(&[run], Conclusion::Holds, &invocation()).expect("files");
        // The report says how long the search took.
        files
            .into_iter()
            .filter(|file| file.name != files::REPORT)
            .collect::<Vec<_>>()
    };
    assert_eq!(files(), files());
}
