//! The leases of a trace as intervals of absolute time.

use crate::world::{ClientId, Observation, ServerId, Token};

/// One lease that one server granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseInterval {
    /// The server that granted it, from 0.
    pub server: ServerId,
    /// The client it was granted to.
    pub client: ClientId,
    /// The token of the grant, by this server's own count.
    pub token: Token,
    /// The tick of the grant.
    pub start: u64,
    /// The tick at which the promise is over: the lease is the half-open interval `[start, end)`.
    /// `None` if it has no end. A release by its own client truncates it, and nothing else does.
    pub end: Option<u64>,
    /// The `end` that was promised when it was granted.
    pub promised: Option<u64>,
    /// What the server did to end it, if it did so within the trace.
    pub ended: Option<LeaseEnd>,
}

/// How a server ended a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaseEnd {
    /// Its time was up.
    Expired,
    /// Its own client gave it back.
    Released,
    /// The server freed it because another client asked for a release, at this tick. No honest server
    /// does; the promise still counts.
    FreedFor(ClientId, u64),
    /// The server granted the lock anew, at this tick, although the lease was out. No honest server
    /// does; the promise still counts.
    GrantedOver(ClientId, u64),
}

impl LeaseInterval {
    /// Whether the promise covers this tick.
    #[must_use]
    pub fn covers(&self, tick: u64) -> bool {
        self.start <= tick && self.end.is_none_or(|end| tick < end)
    }

    /// Whether two leases are of one server and overlap, by the comparison of the study guide (5.5): each
    /// starts before the other ends.
    #[must_use]
    pub fn overlaps(&self, other: &LeaseInterval) -> bool {
        let ends_after = |end: Option<u64>, start| end.is_none_or(|end| start < end);
        self.server == other.server
            && ends_after(other.end, self.start)
            && ends_after(self.end, other.start)
    }
}

/// The leases that were granted so far.
#[derive(Debug, Default)]
pub(super) struct Registry {
    pub intervals: Vec<LeaseInterval>,
}

impl Registry {
    /// Writes down an observation made at this tick.
    pub(super) fn note(&mut self, tick: u64, observation: Observation) {
        match observation {
            Observation::Granted {
                server,
                client,
                token,
                lease,
            } => {
                if let Some(out) = self.out(server) {
                    out.ended = Some(LeaseEnd::GrantedOver(client, tick));
                }
                let end = lease.map(|ticks| tick + u64::from(ticks));
                self.intervals.push(LeaseInterval {
                    server,
                    client,
                    token,
                    start: tick,
                    end,
                    promised: end,
                    ended: None,
                });
            }
            Observation::Expired(server, _) => {
                if let Some(out) = self.out(server) {
                    out.ended = Some(LeaseEnd::Expired);
                }
            }
            Observation::Released(server, client) => self.released(tick, server, client),
            _ => {}
        }
    }

    /// The lease that this server has out.
    fn out(&mut self, server: ServerId) -> Option<&mut LeaseInterval> {
        self.intervals
            .iter_mut()
            .rev()
            .find(|lease| lease.server == server)
            .filter(|lease| lease.ended.is_none())
    }

    fn released(&mut self, tick: u64, server: ServerId, client: ClientId) {
        if let Some(out) = self.out(server) {
            out.ended = Some(if out.client == client {
                LeaseEnd::Released
            } else {
                LeaseEnd::FreedFor(client, tick)
            });
        }
        for lease in &mut self.intervals {
            if lease.server == server && lease.client == client && lease.covers(tick) {
                lease.end = Some(tick);
            }
        }
    }
}
