//! The command line tried as a process: output, exit codes, and one clear message for each mistake.

#[path = "common/process.rs"]
mod process;

use std::process::{Command, Stdio};

use process::{command, fencepost, stderr, stdout};
use serde_json::Value;

/// The verdict words in the table that a check prints.
fn verdict(output: &str, property: &str) -> String {
    let line = output
        .lines()
        .find(|line| line.trim_start().starts_with(property));
    let line = line.unwrap_or_else(|| panic!("no line on {property} in:\n{output}"));
    let rest = line.trim_start().trim_start_matches(property).trim_start();
    rest.split("  ").next().unwrap_or_default().to_string()
}

fn json(arguments: &[&str]) -> Value {
    let output = fencepost(&[arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).expect("the output is JSON")
}

/// The property's row in the first run.
fn row<'a>(report: &'a Value, property: &str) -> &'a Value {
    let rows = report["runs"][0]["properties"].as_array().expect("rows");
    rows.iter()
        .find(|row| row["name"] == property)
        .expect("the property was asked")
}

// Study guide, 6.1; design, section 5, first row.
#[test]
fn without_fencing_the_resource_is_corrupted_although_no_leases_overlap() {
    let output = fencepost(&["check", "--fencing", "off"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(verdict(&text, "grant-overlap"), "proved");
    assert_eq!(verdict(&text, "stale-overwrite"), "violated");
    assert_eq!(verdict(&text, "lost-update"), "violated");
    assert!(text.contains("counterexample to stale-overwrite: 1 pause, 20 steps"));
    insta::assert_snapshot!(without_times(&text));
}

// Design, section 5, second row: the lost update is beyond what the rule promises.
#[test]
fn with_fencing_the_check_succeeds_and_reports_the_lost_update() {
    let output = fencepost(&["check", "--fencing", "on"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(verdict(&text, "stale-overwrite"), "proved");
    assert_eq!(verdict(&text, "false-rejection"), "proved");
    assert_eq!(verdict(&text, "lost-update"), "violated");
    assert!(text.contains("hold for executions of any length"));
    assert!(
        text.contains("--fencing reads"),
        "the way to close it is named"
    );
    insta::assert_snapshot!(without_times(&text));
}

// Design, section 5, third row.
#[test]
fn with_fenced_reads_everything_is_proved() {
    let output = fencepost(&["check", "--fencing", "reads"]);
    assert_eq!(output.status.code(), Some(0));
    let properties = [
        "grant-overlap",
        "double-grant",
        "token-order",
        "stale-overwrite",
        "lost-update",
        "false-rejection",
        "stuck-lock",
    ];
    for property in properties {
        assert_eq!(verdict(&stdout(&output), property), "proved");
    }
}

// Study guide, 6.4: the number of servers changes nothing.
#[test]
fn fifty_one_servers_give_the_same_verdicts_and_the_same_number_of_states() {
    let few = json(&["check", "--fencing", "off"]);
    let many = json(&["check", "--fencing", "off", "--set", "lock.servers=51"]);
    assert_eq!(many["runs"][0]["states"], few["runs"][0]["states"]);
    for row in few["runs"][0]["properties"].as_array().expect("rows") {
        let name = row["name"].as_str().expect("a name");
        assert_eq!(self::row(&many, name)["verdict"], row["verdict"], "{name}");
    }
}

#[test]
fn a_property_asked_for_by_name_decides_whatever_the_rule_promises() {
    let lost = fencepost(&["check", "--fencing", "on", "--property", "lost-update"]);
    assert_eq!(lost.status.code(), Some(1));
    let stale = fencepost(&["check", "--fencing", "on", "--property", "stale-overwrite"]);
    assert_eq!(stale.status.code(), Some(0));
    let note = fencepost(&["check", "--fencing", "on", "--property", "unlocked-write"]);
    assert_eq!(note.status.code(), Some(0), "a note is no failure");
    assert!(stdout(&note).contains("an example of unlocked-write"));
}

#[test]
fn a_search_that_was_cut_off_proves_nothing() {
    let output = fencepost(&["check", "--fencing", "reads", "--max-states", "100"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(3));
    assert!(text.contains("CUT OFF by the limit of 100 states"));
    assert!(!text.contains("proved"), "{text}");
    assert_eq!(verdict(&text, "stuck-lock"), "unknown");
}

/// A limit that an engine would not keep is refused, not ignored.
#[test]
fn what_an_engine_cannot_do_is_refused() {
    let cases = [
        ("stateright", "--max-states"),
        ("stateright", "--max-memory"),
        ("plain", "--max-memory"),
        ("plain", "--threads"),
    ];
    for (engine, limit) in cases {
        let output = fencepost(&["check", "--fencing", "on", "--engine", engine, limit, "100"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{engine} {limit}");
        let expected = format!("--engine {engine} cannot do {limit}");
        assert!(error.contains(&expected), "{error}");
    }
    let hosts = ["--hosts", "no-such-file", "--process", "0"];
    let output = fencepost(&[&["check", "--engine", "plain"][..], &hosts].concat());
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error.contains("--engine plain cannot do --hosts"),
        "{error}"
    );
}

#[test]
fn a_limit_of_nothing_is_no_limit() {
    let output = fencepost(&["check", "--max-states", "0"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("at least 1; leave it out for no limit"),
        "{error}"
    );
}

#[test]
fn a_violation_found_before_the_cut_is_a_violation() {
    let output = fencepost(&[
        "check",
        "--fencing",
        "off",
        "--engine",
        "plain",
        "--max-states",
        "8000",
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(verdict(&stdout(&output), "stale-overwrite"), "violated");
    assert_eq!(verdict(&stdout(&output), "grant-overlap"), "unknown");
}

/// The command that a report ends with shows the same counterexample again.
#[test]
fn the_command_at_the_end_shows_the_counterexample_again() {
    let report = json(&["check", "--fencing", "off", "--set", "lock.ttl=3"]);
    let first = row(&report, "stale-overwrite");
    let command = first["counterexample"]["command"]
        .as_str()
        .expect("a command");
    let words = shlex::split(command).expect("a command that a shell can read");
    let arguments: Vec<_> = words.iter().skip(1).map(String::as_str).collect();
    let again = json(&arguments);
    let second = row(&again, "stale-overwrite");
    let events = |row: &Value| {
        let steps = row["counterexample"]["steps"]
            .as_array()
            .expect("steps")
            .clone();
        steps
            .into_iter()
            .map(|step| (step["tick"].clone(), step["event"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(events(first), events(second));
    assert_eq!(
        first["counterexample"]["explorer"],
        second["counterexample"]["explorer"]
    );
}

#[test]
fn the_same_command_prints_the_same_but_for_the_time() {
    let once = stdout(&fencepost(&["check", "--fencing", "off"]));
    let twice = stdout(&fencepost(&["check", "--fencing", "off"]));
    assert_eq!(without_times(&once), without_times(&twice));
}

#[test]
fn nothing_is_wider_than_eighty_columns_but_commands_and_addresses() {
    let worlds: [&[&str]; 5] = [
        &["--fencing", "off"],
        &["--fencing", "on"],
        &["--fencing", "ask"],
        &["no-expiry", "--variant", "unfenced"],
        &["independent-counters", "--variant", "fenced"],
    ];
    for world in worlds {
        let text = stdout(&fencepost(&[&["check"], world].concat()));
        for line in text.lines() {
            let pasted = ["Show it", "Browse it", "then open"]
                .iter()
                .any(|at| line.starts_with(at));
            assert!(pasted || line.chars().count() <= 80, "too wide: {line}");
        }
    }
}

/// One clear message for each mistake, on standard error, and exit code 2.
#[test]
fn mistakes_are_told_once_with_what_is_allowed() {
    let mistakes: [(&[&str], &[&str]); 9] = [
        (
            &["check", "--set", "lock.ttl=ten"],
            &["lock.ttl", "a whole number from 1 to 10000", "ten"],
        ),
        (
            &["check", "--fencing", "maybe"],
            &["maybe", "off", "reads", "owner"],
        ),
        (
            &["check", "--set", "lock.tll=3"],
            &["lock.tll", "did you mean `lock.ttl`"],
        ),
        (
            &["check", "--set", "lock.servers=10000"],
            &["10000", "1 to 64"],
        ),
        (&["check", "--set", "lock.ttl"], &["lock.ttl", "="]),
        (
            &["check", "no-such-model"],
            &["no-such-model", "study-guide"],
        ),
        (&["check", "--variant", "none"], &["none", "fenced"]),
        (
            &["check", "--property", "stale"],
            &["stale", "stale-overwrite"],
        ),
        (
            &["check", "--fencing", "off", "--property", "false-rejection"],
            &["false-rejection", "refuses nothing"],
        ),
    ];
    for (arguments, fragments) in mistakes {
        let output = fencepost(arguments);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert_eq!(stdout(&output), "", "{arguments:?}");
        assert_eq!(message.matches("error").count(), 1, "{message}");
        for fragment in fragments {
            assert!(message.contains(fragment), "no {fragment:?} in: {message}");
        }
    }
}

#[test]
fn a_directory_without_models_and_a_file_without_clients_are_mistakes() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().to_str().expect("a UTF-8 path");
    let empty = fencepost(&["check", path]);
    assert_eq!(empty.status.code(), Some(2));
    assert!(stderr(&empty).contains("no models"));

    let text = include_str!("../models/study-guide.toml");
    let before_clients = text.split("[[client]]").next().expect("a beginning");
    let after_clients = text.split("[resource]").nth(1).expect("a resource");
    let file = directory.path().join("lonely.toml");
    std::fs::write(&file, format!("{before_clients}[resource]{after_clients}")).expect("written");
    let lonely = fencepost(&["check", file.to_str().expect("a UTF-8 path")]);
    assert_eq!(lonely.status.code(), Some(2));
    assert!(stderr(&lonely).contains("client"), "{}", stderr(&lonely));
}

/// Every example of the help runs, and is no mistake.
#[test]
fn the_examples_of_the_help_run() {
    // Some of them write files, and some read the catalogue.
    let here = tempfile::tempdir().expect("a temporary directory");
    let models = here.path().join("models");
    std::fs::create_dir(&models).expect("a directory");
    for (name, text) in fencepost::spec::catalogue::entries() {
        std::fs::write(models.join(format!("{name}.toml")), text).expect("written");
    }
    let help = stdout(&fencepost(&["check", "--help"]));
    let examples = help
        .lines()
        .filter_map(|line| line.trim().strip_prefix("fencepost check"));
    let mut tried = 0;
    for example in examples {
        // What follows two spaces says what it does.
        let arguments = example.split("  ").next().expect("a command");
        let arguments: Vec<_> = std::iter::once("check")
            .chain(arguments.split_whitespace())
            .collect();
        let mut command = command(&arguments);
        let output = command.current_dir(here.path()).output();
        let output = output.expect("the binary starts");
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{arguments:?}: {}",
            stderr(&output)
        );
        tried += 1;
    }
    assert!(tried > 4, "{help}");
}

/// A report never replaces a model that is checked, nor another report, however the path is spelled.
#[test]
fn reports_do_not_overwrite_models_or_one_another() {
    let home = tempfile::tempdir().expect("a temporary directory");
    let model = home.path().join("mine.toml");
    let text = include_str!("../models/study-guide.toml");
    std::fs::write(&model, text).expect("written");
    let refused: [&[&str]; 2] = [
        &[
            "check",
            "mine.toml",
            "--format",
            "json",
            "--out",
            "./mine.toml",
        ],
        &[
            "check", "--format", "json", "--out", "one", "--format", "junit", "--out", "./one",
        ],
    ];
    for arguments in refused {
        let output = command(arguments)
            .current_dir(home.path())
            .output()
            .expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(
            stderr(&output).contains("would overwrite"),
            "{}",
            stderr(&output)
        );
    }
    assert_eq!(std::fs::read_to_string(&model).expect("it is there"), text);
}

/// What a first walk has found is told although the second one had no time left.
#[test]
fn a_timeout_is_for_all_walks_together_and_keeps_the_counts() {
    let report = json(&[
        "check",
        "--set",
        "lock.ttl=3000",
        "--fencing",
        "off",
        "--timeout",
        "1",
    ]);
    let run = &report["runs"][0];
    assert_eq!(run["complete"], false);
    assert!(run["states"].as_u64() > Some(100), "{}", run["states"]);
    assert!(run["seconds"].as_f64() < Some(3.0), "{}", run["seconds"]);
}

/// Whatever is asked beside it, the loop of a stuck lock is the same.
#[test]
fn a_stuck_lock_is_found_as_early_as_if_it_were_asked_alone() {
    let variant = [
        "check",
        "seeded-faults",
        "--variant",
        "server-ignores-expiry",
    ];
    let among_others = json(&variant);
    let alone = json(&[&variant[..], &["--property", "stuck-lock"]].concat());
    let choices = |report: &Value| row(report, "stuck-lock")["counterexample"]["choices"].clone();
    assert_eq!(choices(&among_others), choices(&alone));
}

/// Every engine says the same of the study guide, and without reductions counts the same.
#[test]
fn the_engines_agree() {
    let plain = json(&["check", "--fencing", "on", "--engine", "plain"]);
    for engine in ["fast", "stateright"] {
        let other = json(&[
            "check",
            "--fencing",
            "on",
            "--engine",
            engine,
            "--no-reductions",
        ]);
        assert_eq!(
            other["runs"][0]["states"], plain["runs"][0]["states"],
            "{engine}"
        );
        assert_eq!(
            other["runs"][0]["transitions"], plain["runs"][0]["transitions"],
            "{engine}"
        );
        for row in plain["runs"][0]["properties"].as_array().expect("rows") {
            let name = row["name"].as_str().expect("a name");
            assert_eq!(
                self::row(&other, name)["verdict"],
                row["verdict"],
                "{engine}: {name}"
            );
        }
    }
}

/// Output, counterexamples and counts do not depend on the number of threads.
#[test]
fn any_number_of_threads_prints_the_same() {
    let told = |threads: &str| {
        without_times(&stdout(&fencepost(&[
            "check",
            "--fencing",
            "off",
            "--threads",
            threads,
        ])))
    };
    let one = told("1");
    for threads in ["2", "3", "4"] {
        assert_eq!(told(threads), one, "{threads} threads");
    }
}

/// A reader that goes away is no error, and the verdict stays what it is: `fencepost check | true`.
#[test]
fn a_broken_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fencepost"))
        .args(["check", "--fencing", "off"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the process ends");
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(1), "a violation is a violation");
}

#[test]
fn colour_only_where_it_is_wanted() {
    let plain = fencepost(&["check", "--fencing", "off"]);
    assert!(!stdout(&plain).contains('\u{1b}'));
    let forced = Command::new(env!("CARGO_BIN_EXE_fencepost"))
        .args(["check", "--fencing", "off"])
        .env_remove("NO_COLOR")
        .env("CLICOLOR_FORCE", "1")
        .output()
        .expect("the binary starts");
    assert!(stdout(&forced).contains('\u{1b}'));
}

/// The text without the seconds a search took.
fn without_times(text: &str) -> String {
    let words = text.lines().map(|line| match line.find(" s.") {
        Some(end) if line.contains("depth ") => {
            let begin = line[..end].rfind(' ').map_or(0, |space| space + 1);
            format!("{}TIME{}", &line[..begin], &line[end..])
        }
        _ => line.to_string(),
    });
    words.collect::<Vec<_>>().join("\n")
}
