//! Properties: small state machines that judge observations.
//!
//! A monitor sees [`Observation`]s and the [`Ledger`] that is kept from them, never a variable of an
//! actor. So the audit is independent of the decisions it audits, and shares no code with them.
//! `stuck-lock` is about infinite executions and has no monitor: the search looks for it in the graph
//! that it explored.

mod double_grant;
mod false_rejection;
mod grant_overlap;
mod ledger;
mod lost_update;
mod monitors;
mod name;
mod stale_overwrite;
#[cfg(test)]
mod tests;
mod token_order;
mod unlocked_write;

pub use ledger::Ledger;
pub(crate) use ledger::Promise;
pub use monitors::Monitors;
pub(crate) use monitors::RememberedMut;
pub use name::{Level, Property, PropertySet};

use crate::world::Observation;

/// Judges one observation after another.
pub trait Monitor {
    /// Whether the property is violated at this observation. `ledger` is what was known before it.
    fn judge(&mut self, ledger: &Ledger, observation: Observation) -> bool;
}
