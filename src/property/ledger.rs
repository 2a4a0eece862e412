//! The ledger: what the lock service promised, written down from observations alone.

use crate::world::{ClientId, Observation, ServerId, Ticks};

/// Who was promised what, and in which order.
///
/// A promise counts until its time is over or its owner gives it back. That the server has forgotten
/// it, or has freed it for somebody else, does not end it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ledger {
    quorum: u8,
    /// Sorted, so that the same facts make the same ledger.
    pub(super) promises: Vec<Promise>,
    /// The clients that are under a grant, in the order in which they were granted.
    pub(super) order: Vec<ClientId>,
    /// The client of the newest grant, until its round is over.
    pub(super) newest: Option<ClientId>,
}

/// That a server promised the lock to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Promise {
    /// Who promised.
    pub(crate) server: ServerId,
    /// Whom it was promised to.
    pub(crate) client: ClientId,
    /// For how many more ticks; `None` if the promise has no end.
    pub(crate) remaining: Option<Ticks>,
}

impl Ledger {
    /// An empty ledger of a service in which so many servers make a quorum.
    #[must_use]
    pub fn new(quorum: u8) -> Ledger {
        Ledger {
            quorum,
            promises: Vec::new(),
            order: Vec::new(),
            newest: None,
        }
    }

    /// Writes down what was observed.
    pub fn record(&mut self, observation: Observation) {
        match observation {
            Observation::Granted {
                server,
                client,
                lease,
                ..
            } => {
                self.promise(Promise {
                    server,
                    client,
                    remaining: lease,
                });
            }
            Observation::Released(server, client) => self
                .promises
                .retain(|promise| promise.server != server || promise.client != client),
            Observation::Acquired(client, _) => {
                self.order.retain(|other| *other != client);
                self.order.push(client);
                self.newest = Some(client);
            }
            Observation::RoundOver(client) => {
                self.order.retain(|other| *other != client);
                self.newest = self.newest.filter(|newest| *newest != client);
            }
            Observation::Ticked => self.tick(),
            _ => {}
        }
    }

    fn promise(&mut self, promise: Promise) {
        if let Err(place) = self.promises.binary_search(&promise) {
            self.promises.insert(place, promise);
        }
    }

    fn tick(&mut self) {
        for promise in &mut self.promises {
            promise.remaining = promise.remaining.map(|left| left - 1);
        }
        self.promises.retain(|promise| promise.remaining != Some(0));
    }

    /// Whether the server has promised the lock to somebody, and the promise still counts.
    #[must_use]
    pub fn is_promised(&self, server: ServerId) -> bool {
        self.promises.iter().any(|promise| promise.server == server)
    }

    /// Whether a quorum of servers has promised the lock to this client, and the promises still
    /// count.
    #[must_use]
    pub fn holds_quorum(&self, client: ClientId) -> bool {
        let mut servers = 0;
        let mut last = None;
        for promise in self
            .promises
            .iter()
            .filter(|promise| promise.client == client)
        {
            servers += u8::from(last != Some(promise.server)); // A server can have promised twice.
            last = Some(promise.server);
        }
        servers >= self.quorum
    }

    /// The clients that are under a grant, the oldest grant first.
    #[must_use]
    pub fn order(&self) -> &[ClientId] {
        &self.order
    }

    /// The client of the newest grant of all, if its round is not over.
    #[must_use]
    pub fn newest(&self) -> Option<ClientId> {
        self.newest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: ClientId = 0;
    const B: ClientId = 1;

    fn granted(server: ServerId, client: ClientId, lease: Option<Ticks>) -> Observation {
        Observation::Granted {
            server,
            client,
            token: 1,
            lease,
        }
    }

    #[test]
    fn a_promise_counts_for_its_time_and_no_longer() {
        let mut ledger = Ledger::new(1);
        ledger.record(granted(0, A, Some(2)));
        ledger.record(Observation::Ticked);
        assert!(ledger.is_promised(0));
        ledger.record(Observation::Ticked);
        assert!(!ledger.is_promised(0), "[t, t + 2) does not contain t + 2");
    }

    // Design, section 4: a promise counts even if the server forgot it.
    #[test]
    fn somebody_elses_release_does_not_end_a_promise() {
        let mut ledger = Ledger::new(1);
        ledger.record(granted(0, A, Some(5)));
        ledger.record(Observation::Released(0, B));
        ledger.record(Observation::Expired(0, A));
        assert!(ledger.holds_quorum(A));
        ledger.record(Observation::Released(0, A));
        assert!(!ledger.holds_quorum(A));
    }

    #[test]
    fn a_quorum_needs_so_many_different_servers() {
        let mut ledger = Ledger::new(2);
        ledger.record(granted(0, A, Some(5)));
        ledger.record(Observation::Ticked);
        ledger.record(granted(0, A, Some(5)));
        assert!(
            !ledger.holds_quorum(A),
            "two promises of one server are one server"
        );
        ledger.record(granted(1, A, None));
        assert!(ledger.holds_quorum(A));
    }

    #[test]
    fn the_newest_grant_stays_the_newest_until_its_round_is_over() {
        let mut ledger = Ledger::new(1);
        ledger.record(Observation::Acquired(A, 1));
        ledger.record(Observation::Acquired(B, 2));
        assert_eq!((ledger.order(), ledger.newest()), (&[A, B][..], Some(B)));
        ledger.record(Observation::RoundOver(B));
        assert_eq!(
            (ledger.order(), ledger.newest()),
            (&[A][..], None),
            "A was not granted last"
        );
    }
}
