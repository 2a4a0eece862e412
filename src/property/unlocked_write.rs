//! `unlocked-write`: a write is accepted from a client that holds no live quorum.
//!
//! A note and not a failure: study guide, 6.6, has a run in which it happens harmlessly.

use super::{Ledger, Monitor};
use crate::world::Observation;

/// Stateless: the ledger knows whose promises are live.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct UnlockedWrite;

impl Monitor for UnlockedWrite {
    fn judge(&mut self, ledger: &Ledger, observation: Observation) -> bool {
        match observation {
            Observation::WriteAccepted(client, _) => !ledger.holds_quorum(client),
            _ => false,
        }
    }
}
