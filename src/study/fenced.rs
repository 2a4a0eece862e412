//! Section 6.3: the same schedule, and a resource that compares tokens.

use super::Defect;
use super::lab::{A, Experiment};
use super::table::{paragraph, timeline_of};
use crate::report::human::Look;
use crate::schedule::Ran;
use crate::trace::describe_event;

/// A line for each event of the run: its tick, and the event as a sentence.
#[must_use]
pub(super) fn log(ran: &Ran) -> Vec<String> {
    let steps = ran.trace.steps.iter().enumerate();
    steps
        .map(|(position, step)| {
            let event = describe_event(ran.world(), ran.trace.before(position), step.event);
            format!("tick {:>2}: {event}", step.tick)
        })
        .collect()
}

/// The places at which two logs differ.
pub(super) fn differences(one: &[String], other: &[String]) -> Vec<usize> {
    let longest = one.len().max(other.len());
    (0..longest)
        .filter(|place| one.get(*place) != other.get(*place))
        .collect()
}

pub(super) fn tell(look: &Look) -> Result<String, Defect> {
    let unfenced = Experiment::guide()?.run()?;
    let fenced = Experiment::guide()?.with("resource.fencing", "on").run()?;
    let (before, after) = (log(&unfenced), log(&fenced));
    let differ = differences(&before, &after);
    let mut text = timeline_of(&fenced, look.color, false);
    text += "\n";
    text += &paragraph(&format!(
        "Both runs have {} events. {} in which they differ:",
        after.len(),
        match differ.len() {
            1 => "There is one".to_string(),
            count => format!("There are {count}"),
        }
    ));
    text += "\n";
    for place in differ {
        text += &format!("  off  {}\n  on   {}\n", before[place], after[place]);
    }
    text += "\n";
    text += &paragraph(&said(&unfenced, &fenced));
    Ok(text)
}

fn said(unfenced: &Ran, fenced: &Ran) -> String {
    let leases = if unfenced.trace.leases == fenced.trace.leases {
        "The leases are the same to the tick: the fence is in the resource, and the lock service knows \
         nothing of it."
    } else {
        "The leases differ."
    };
    let told = match fenced.wrote_at(A) {
        Some((_, false)) => " A learns that its work came too late and can begin again.",
        _ => "",
    };
    format!(
        "{leases}{told} The value ends as {} instead of {}: A's work is discarded, not saved, which is \
         right, as it was computed from a value that is gone.",
        fenced.value(),
        unfenced.value()
    )
}
