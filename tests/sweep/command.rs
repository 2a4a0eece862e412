//! What a person sees.

use crate::process::{command, fencepost, stderr, stdout};

#[test]
fn a_grid_its_legend_and_its_boundary() {
    let output = fencepost(&["sweep", "pause=8..16", "ttl=10..15"]);
    assert_eq!(output.status.code(), Some(0), "a sweep does not judge");
    assert_eq!(
        stderr(&output),
        "",
        "there is no progress where nobody looks"
    );
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn fencing_of_writes_leaves_a_third_kind_of_cell() {
    let output = fencepost(&["sweep", "pause=8..16", "ttl=10..15", "--fencing", "on"]);
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn one_axis_is_one_row() {
    let output = fencepost(&["sweep", "B.arrives=10..20..2", "--set", "lock.servers=1"]);
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn a_grid_too_wide_is_folded_into_eighty_columns() {
    let output = fencepost(&["sweep", "B.arrives=1..90", "pauses=1..2"]);
    let text = stdout(&output);
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "too wide: {line}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_formula_that_is_right_succeeds() {
    let axes = ["sweep", "pause=8..16", "ttl=10..15", "--formula"];
    let output = fencepost(&[&axes[..], &["pause >= max(12, ttl)"]].concat());
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("is right in all of the 54 cells"));
    let lost = [
        "pause + 1 >= max(12, lock.ttl)",
        "--property",
        "lost-update",
    ];
    let output = fencepost(&[&axes[..], &lost].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn a_formula_off_by_one_is_caught_and_its_cells_are_listed() {
    let formula = "pause > max(12, ttl) or pause = 8 and ttl > 13";
    let output = fencepost(&["sweep", "pause=8..16", "ttl=10..15", "--formula", formula]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let about = text.find("The formula").expect("a verdict on the formula");
    insta::assert_snapshot!(&text[about..]);
}

#[test]
fn a_cell_that_was_cut_off_is_unknown() {
    let arguments = ["sweep", "pause=10..13", "--max-states", "100"];
    let output = fencepost(&arguments);
    assert_eq!(output.status.code(), Some(3));
    let text = stdout(&output);
    assert!(text.contains("CUT OFF"), "{text}");
    assert!(text.contains("? ? ? ?"), "{text}");
    let compared = [&arguments[..], &["--formula", "pause > 1"]].concat();
    assert_eq!(
        fencepost(&compared).status.code(),
        Some(3),
        "nothing could be compared"
    );
}

#[test]
fn colour_only_where_it_is_wanted() {
    let plain = stdout(&fencepost(&["sweep", "pause=12..13"]));
    assert!(!plain.contains('\u{1b}'));
    let forced = command(&["sweep", "pause=12..13"])
        .env_remove("NO_COLOR")
        .env("CLICOLOR_FORCE", "1")
        .output()
        .unwrap();
    assert!(stdout(&forced).contains('\u{1b}'));
}

/// Ctrl-C keeps what is done, and says so in the exit code.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    use std::process::{Command, Stdio};

    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("cells.csv");
    let axes = [
        "sweep",
        "ttl=1..10000",
        "study-guide",
        "--csv",
        table.to_str().unwrap(),
    ];
    let child = command(&axes)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("stopping"), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("STOPPED before"),
        "{}",
        stdout(&output)
    );
    let table = std::fs::read_to_string(table).unwrap();
    assert_eq!(table.lines().count(), 10_001);
    assert!(table.contains("unknown"));
}
