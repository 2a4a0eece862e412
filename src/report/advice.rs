//! What to do about a finding that does not decide a check.

use crate::check::{Row, Run, Standing};
use crate::property::Property;
use crate::world::Fencing;

/// Why the finding is no failure under this rule, and how to close it.
pub(super) fn of_finding(run: &Run, row: &Row) -> Option<&'static str> {
    let is_finding = matches!(row.standing, Standing::Finding | Standing::Note);
    advice(row.property, run.model.world.fencing).filter(|_| is_finding)
}

/// What to do about a violation of this property under this rule.
pub(crate) fn advice(property: Property, fencing: Fencing) -> Option<&'static str> {
    match (property, fencing) {
        (Property::LostUpdate, Fencing::On | Fencing::Strict) => Some(
            "A rule that checks only writes does not promise more: the older holder's write passes as \
             long as the newer one has not written. To close it, let reads carry the token too \
             (--fencing reads), or let the holder raise the bar before it reads (a `seal` step).",
        ),
        (Property::StaleOverwrite, Fencing::Cas) => Some(
            "Comparing versions does not promise an order of grants. An older holder that read after \
             the newer one's write loses nothing on this one object, but a critical section over \
             several objects would be broken. To close it, compare tokens (--fencing reads), or check \
             the lock in the same store (--fencing owner).",
        ),
        (Property::FalseRejection, Fencing::Cas) => Some(
            "Comparing versions does not promise that a live holder's write succeeds: somebody else's \
             write came between its read and its write. The holder has to read again and retry.",
        ),
        (Property::UnlockedWrite, _) => Some(
            "This is a note, not a failure: whether it does harm is for the other properties to say. \
             Only a resource that checks the lock in the same step as the write rules it out (--fencing \
             owner).",
        ),
        _ => None,
    }
}
