//! A check as JUnit, for the test tab of a CI system: a suite for each model, a case for each property
//! of each of its worlds.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::verdict::said;
use super::{Invocation, finding, human, world_line};
use crate::check::{Row, Run, Standing};
use crate::trace::harmless::printable;

/// The report on a whole check, with a line break at its end.
///
/// # Errors
/// If the XML library refuses a value, which none of ours gives it reason to.
pub fn report(runs: &[Run], invocation: &Invocation) -> Result<String, SerializeError> {
    let mut report = Report::new("fencepost");
    report.set_time(runs.iter().map(|run| run.outcome.time).sum());
    for runs in runs.chunk_by(|one, next| one.job.origin == next.job.origin) {
        report.add_test_suite(suite(runs, invocation));
    }
    Ok(without_skipped(&report.to_string()?))
}

/// Nothing is ever skipped, and the schema that the readers of JUnit are written for knows this
/// attribute on `<testsuite>` only. The root element comes first, and its name is ours.
fn without_skipped(xml: &str) -> String {
    xml.replacen(" skipped=\"0\"", "", 1)
}

/// The runs of one model file.
fn suite(runs: &[Run], invocation: &Invocation) -> TestSuite {
    let name = runs.first().map_or("", |run| &run.job.model);
    let mut suite = TestSuite::new(clean(name));
    suite.set_time(runs.iter().map(|run| run.outcome.time).sum());
    for run in runs {
        let cases = run.rows.iter().map(|row| case(run, row, invocation));
        suite.add_test_cases(cases);
    }
    suite
}

/// One search answers for all properties of a world, so each has an equal share of its time.
fn case(run: &Run, row: &Row, invocation: &Invocation) -> TestCase {
    let mut case = TestCase::new(row.property.name(), status(run, row, invocation));
    case.set_classname(clean(&world_name(run)));
    let share = u32::try_from(run.rows.len()).unwrap_or(u32::MAX).max(1);
    case.set_time(
        run.outcome
            .time
            .checked_div(share)
            .unwrap_or(Duration::ZERO),
    );
    if let TestCaseStatus::Success { .. } = case.status {
        case.set_system_out(clean(&format!("{}\n", said(run, row))));
    }
    case
}

/// "study-guide.fenced", with what the command line has set behind it. CI systems group by the dots.
fn world_name(run: &Run) -> String {
    let variant = run.job.variant.as_ref().map(|name| format!(".{name}"));
    let set: String = run
        .job
        .overrides
        .iter()
        .map(|set| format!(" {}", set.argument()))
        .collect();
    format!(
        "{}{}{set}",
        run.job.model,
        variant.as_deref().unwrap_or_default()
    )
}

fn status(run: &Run, row: &Row, invocation: &Invocation) -> TestCaseStatus {
    let kind = match row.standing {
        Standing::Good | Standing::Finding | Standing::Note => return TestCaseStatus::success(),
        Standing::Violated | Standing::Unexpected(_) | Standing::NoExpectation => {
            NonSuccessKind::Failure
        }
        Standing::Unknown => NonSuccessKind::Error,
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(row.verdict.word());
    status.set_message(clean(&said(run, row)));
    status.set_description(clean(&details(run, row, invocation)));
    status
}

/// Where, which world, the timeline and what went wrong, and how to see it again.
fn details(run: &Run, row: &Row, invocation: &Invocation) -> String {
    let line = match row.standing {
        Standing::Unexpected(expected) => format!(":{}", expected.line),
        Standing::NoExpectation => format!(":{}", run.job.line),
        _ => String::new(),
    };
    let story = finding::story(run, row).map(|story| format!("\n{story}"));
    format!(
        "{}{line}: {}\n{}\n{}\nShow it again:  {}\n",
        run.job.origin,
        said(run, row),
        human::wrapped(&world_line(&run.model.world), "", ""),
        story.unwrap_or_default(),
        invocation.check(&run.job, row.property)
    )
}

/// Without what XML cannot hold or a terminal would obey; line by line, because lines stay.
fn clean(text: &str) -> String {
    let no_character = |c: char| matches!(c, '\u{fffe}' | '\u{ffff}');
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    lines.join("\n").replace(no_character, "\u{fffd}")
}
