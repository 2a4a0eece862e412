//! What the script needs to walk through the steps of a counterexample.

use serde::Serialize;

use crate::property::{Property, PropertySet};
use crate::report::Case;
use crate::trace::situation::Situation;
use crate::trace::svg::Picture;
use crate::trace::view;

/// The steps of one counterexample and the states between them.
#[derive(Serialize)]
pub(super) struct Moves<'a> {
    /// The element that shows it.
    id: &'a str,
    steps: Vec<Move>,
    /// One more than there are steps: the first is the one before anything has happened.
    states: Vec<Situation>,
    /// The position of the step that is shown first.
    shown: usize,
    /// Where in the drawing the lanes begin and end.
    lanes: (f64, f64),
}

#[derive(Serialize)]
struct Move {
    /// The tick in which it happens; for the end of a tick the one that begins.
    tick: u64,
    event: String,
    /// What is to be said of it, as words to append.
    judged: String,
    /// Where in the drawing it begins and ends.
    place: (f64, f64),
}

impl<'a> Moves<'a> {
    pub(super) fn of(case: &Case<'_>, id: &'a str, picture: &Picture) -> Moves<'a> {
        let steps = view::steps(&case.trace).into_iter().zip(&picture.places);
        let violation = case.trace.violation(case.row.property);
        let last = case.trace.steps.len();
        Moves {
            id,
            steps: steps
                .zip(&case.trace.steps)
                .map(|((step, place), replayed)| Move {
                    tick: replayed.seen_at(),
                    event: step.event,
                    judged: judged(replayed.violated),
                    place: *place,
                })
                .collect(),
            states: case.trace.situations(),
            shown: violation.map_or(last, |position| position + 1),
            lanes: picture.lanes,
        }
    }
}

/// "; violates lost-update; note: unlocked-write".
fn judged(violated: PropertySet) -> String {
    let words = |property: Property| match property.is_note() {
        true => format!("; note: {}", property.name()),
        false => format!("; violates {}", property.name()),
    };
    violated.iter().map(words).collect()
}

/// What is said of a step that violates the property.
pub(super) fn mark(property: Property) -> String {
    let kind = if property.is_note() {
        "note"
    } else {
        "violation"
    };
    let words = if property.is_note() {
        "note:"
    } else {
        "violates"
    };
    format!(
        "<strong class=\"mark {kind}\">{words} {}</strong>",
        property.name()
    )
}
