//! A file of the other kind: a schedule where a model is meant, or a model where a schedule is meant.

use super::SpecError;
use super::node::{Entry, Node};
use super::words::for_a_shell;

/// The key that every schedule has and no model.
const OF_SCHEDULES: &str = "model";

/// Tables that every model has and no schedule.
const OF_MODELS: [&str; 3] = ["lock", "resource", "adversary"];

/// Makes sure that a file which is read as a model is not clearly a schedule.
///
/// # Errors
/// If it is one, with the verb that takes it.
pub(super) fn no_schedule(document: &Node) -> Result<(), SpecError> {
    match (document.entry(OF_SCHEDULES), table_of_models(document)) {
        (Some(entry), None) => Err(other(entry, ["schedule", "model"])
            .help([format!("execute it: fencepost run {}", file(entry))])),
        _ => Ok(()),
    }
}

/// Makes sure that a file which is read as a schedule is not clearly a model.
///
/// # Errors
/// If it is one, with the verb that takes it.
pub(crate) fn no_model(document: &Node) -> Result<(), SpecError> {
    match (document.entry(OF_SCHEDULES), table_of_models(document)) {
        (None, Some(entry)) => Err(other(entry, ["model", "schedule"]).help([format!(
            "explore every schedule of it: fencepost check {}",
            file(entry)
        )])),
        _ => Ok(()),
    }
}

fn table_of_models(document: &Node) -> Option<&Entry> {
    OF_MODELS.iter().find_map(|table| document.entry(table))
}

fn other(entry: &Entry, [is, is_not]: [&str; 2]) -> SpecError {
    let title = format!("this is a {is}, not a {is_not}");
    SpecError::at(
        &entry.key_place,
        title,
        format!("a {is} has this, a {is_not} has not"),
    )
}

/// The file in a command that can be pasted.
fn file(entry: &Entry) -> String {
    for_a_shell(&entry.key_place.text().origin)
}
