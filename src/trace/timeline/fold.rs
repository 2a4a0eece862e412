//! Which ticks are drawn step by step, and which are folded into one row.

use std::collections::BTreeSet;

use crate::property::PropertySet;
use crate::trace::Trace;
use crate::world::{Event, Observation};

/// The ticks in which something happens besides waiting and polling in vain.
pub(super) fn eventful_ticks(trace: &Trace, marked: PropertySet) -> BTreeSet<u64> {
    trace
        .steps
        .iter()
        .filter(|step| {
            let quiet = is_mere_waiting(step.event, &step.seen);
            !quiet
                || step
                    .violated
                    .iter()
                    .any(|property| marked.contains(property))
        })
        .map(crate::trace::Step::seen_at)
        .collect()
}

/// Whether nothing is seen but that time passes, or that a client asks and gets nothing.
fn is_mere_waiting(event: Event, seen: &[Observation]) -> bool {
    match event {
        Event::Tick => seen == [Observation::Ticked],
        Event::Act { client, .. } => {
            seen == [Observation::Asked(client), Observation::Denied(client)]
        }
        Event::Pause(_) | Event::Resume(_) => false,
    }
}
