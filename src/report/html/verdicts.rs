//! The verdicts on one world as a table.

use super::{cell, markup, table, world_name};
use crate::check::{Row, Run, Standing};
use crate::report::{human, world_line};

/// The verdicts, each with a way to its counterexample. `ids` are the names of the counterexamples.
pub(super) fn table_of(run: &Run, ids: &[String]) -> String {
    let rows: Vec<_> = run
        .rows
        .iter()
        .zip(ids)
        .map(|(row, id)| line(row, id))
        .collect();
    table("", &["Property", "Verdict", "In words"], &rows)
}

/// A section with the verdicts of this run.
pub(super) fn section(run: &Run, ids: &[String]) -> String {
    let job = &run.job;
    format!(
        "<section class=\"world\"><h2>{}</h2>\n<p>{}</p>\n<p class=\"hint\">{}</p>\n{}\
         <p class=\"hint\">{}.</p></section>\n",
        markup(&world_name(run)),
        markup(&job.summary),
        markup(&world_line(&run.model.world)),
        table_of(run, ids),
        markup(&human::covered(run)),
    )
}

fn line(row: &Row, id: &str) -> String {
    let word = row.verdict.word();
    let kind = word.split(' ').next().unwrap_or_default();
    let strong = format!("<strong class=\"verdict {kind}\">{word}</strong>");
    let verdict = match row.verdict.counterexample() {
        Some(_) => format!("<a href=\"#{id}\">{strong} <small>show</small></a>"),
        None => strong,
    };
    format!(
        "<tr><th scope=\"row\">{}</th><td>{verdict}</td>{}</tr>",
        row.property.name(),
        cell(&in_words(row), "")
    )
}

fn in_words(row: &Row) -> String {
    let meaning = human::meaning(row);
    match row.standing {
        Standing::Unexpected(expected) => {
            format!("{meaning}; NOT AS EXPECTED: {}", expected.verdict.word())
        }
        Standing::NoExpectation => format!("{meaning}; the model file expects nothing of it"),
        Standing::Note => format!("{meaning} (a note, no failure)"),
        Standing::Good | Standing::Violated | Standing::Finding | Standing::Unknown => meaning,
    }
}
