//! A verdict in one sentence, the same in every report.

use crate::check::{Row, Run, Standing};

/// What became of the property, and why that is no success if it is none. No full stop.
pub(super) fn said(run: &Run, row: &Row) -> String {
    let name = row.property.name();
    let word = row.verdict.word();
    match row.standing {
        Standing::Unexpected(expected) => {
            format!(
                "{name} is {word}, but \"{}\" is expected",
                expected.verdict.word()
            )
        }
        Standing::NoExpectation => format!(
            "{name} is {word}, and variant `{}` expects nothing of it; add {name} = \"{word}\" to its \
             `expect` if that is right",
            run.job.variant.as_deref().unwrap_or_default(),
        ),
        Standing::Violated => format!("{name} is {word}: {}", row.property.violation()),
        Standing::Unknown => format!("{name} is {word}: {}", why_unknown(run)),
        Standing::Good | Standing::Finding | Standing::Note => format!("{name} is {word}"),
    }
}

fn why_unknown(run: &Run) -> String {
    match run.outcome.cut_off {
        Some(limit) => format!("{limit} stopped the search"),
        None => "the search was cut off".to_string(),
    }
}
