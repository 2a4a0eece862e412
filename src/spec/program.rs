//! `program`: the steps of one round of a client's work, and whether they make sense.

use super::SpecError;
use super::fields::{Field, must_be};
use super::node::Node;
use super::words::{did_you_mean, listed, quoted};
use crate::world::Step;

/// The most steps of a program.
pub(super) const LONGEST_PROGRAM: usize = 32;

/// Reads a program.
pub(super) fn read(field: &Field<'_>) -> Result<Vec<Step>, SpecError> {
    let nodes = field.list("steps")?;
    if let Some(node) = nodes.get(LONGEST_PROGRAM) {
        let title = format!("a program has at most {LONGEST_PROGRAM} steps");
        return Err(SpecError::at(&node.place, title, "one too many"));
    }
    let steps = nodes
        .iter()
        .map(|node| step(&field.path, node))
        .collect::<Result<Vec<_>, _>>()?;
    let first = nodes.first().unwrap_or(field.node);
    if steps.first() != Some(&Step::Acquire) {
        return Err(first_is_no_acquire(first));
    }
    for (position, node) in nodes.iter().enumerate().skip(1) {
        makes_sense(&steps[..position], steps[position], node)?;
    }
    Ok(steps)
}

fn step(path: &str, node: &Node) -> Result<Step, SpecError> {
    let words = || Step::ALL.into_iter().map(Step::name);
    let text = node.text().unwrap_or_default();
    Step::ALL
        .into_iter()
        .find(|step| step.name() == text)
        .ok_or_else(|| {
            let what = format!("a step of {}", quoted(path));
            must_be(&what, &listed(words(), "or"), node).help(did_you_mean(text, words()))
        })
}

fn first_is_no_acquire(node: &Node) -> SpecError {
    SpecError::at(
        &node.place,
        "a program begins with `acquire`",
        "`acquire` has to come first",
    )
    .note("every other step is taken under a lease, and there is none before `acquire`")
}

/// Whether this step can follow those.
fn makes_sense(before: &[Step], step: Step, node: &Node) -> Result<(), SpecError> {
    match step {
        Step::Acquire => Err(SpecError::at(
            &node.place,
            "a program acquires once",
            "a second `acquire`",
        )
        .note("a program is one round; a client begins it again as often as `rounds` allows")),
        Step::Write if !before.contains(&Step::Read) => Err(SpecError::at(
            &node.place,
            "a `write` without a `read` before it",
            "there is nothing to append to",
        )
        .note("a write appends the client's letter to the value that it has read")
        .help(["put a `read` before it"])),
        _ => Ok(()),
    }
}
