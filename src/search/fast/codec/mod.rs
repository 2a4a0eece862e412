//! States in as few bits as the bounds of the world allow.
//!
//! Every node of the searched space becomes a string of bytes of one length, and can be restored from
//! it: nothing is hashed away. A field that a world switches off costs no bit. What the layout takes
//! for granted (that no number is larger than its bound, that a part which the world does not use is
//! empty) is checked for every node that is packed, so that a wrong bound is an error and never a
//! wrong verdict.
//!
//! Two facts save most. If every attempt reaches all servers, all servers do the same, and one column
//! stands for all. If servers honour leases and expiry, the promises of the ledger are the leases
//! that are out, and need not be stored beside them.

mod client;
mod layout;
mod memory;
mod promises;

use std::fmt;

use self::client::ClientFields;
use self::promises::{Promises, promises};
use super::bits::{Field, Reader, Writer};
use crate::property::{Property, PropertySet};
use crate::search::{Checked, Node};
use crate::world::{ClientId, Expiry, Lease, Reach, SeededFault, Server, Ticks, Token, World};

/// The checker takes something for granted that is not so: a defect of the checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A node does not fit the layout: a bound is wrong.
    Bound,
    /// A step has changed more than steps of its kind do.
    Step,
}

/// How the nodes of one model are packed.
#[derive(Clone, Debug)]
pub struct Codec {
    width: usize,
    /// The asked properties, one bit each at the very beginning.
    invariants: Vec<Property>,
    violated: Field,
    servers: usize,
    /// Whether one column stands for all servers.
    alike: bool,
    holder: Field,
    /// How long a lease lasts; no bit if it has no end.
    left: Field,
    token: Field,
    bar: Field,
    highest: Field,
    pauses_left: Field,
    client: Vec<ClientFields>,
    promises: Promises,
    promise_terms: u64,
    promises_end: bool,
    uses_ledger: bool,
    newest: Field,
    overtaken: bool,
    snapshots: bool,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Misfit::Bound => "a state is outside the bounds that were worked out for this world",
            Misfit::Step => "a step of one client has changed what belongs to another",
        })
    }
}

impl Codec {
    /// The layout for this model.
    #[must_use]
    pub fn new(model: &Checked) -> Codec {
        let world = &model.world;
        let asks = |property| model.asked.contains(property);
        let clients = world.clients.len() as u64;
        let (most_token, ttl) = (most_token(world), u64::from(world.lock.ttl));
        let ends = world.lock.expiry == Expiry::Clock;
        let lease_ends = ends && !world.has(SeededFault::IgnoresExpiry);
        let uses_ledger = model.asked.iter().any(Property::reads_ledger);
        let mut codec = Codec {
            width: 0,
            violated: Field::up_to((1 << invariants(model.asked).len()) - 1),
            invariants: invariants(model.asked),
            servers: usize::from(world.lock.servers),
            alike: world.lock.reach == Reach::All,
            holder: Field::up_to(clients),
            left: Field::up_to(if lease_ends { ttl } else { 0 }),
            token: Field::up_to(most_token),
            bar: Field::up_to(if world.fencing.compares_tokens() {
                most_token
            } else {
                0
            }),
            highest: Field::up_to(if asks(Property::TokenOrder) {
                most_token
            } else {
                0
            }),
            pauses_left: Field::up_to(world.adversary.pauses.count.unwrap_or(0).into()),
            client: world
                .clients
                .iter()
                .map(|setup| ClientFields::new(world, setup, most_token))
                .collect(),
            promises: promises(world, uses_ledger),
            promise_terms: if ends { ttl } else { 1 },
            promises_end: ends,
            uses_ledger,
            newest: Field::up_to(if uses_ledger { clients } else { 0 }),
            overtaken: asks(Property::StaleOverwrite),
            snapshots: asks(Property::LostUpdate),
        };
        let mut bytes = Vec::new();
        // The length is the same for all nodes; a misfit here is one at the first real packing too.
        let _ = codec.pack_any(&model.initial(), &mut bytes);
        codec.width = bytes.len();
        codec
    }

    /// How many bytes a packed node has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Packs a node into `bytes`, whatever was there before.
    ///
    /// # Errors
    /// If the node is not one of this model, or a bound is wrong.
    pub fn pack(&self, node: &Node, bytes: &mut Vec<u8>) -> Result<(), Misfit> {
        self.pack_any(node, bytes)?;
        if bytes.len() == self.width {
            Ok(())
        } else {
            Err(Misfit::Bound)
        }
    }

    fn pack_any(&self, node: &Node, bytes: &mut Vec<u8>) -> Result<(), Misfit> {
        let mut to = Writer::new(bytes);
        to.put(self.violated, self.violated_code(node.violated));
        self.pack_servers(node, &mut to);
        self.pack_promises(node, &mut to);
        for (fields, client) in self.client.iter().zip(&node.state.clients) {
            let (code, fits) = fields.code(client);
            to.put_wide(fields.bits, code);
            to.expect(fits);
        }
        to.put(self.bar, node.state.resource.bar.into());
        to.expect(node.state.resource.version == 1);
        to.put(
            self.pauses_left,
            node.state.pauses_left.map_or(0, u64::from),
        );
        self.pack_order(node, &mut to);
        self.pack_memory(node, &mut to);
        if to.finish() {
            Ok(())
        } else {
            Err(Misfit::Bound)
        }
    }

    /// The node that these bytes stand for, into `node`, which is one of the same model.
    pub fn unpack(&self, bytes: &[u8], node: &mut Node) {
        let mut from = Reader::new(bytes);
        node.violated = PropertySet::EMPTY;
        let violated = from.get(self.violated);
        if violated != 0 {
            node.violated = self.violated_of(violated);
        }
        self.unpack_servers(node, &mut from);
        self.unpack_promises(node, &mut from);
        for (fields, client) in self.client.iter().zip(&mut node.state.clients) {
            fields.restore(from.get_wide(fields.bits), client);
        }
        node.state.resource.bar = token(from.get(self.bar));
        let left = from.get(self.pauses_left);
        node.state.pauses_left = node.state.pauses_left.map(|_| ticks(left));
        self.unpack_order(node, &mut from);
        self.unpack_memory(node, &mut from);
    }

    /// The properties that the packed node violates.
    #[must_use]
    pub fn violated(&self, bytes: &[u8]) -> PropertySet {
        let first = u64::from(bytes.first().copied().unwrap_or(0));
        match first & self.violated.most() {
            0 => PropertySet::EMPTY,
            code => self.violated_of(code),
        }
    }

    fn violated_code(&self, violated: PropertySet) -> u64 {
        if violated.is_empty() {
            return 0;
        }
        let invariants = self.invariants.iter().enumerate();
        invariants
            .map(|(bit, property)| u64::from(violated.contains(*property)) << bit)
            .sum()
    }

    fn violated_of(&self, code: u64) -> PropertySet {
        let invariants = self.invariants.iter().enumerate();
        invariants
            .filter(|(bit, _)| code >> bit & 1 == 1)
            .map(|(_, property)| *property)
            .collect()
    }

    fn columns(&self) -> usize {
        if self.alike { 1 } else { self.servers }
    }

    fn pack_servers(&self, node: &Node, to: &mut Writer<'_>) {
        let servers = &node.state.servers;
        if self.alike {
            to.expect(servers.windows(2).all(|pair| pair[0] == pair[1]));
        }
        for server in &servers[..self.columns()] {
            let holder = server.lease.map(|lease| u64::from(lease.holder));
            let left = server.lease.and_then(|lease| lease.remaining);
            let ends = self.left != Field::up_to(0);
            to.put(self.holder, code(holder));
            to.put(self.left, left.map_or(0, u64::from));
            to.put(self.token, server.token.into());
            to.expect(left.is_some() == (ends && holder.is_some()) && left != Some(0));
        }
    }

    fn unpack_servers(&self, node: &mut Node, from: &mut Reader<'_>) {
        for column in 0..self.columns() {
            let holder = value(from.get(self.holder)).map(client_id);
            let left = from.get(self.left);
            let lease = holder.map(|holder| Lease {
                holder,
                remaining: (left > 0).then(|| ticks(left)),
            });
            let token = token(from.get(self.token));
            node.state.servers[column] = Server { lease, token };
        }
        if self.alike {
            let first = node.state.servers[0];
            node.state.servers.fill(first);
        }
    }
}

/// The highest token that the searched states can contain.
///
/// Where tokens are renamed to their rank there are fewer ranks than tokens that are remembered: by
/// the servers, which agree, by each client, by the resource and by the monitor of token order.
/// Elsewhere a server counts one for each attempt that reaches it.
fn most_token(world: &World) -> u64 {
    if world.tokens_are_ranks() {
        return world.clients.len() as u64 + 2;
    }
    let attempts = world.clients.iter().map(|client| {
        let rounds = client.rounds.map(u64::from);
        let attempts = client.attempts.map(u64::from);
        rounds
            .zip(attempts)
            .map(|(rounds, attempts)| rounds * attempts)
    });
    attempts.sum::<Option<u64>>().unwrap_or(u64::MAX)
}

/// The properties that a transition can violate.
fn invariants(asked: PropertySet) -> Vec<Property> {
    asked
        .iter()
        .filter(|property| *property != Property::StuckLock)
        .collect()
}

/// A number that may be absent, as one that is not.
fn code(value: Option<u64>) -> u64 {
    value.map_or(0, |value| value + 1)
}

fn value(code: u64) -> Option<u64> {
    code.checked_sub(1)
}

// Only numbers that were packed are unpacked, so they fit the type they came from.

fn ticks(value: u64) -> Ticks {
    Ticks::try_from(value).unwrap_or(Ticks::MAX)
}

fn token(value: u64) -> Token {
    Token::try_from(value).unwrap_or(Token::MAX)
}

fn client_id(value: u64) -> ClientId {
    ClientId::try_from(value).unwrap_or(ClientId::MAX)
}
