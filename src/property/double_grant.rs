//! `double-grant`: two clients hold a live quorum at the same instant.

use super::{Ledger, Monitor};
use crate::world::Observation;

/// Stateless: the ledger knows who holds a quorum when another client's grant is complete.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct DoubleGrant;

impl Monitor for DoubleGrant {
    fn judge(&mut self, ledger: &Ledger, observation: Observation) -> bool {
        match observation {
            Observation::Acquired(client, _) => ledger
                .order()
                .iter()
                .any(|other| *other != client && ledger.holds_quorum(*other)),
            _ => false,
        }
    }
}
