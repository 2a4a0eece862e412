//! `grant-overlap`: two leases of one server overlap as half-open intervals.

use super::{Ledger, Monitor};
use crate::world::Observation;

/// Stateless: a grant overlaps if the ledger has a promise of that server which still counts.
///
/// A lease granted at `t` and given back at `t` is empty and overlaps nothing; the ledger forgets it
/// in the same instant (study guide, 5.5).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct GrantOverlap;

impl Monitor for GrantOverlap {
    fn judge(&mut self, ledger: &Ledger, observation: Observation) -> bool {
        match observation {
            Observation::Granted { server, .. } => ledger.is_promised(server),
            _ => false,
        }
    }
}
