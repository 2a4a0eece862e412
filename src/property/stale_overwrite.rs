//! `stale-overwrite`: a write is accepted under an older grant than one already applied.
//!
//! The study guide (5.6) compares tokens. Where tokens follow the order of grants that is the same;
//! where they do not, the order of grants is what matters to the data, and what is judged here.

use super::{Ledger, Monitor};
use crate::world::{ClientId, Observation};

/// Remembers the clients whose grant is older than that of an applied write.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct StaleOverwrite {
    /// Sorted.
    pub(super) overtaken: Vec<ClientId>,
}

impl Monitor for StaleOverwrite {
    fn judge(&mut self, ledger: &Ledger, observation: Observation) -> bool {
        match observation {
            Observation::Acquired(client, _) | Observation::RoundOver(client) => {
                self.overtaken.retain(|other| *other != client);
                false
            }
            Observation::WriteAccepted(client, _) => {
                let violated = self.overtaken.contains(&client);
                let older = ledger.order().iter().take_while(|other| **other != client);
                if ledger.order().contains(&client) {
                    self.overtaken.extend(older);
                    self.overtaken.sort_unstable();
                    self.overtaken.dedup();
                }
                violated
            }
            _ => false,
        }
    }
}
