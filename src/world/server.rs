//! A lock server: grants a lease to one client at a time, and counts its grants.

use super::{ClientId, Lease, SeededFault, Server, Ticks, Token, World};

impl Server {
    /// Grants the lease unless a live one is out. The answer is the token of the grant.
    ///
    /// Study guide, 5.1: without expiry this is an ordinary lock; the expiry makes it a lease.
    pub(crate) fn acquire(&mut self, client: ClientId, world: &World) -> Option<Token> {
        if self.lease.is_some() && !world.has(SeededFault::IgnoresLease) {
            return None;
        }
        if !world.has(SeededFault::RepeatsToken) {
            self.token += 1;
        }
        let remaining = match world.seeded_fault {
            Some(SeededFault::IgnoresExpiry) => None,
            _ => world.lease_length(),
        };
        self.lease = Some(Lease {
            holder: client,
            remaining,
        });
        Some(self.token)
    }

    /// Frees the lease if this client holds it. The answer says whether a lease was freed.
    pub(crate) fn release(&mut self, client: ClientId, world: &World) -> bool {
        let anyones = world.has(SeededFault::ReleasesAnyones);
        let frees = self
            .lease
            .is_some_and(|lease| anyones || lease.holder == client);
        if frees {
            self.lease = None;
        }
        frees
    }

    /// Whether this client holds the lease now.
    #[must_use]
    pub fn inspect(&self, client: ClientId) -> bool {
        self.lease.is_some_and(|lease| lease.holder == client)
    }

    /// Lets one tick pass. The answer is the client whose lease ended with it.
    pub(crate) fn tick(&mut self) -> Option<ClientId> {
        let lease = self.lease.as_mut()?;
        let remaining: &mut Ticks = lease.remaining.as_mut()?;
        *remaining -= 1;
        if *remaining > 0 {
            return None;
        }
        self.lease.take().map(|lease| lease.holder)
    }
}
