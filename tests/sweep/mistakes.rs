//! One clear message for each mistake, exit code 2, and nothing written.

use crate::process::{fencepost, stderr, stdout};

/// What is wrong with these arguments of a sweep that was to write files.
fn mistake(arguments: &[&str]) -> String {
    let directory = tempfile::tempdir().unwrap();
    let files = ["a.csv", "a.svg"].map(|name| directory.path().join(name));
    let files = [
        "--csv",
        files[0].to_str().unwrap(),
        "--svg",
        files[1].to_str().unwrap(),
    ];
    let output = fencepost(&[&["sweep"], arguments, &files].concat());
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    assert_eq!(message.matches("error").count(), 1, "{message}");
    let left = std::fs::read_dir(directory.path()).unwrap().count();
    assert_eq!(left, 0, "{arguments:?} left files behind");
    message
}

#[test]
fn mistakes_are_told_once_with_what_is_allowed() {
    let mistakes: [(&[&str], &[&str]); 19] = [
        (&["study-guide"], &["a sweep needs an axis", "ttl=1..40"]),
        (
            &["pause=1..2", "ttl=1..2", "servers=1..3"],
            &["one axis or two", "servers"],
        ),
        (
            &["ttl=1..2", "lock.ttl=3..4"],
            &["both axes set `lock.ttl`"],
        ),
        (&["rounds=1..2", "A.rounds=3..4"], &["both axes set"]),
        (&["ttl=9..3"], &["empty", "3..9"]),
        (&["ttl=1..9..0"], &["a step is a whole number from 1"]),
        (
            &["servers=0..5"],
            &["`lock.servers` is a whole number from 1 to 64"],
        ),
        (
            &["ttl=1..20000"],
            &["`lock.ttl` is a whole number from 1 to 10000"],
        ),
        (
            &["tll=1..2"],
            &["`tll` is no number of a model", "did you mean `ttl`"],
        ),
        (
            &["resource.fencing=1..2"],
            &["`resource.fencing` is no number"],
        ),
        (&["ttl=1"], &["KEY=FROM..TO"]),
        (
            &["C.arrives=1..2"],
            &["there is no client `C`", "`A` and `B`"],
        ),
        (
            &["ttl=1..1000", "pause=1..1000"],
            &["at most 100000 cells, not 1000000"],
        ),
        (
            &["ttl=1..2", "--set", "lock.ttl=3"],
            &["set as well as swept"],
        ),
        (
            &["ttl=1..2", "study-guide", "no-expiry"],
            &["one model", "no-expiry"],
        ),
        (
            &["ttl=1..2", "no-such-model"],
            &["no-such-model", "pause-against-lease"],
        ),
        (
            &["pause=1..2", "study-guide"],
            &["`adversary.pauses` is the word `any`"],
        ),
        (
            &["ttl=1..2", "--formula", "tll > 3"],
            &["did you mean `ttl`", "^^^"],
        ),
        (
            &["ttl=1..2", "--formula", "1 / (ttl - 1) > 0"],
            &["divides by zero"],
        ),
    ];
    for (arguments, fragments) in mistakes {
        let message = mistake(arguments);
        for fragment in fragments {
            assert!(message.contains(fragment), "no {fragment:?} in: {message}");
        }
    }
}

/// A combination that only some cells have is found before anything is computed.
#[test]
fn the_world_of_every_cell_is_checked_first() {
    let message = mistake(&["servers=5..8", "independent-counters"]);
    assert!(message.contains("at most 6 servers, not 7"), "{message}");
    assert!(message.contains("5..8"), "{message}");
}

#[test]
fn a_file_that_cannot_be_written_is_named_before_anything_is_computed() {
    // Were it computed first, this would take hours.
    let axes = ["sweep", "ttl=1..10000", "study-guide"];
    for (file, fragment) in [
        (
            "/no/such/directory/a.csv",
            "there is no directory `/no/such/directory`\n  make it first: mkdir -p /no/such/directory\n",
        ),
        (".", "cannot be written"),
    ] {
        for option in ["--csv", "--json", "--svg", "--png"] {
            let output = fencepost(&[&axes[..], &[option, file]].concat());
            assert_eq!(output.status.code(), Some(2));
            let message = stderr(&output);
            assert!(message.contains(fragment), "{message}");
            assert_eq!(message.matches("error").count(), 1, "{message}");
        }
    }
    let twice = fencepost(&[&axes[..], &["--csv", "-", "--json", "-"]].concat());
    assert_eq!(twice.status.code(), Some(2));
}

#[test]
fn how_mistakes_look() {
    let messages = [
        mistake(&["servers=0..5"]),
        mistake(&["pause=1..9", "ttl=1..9", "--formula", "pause > max(12, ttl"]),
        mistake(&["pause=1..9", "ttl=1..9", "--formula", "1 < pause < ttl"]),
        mistake(&["pause=1..9", "ttl=1..9", "--formula", "pause + 1"]),
    ];
    insta::assert_snapshot!(messages.join("\n"));
}
