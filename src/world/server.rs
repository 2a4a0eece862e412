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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Expiry;

    const A: ClientId = 0;
    const B: ClientId = 1;

    fn world(expiry: Expiry, seeded_fault: Option<SeededFault>) -> World {
        let mut world = World::empty();
        world.lock.expiry = expiry;
        world.seeded_fault = seeded_fault;
        world
    }

    fn server() -> Server {
        Server {
            lease: None,
            token: 0,
        }
    }

    // Study guide, 6.2: a lease granted at 0 with ttl 10 is live at 9, and nobody's at 10.
    #[test]
    fn a_lease_covers_a_half_open_interval() {
        let world = world(Expiry::Clock, None);
        let mut server = server();
        assert_eq!(server.acquire(A, &world), Some(1));
        let ended: Vec<_> = (1..=10).map(|_| server.tick()).collect();
        assert_eq!(ended[..9], [None; 9], "at 1 to 9 the lease is live");
        assert_eq!(ended[9], Some(A), "at 10 it is over");
        assert!(!server.inspect(A));
    }

    // Study guide, 5.1: the token counts grants, and a live lease is not granted again.
    #[test]
    fn a_live_lease_denies_and_a_free_one_counts_up() {
        let world = world(Expiry::Clock, None);
        let mut server = server();
        assert_eq!(server.acquire(A, &world), Some(1));
        assert_eq!(server.acquire(B, &world), None);
        assert!(server.release(A, &world));
        assert_eq!(server.acquire(B, &world), Some(2));
    }

    // Study guide, 5.1: without the expiry clause the lock is held until it is released.
    #[test]
    fn without_expiry_no_tick_ends_a_lease() {
        let world = world(Expiry::Never, None);
        let mut server = server();
        server.acquire(A, &world);
        assert!((0..1000).all(|_| server.tick().is_none()));
        assert!(server.inspect(A));
    }

    #[test]
    fn only_the_holder_can_release() {
        let honest = world(Expiry::Clock, None);
        let mut server = server();
        server.acquire(A, &honest);
        assert!(!server.release(B, &honest));
        assert!(server.inspect(A));
        let faulty = world(Expiry::Clock, Some(SeededFault::ReleasesAnyones));
        assert!(server.release(B, &faulty));
    }
}
