//! `false-rejection`: the write of the newest holder, with a live lease, was refused.

use super::{Ledger, Monitor};
use crate::world::Observation;

/// Stateless: the ledger knows the newest grant and whose promises are live.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct FalseRejection;

impl Monitor for FalseRejection {
    fn judge(&mut self, ledger: &Ledger, observation: Observation) -> bool {
        match observation {
            Observation::WriteRefused(client, _) => {
                ledger.newest() == Some(client) && ledger.holds_quorum(client)
            }
            _ => false,
        }
    }
}
