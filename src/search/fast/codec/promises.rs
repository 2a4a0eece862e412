//! What the lock service has promised, which often is what its leases say anyway.

use super::{Codec, client_id, ticks};
use crate::property::Promise;
use crate::search::Node;
use crate::search::fast::bits::{Field, Reader, Writer};
use crate::world::{SeededFault, Server, ServerId, World};

/// Where the promises of the ledger are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promises {
    /// There are none: no property that was asked reads them.
    Unused,
    /// They are exactly the leases that are out.
    Leases,
    /// They are stored: one bit for every promise that there can be.
    Stored,
}

impl Codec {
    /// Whether the promises of the ledger say more than the leases that are out.
    pub(in crate::search::fast) fn stores_promises(&self) -> bool {
        self.promises == Promises::Stored
    }

    pub(super) fn pack_promises(&self, node: &Node, to: &mut Writer<'_>) {
        let promises = node.monitors.remembered().promises;
        match self.promises {
            Promises::Unused => to.expect(promises.is_empty()),
            Promises::Leases => to.expect(promises.iter().copied().eq(leases(&node.state.servers))),
            Promises::Stored => self.store_promises(promises, to),
        }
    }

    /// One bit for every promise that there can be, in the order of the list, which is sorted.
    pub(super) fn store_promises(&self, promises: &[Promise], to: &mut Writer<'_>) {
        let mut left = promises;
        for promise in self.possible_promises() {
            let made = left.first() == Some(&promise);
            to.put(Field::flag(true), made.into());
            left = &left[usize::from(made)..];
        }
        if self.alike {
            let others = left
                .iter()
                .map(|promise| (promise.client, promise.remaining));
            let first = promises.iter().take(promises.len() - left.len());
            let of_each: Vec<_> = first
                .map(|promise| (promise.client, promise.remaining))
                .collect();
            let again = of_each.iter().copied().cycle();
            to.expect(promises.len() == of_each.len() * self.servers);
            to.expect(others.zip(again).all(|(one, other)| one == other));
        } else {
            to.expect(left.is_empty());
        }
    }

    pub(super) fn possible_promises(&self) -> impl Iterator<Item = Promise> {
        let (terms, ends) = (self.promise_terms, self.promises_end);
        let clients = self.client.len() as u64;
        (0..self.columns() as u64).flat_map(move |server| {
            (0..clients).flat_map(move |client| {
                (1..=terms).map(move |left| Promise {
                    server: client_id(server),
                    client: client_id(client),
                    remaining: ends.then(|| ticks(left)),
                })
            })
        })
    }

    pub(super) fn unpack_promises(&self, node: &mut Node, from: &mut Reader<'_>) {
        let promises = node.monitors.remembered_mut().promises;
        promises.clear();
        match self.promises {
            Promises::Unused => {}
            Promises::Leases => promises.extend(leases(&node.state.servers)),
            Promises::Stored => {
                let made = self
                    .possible_promises()
                    .filter(|_| from.get(Field::flag(true)) == 1);
                promises.extend(made);
                if self.alike {
                    let first = promises.len();
                    for server in 1..self.servers {
                        for at in 0..first {
                            let server = client_id(server as u64);
                            let promise = promises[at];
                            promises.push(Promise { server, ..promise });
                        }
                    }
                }
            }
        }
    }
}

/// A promise and a lease are made together, given back together and run out together, unless a
/// server is made to forget its lease, to keep it, or to free somebody else's.
pub(super) fn promises(world: &World, uses_ledger: bool) -> Promises {
    let apart = [
        SeededFault::IgnoresLease,
        SeededFault::IgnoresExpiry,
        SeededFault::ReleasesAnyones,
    ];
    if !uses_ledger {
        Promises::Unused
    } else if apart.into_iter().any(|fault| world.has(fault)) {
        Promises::Stored
    } else {
        Promises::Leases
    }
}

/// The leases that are out, as the promises that were made with them.
fn leases(servers: &[Server]) -> impl Iterator<Item = Promise> + '_ {
    (0..).zip(servers).filter_map(|(server, column)| {
        let server: ServerId = server;
        column.lease.map(|lease| Promise {
            server,
            client: lease.holder,
            remaining: lease.remaining,
        })
    })
}
