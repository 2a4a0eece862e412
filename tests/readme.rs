//! The README tells the truth: what it shows is what is printed, and what it promises happens.

use std::process::Command;

const README: &str = include_str!("../README.md");

fn fencepost(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fencepost"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary starts");
    (
        output.status.code(),
        String::from_utf8(output.stdout).expect("the output is UTF-8"),
    )
}

/// Every line of the counterexample is printed, in this order.
#[test]
fn the_counterexample_is_what_is_printed() {
    let shown = README.split("```text\n").nth(1).expect("a block of output");
    let shown = shown.split("```").next().expect("its end");
    let (_, printed) = fencepost(&["check", "--fencing", "off"]);
    let mut rest = printed.lines();
    for line in shown.lines() {
        assert!(
            rest.any(|printed| printed == line),
            "not printed, or not in this order: {line:?}"
        );
    }
}

/// Every command of the table runs, and ends as the text beside it says.
#[test]
fn the_commands_of_the_table_run() {
    let commands = README
        .lines()
        .filter_map(|line| line.strip_prefix("| `check"));
    let mut tried = 0;
    for command in commands {
        let arguments = command.split('`').next().expect("the end of the command");
        let arguments: Vec<_> = std::iter::once("check")
            .chain(arguments.split_whitespace())
            .collect();
        let (code, _) = fencepost(&arguments);
        let fails = arguments.contains(&"lock.servers=51");
        assert_eq!(code, Some(i32::from(fails)), "{arguments:?}");
        tried += 1;
    }
    assert_eq!(tried, 7, "the table has as many commands");
}

/// The table of the properties that decide is that of the code.
#[test]
fn the_table_of_what_decides_is_true() {
    use fencepost::property::Property;
    use fencepost::world::Fencing;

    for rule in Fencing::ALL {
        let row = README.lines().find(|line| {
            line.starts_with(&format!("| `{}` |", rule.name())) && line.matches('|').count() == 4
        });
        let row = row.unwrap_or_else(|| panic!("no row on {}", rule.name()));
        let deciding = row.split('|').nth(3).expect("a third column");
        for property in Property::ALL
            .into_iter()
            .filter(|property| !property.is_note())
        {
            let exempt = deciding.contains(&format!("`{}`", property.name()));
            assert_eq!(
                property.decides_under(rule),
                !exempt,
                "{} {}",
                rule.name(),
                property.name()
            );
        }
    }
}
