//! What went wrong, in a few sentences that follow from the trace and claim nothing else.

mod effects;
mod grants;
mod passed;
mod progress;
mod story;

use super::Trace;
use super::phrase::capital;
use crate::property::Property;

/// How the trace violates the property: who held the lock and when, what happened to the lease, who was
/// paused, and what was written from which value. Full sentences in one paragraph.
#[must_use]
pub fn explain(trace: &Trace, property: Property) -> String {
    if property == Property::StuckLock {
        return progress::stuck_lock(trace);
    }
    let Some(position) = trace.violation(property) else {
        return format!("Nothing in this trace violates {}.", property.name());
    };
    // What comes later has no part in the story, and must not colour it.
    let trace = &trace.until(position);
    let told = match property {
        Property::GrantOverlap => grants::overlap(trace, position),
        Property::DoubleGrant => grants::double(trace, position),
        Property::TokenOrder => grants::token_order(trace, position),
        Property::StaleOverwrite => effects::stale_overwrite(trace, position),
        Property::LostUpdate => effects::lost_update(trace, position),
        Property::FalseRejection => effects::false_rejection(trace, position),
        Property::UnlockedWrite => effects::unlocked_write(trace, position),
        Property::StuckLock => None,
    };
    told.unwrap_or_else(|| {
        let tick = trace.steps[position].tick;
        format!("{} (tick {tick}).", capital(property.violation()))
    })
}

/// Sentences as a paragraph.
fn paragraph(sentences: impl IntoIterator<Item = String>) -> String {
    sentences.into_iter().collect::<Vec<_>>().join(" ")
}
