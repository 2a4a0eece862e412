//! The verbs that explain the program: the catalogue, the schema, completions and the manual.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "common/process.rs"]
mod process;

use std::process::Command;

use fencepost::report::catalogue as report;
use fencepost::spec::catalogue;
use process::fencepost;
use serde_json::Value;

fn stdout(arguments: &[&str]) -> String {
    let output = fencepost(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

const VERBS: [&str; 6] = ["check", "explore", "models", "schema", "completions", "man"];

#[test]
fn the_page_of_the_catalogue_has_not_drifted() {
    let page = include_str!("../models/README.md");
    assert!(
        report::markdown(&catalogue::models()) == page,
        "models/README.md has drifted: cargo run -- models --format markdown > models/README.md"
    );
}

#[test]
fn the_catalogue_for_a_person() {
    let text = stdout(&["models"]);
    for (name, _) in catalogue::entries() {
        assert!(text.contains(&format!("{name}: ")), "{name}");
    }
    insta::assert_snapshot!(stdout(&["models", "study-guide", "--format", "human"]));
}

#[test]
fn the_catalogue_for_a_program() {
    let catalogue: Value = serde_json::from_str(&stdout(&["models", "--format", "json"])).unwrap();
    let models = catalogue["models"].as_array().unwrap();
    assert_eq!(models.len(), catalogue::entries().len());
    let first = &models[0];
    assert_eq!(first["name"], "study-guide");
    assert_eq!(first["path"], "models/study-guide.toml");
    assert_eq!(first["variants"][1]["name"], "fenced");
    assert_eq!(first["variants"][1]["expect"]["lost-update"], "violated");
}

/// What is printed can be checked as it is.
#[test]
fn a_model_file_to_begin_with() {
    let text = stdout(&["models", "no-expiry"]);
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("my-lock.toml");
    std::fs::write(&file, text).unwrap();
    assert_eq!(
        fencepost(&["check", file.to_str().unwrap()]).status.code(),
        Some(0)
    );
}

#[test]
fn a_model_that_is_not_there_is_a_mistake() {
    for arguments in [
        &["models", "study-gide"][..],
        &["models", "study-gide", "--format", "json"],
    ] {
        let output = fencepost(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(message.contains("did you mean `study-guide`?"), "{message}");
    }
}

#[test]
fn the_schema_is_printed() {
    assert_eq!(
        stdout(&["schema"]),
        include_str!("../docs/model.schema.json")
    );
}

#[test]
fn every_shell_gets_completions_of_every_verb() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell]);
        for verb in VERBS {
            assert!(script.contains(verb), "{shell}: {verb}");
        }
    }
}

#[test]
fn the_manual_has_a_page_for_every_verb() {
    let page = stdout(&["man"]);
    assert!(page.contains(".TH FENCEPOST 1"), "{page}");
    let directory = tempfile::tempdir().unwrap();
    stdout(&["man", "--dir", directory.path().to_str().unwrap()]);
    for verb in VERBS {
        assert!(page.contains(&format!("fencepost\\-{verb}")), "{verb}");
        let file = directory.path().join(format!("fencepost-{verb}.1"));
        assert_eq!(
            std::fs::read_to_string(file).unwrap(),
            stdout(&["man", verb])
        );
    }
    let output = fencepost(&["man", "chekc"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn every_help_text_has_examples() {
    for verb in VERBS {
        let help = stdout(&[verb, "--help"]);
        assert!(help.contains("Examples:\n  fencepost "), "{verb}: {help}");
    }
    assert!(stdout(&["--help"]).contains("Examples:\n  fencepost "));
}

/// `man` itself reads the pages, and has nothing to complain about.
#[test]
#[ignore = "needs mandoc"]
fn the_manual_can_be_read() {
    let directory = tempfile::tempdir().unwrap();
    stdout(&["man", "--dir", directory.path().to_str().unwrap()]);
    for entry in std::fs::read_dir(directory.path()).unwrap() {
        let output = Command::new("mandoc")
            .args(["-T", "lint", "-W", "error"])
            .arg(entry.unwrap().path())
            .output()
            .expect("mandoc is installed");
        let complaints = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{complaints}");
    }
}
