//! `lost-update`: an accepted write was computed from a snapshot that another accepted write had
//! replaced.

use super::{Ledger, Monitor};
use crate::world::{ClientId, Observation};

/// Remembers who has which snapshot.
///
/// After its own write a client goes on from what it wrote: a second write under the same lease
/// builds on the first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct LostUpdate {
    /// Clients whose snapshot is the current value. Sorted.
    pub(super) current: Vec<ClientId>,
    /// Clients whose snapshot was replaced by somebody else's write. Sorted.
    pub(super) replaced: Vec<ClientId>,
}

impl LostUpdate {
    fn forget(&mut self, client: ClientId) {
        self.current.retain(|other| *other != client);
        self.replaced.retain(|other| *other != client);
    }

    fn has_current(&mut self, client: ClientId) {
        self.forget(client);
        self.current.push(client);
        self.current.sort_unstable();
    }
}

impl Monitor for LostUpdate {
    fn judge(&mut self, _: &Ledger, observation: Observation) -> bool {
        match observation {
            Observation::ReadAccepted(client, _) => {
                self.has_current(client);
                false
            }
            Observation::WriteAccepted(client, _) => {
                let violated = self.replaced.contains(&client);
                self.replaced.append(&mut self.current);
                self.has_current(client);
                self.replaced.sort_unstable();
                violated
            }
            Observation::RoundOver(client) => {
                self.forget(client);
                false
            }
            _ => false,
        }
    }
}
