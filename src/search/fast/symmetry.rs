//! Reductions: one representative of all nodes that differ only in names.
//!
//! **Servers.** No rule of the world and no property looks at the number of a server. A permutation
//! of the servers therefore maps executions to executions, faults to faults and violations to
//! violations. What belongs to one server (its lease, its token, and what the ledger says it
//! promised) is permuted as one column; the representative has its columns sorted.
//!
//! **Clients.** The same holds for clients whose setups are equal but for the name: they run the same
//! program under the same bounds, and nothing compares the numbers of clients. What belongs to one
//! client is all that the state says of it, the leases and promises it holds, its place in the order
//! of grants, and what each monitor remembers of it. The representative has equal clients sorted by
//! all this.
//!
//! The representative is the same for all nodes of a class, so a state that can be reached has its
//! representative among those that are reached by representatives, at the same cost. Where both
//! kinds are permuted at once, clients are first compared by what no permutation of servers changes,
//! and every order of those that are still equal is tried; the one whose packed form comes first
//! wins.
//!
//! A second kind of reduction, for steps within a tick that commute, would not belong here but in
//! [`super::expand`]: it changes which successors a node has, not which node stands for which.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::codec::{Codec, Misfit};
use crate::property::Promise;
use crate::search::Node;
use crate::world::{ClientId, Reach, Server, ServerId, Ticks, World};

/// Which reductions a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// Servers are interchangeable.
    pub servers: bool,
    /// Clients with the same setup are interchangeable.
    pub clients: bool,
}

impl Default for Reductions {
    fn default() -> Reductions {
        Reductions::ALL
    }
}

impl Reductions {
    /// All of them.
    pub const ALL: Reductions = Reductions {
        servers: true,
        clients: true,
    };

    /// None: every state is explored for itself.
    pub const NONE: Reductions = Reductions {
        servers: false,
        clients: false,
    };
}

/// The order of clients is tried out only up to so many possibilities.
const MOST_ORDERS: usize = 120;

/// What the numbers of servers mean to a representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Servers {
    /// Nothing: all are reached together always, and so are alike.
    Alike,
    /// Nothing: their columns are sorted.
    Permuted,
    /// Each is itself.
    Distinct,
}

/// Finds representatives.
#[derive(Debug)]
pub(super) struct Symmetry {
    servers: Servers,
    /// For each client its class; clients of one class stand side by side in `members`.
    members: Vec<Vec<usize>>,
    /// All orders of the clients that keep the classes. Empty if none has to be tried.
    orders: Vec<Vec<usize>>,
    scratch: Scratch,
}

#[derive(Debug, Default)]
struct Scratch {
    keys: Vec<Key>,
    order: Vec<usize>,
    columns: Vec<Column>,
    packed: Vec<u8>,
    clients: Vec<crate::world::Client>,
}

/// What belongs to a client, as numbers to be compared.
type Key = SmallVec<[u128; 4]>;

/// What belongs to a server.
type Column = (Server, SmallVec<[Promise; 2]>);

impl Symmetry {
    /// The symmetries of this world that are to be used.
    pub(super) fn new(world: &World, reductions: Reductions) -> Symmetry {
        // Servers that are always reached together are always alike: there is nothing to sort.
        let servers = match world.lock.reach {
            Reach::All => Servers::Alike,
            Reach::Any if reductions.servers => Servers::Permuted,
            Reach::Any => Servers::Distinct,
        };
        let mut members = if reductions.clients {
            classes(world)
        } else {
            Vec::new()
        };
        members.retain(|class| class.len() > 1);
        let mut orders = Vec::new();
        if servers == Servers::Permuted && !members.is_empty() {
            orders = all_orders(world.clients.len(), &members);
            if orders.len() > MOST_ORDERS {
                members.clear();
                orders.clear();
            }
        }
        Symmetry {
            servers,
            members,
            orders,
            scratch: Scratch::default(),
        }
    }

    /// Whether every node is its own representative.
    pub(super) fn is_trivial(&self) -> bool {
        self.servers != Servers::Permuted && self.members.is_empty()
    }

    /// Packs the representative of `node`, which may be changed on the way.
    pub(super) fn pack(
        &mut self,
        codec: &Codec,
        node: &mut Node,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Misfit> {
        if !self.members.is_empty() {
            self.sort_clients(codec, node);
        }
        if self.servers == Servers::Permuted {
            sort_columns(node, &mut self.scratch.columns);
        }
        codec.pack(node, bytes)?;
        if self.orders.is_empty() || !self.has_ties() {
            return Ok(());
        }
        self.try_orders(codec, node, bytes)
    }

    fn sort_clients(&mut self, codec: &Codec, node: &mut Node) {
        let Scratch {
            keys,
            order,
            clients: copies,
            ..
        } = &mut self.scratch;
        let clients = node.state.clients.len();
        keys.resize_with(clients, Key::new);
        order.clear();
        order.extend(0..clients);
        for class in &self.members {
            for member in class {
                write_key(codec, node, *member, self.servers, &mut keys[*member]);
            }
            let sorted = class.is_sorted_by(|one, other| keys[*one] <= keys[*other]);
            if sorted {
                continue;
            }
            let mut by_key: SmallVec<[usize; 8]> = class.iter().copied().collect();
            by_key.sort_by(|one, other| keys[*one].cmp(&keys[*other]));
            for (place, member) in class.iter().zip(by_key) {
                order[*place] = member;
            }
        }
        if !order.is_sorted() {
            permute_clients(node, order, copies);
            if !self.orders.is_empty() {
                let sorted = order.iter().map(|old| keys[*old].clone()).collect();
                *keys = sorted;
            }
        }
    }

    /// Whether some clients of one class cannot be told apart by their keys.
    fn has_ties(&self) -> bool {
        let keys = &self.scratch.keys;
        self.members
            .iter()
            .any(|class| class.windows(2).any(|pair| keys[pair[0]] == keys[pair[1]]))
    }

    fn try_orders(
        &mut self,
        codec: &Codec,
        node: &Node,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Misfit> {
        let Scratch {
            keys,
            columns,
            packed,
            clients,
            ..
        } = &mut self.scratch;
        for order in &self.orders {
            let keeps_keys = order
                .iter()
                .enumerate()
                .all(|(new, old)| keys[new] == keys[*old]);
            if !keeps_keys {
                continue;
            }
            let mut other = node.clone();
            permute_clients(&mut other, order, clients);
            sort_columns(&mut other, columns);
            codec.pack(&other, packed)?;
            if packed.as_slice().cmp(bytes.as_slice()) == Ordering::Less {
                std::mem::swap(packed, bytes);
            }
        }
        Ok(())
    }
}

/// The clients whose setups differ at most in the name.
fn classes(world: &World) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for (number, setup) in world.clients.iter().enumerate() {
        let twin = |class: &&mut Vec<usize>| {
            let mut other = world.clients[class[0]].clone();
            other.name.clone_from(&setup.name);
            other == *setup
        };
        match classes.iter_mut().find(twin) {
            Some(class) => class.push(number),
            None => classes.push(vec![number]),
        }
    }
    classes
}

/// All orders of so many clients in which each class keeps its places. Stops when they are too many.
fn all_orders(clients: usize, classes: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut orders = vec![(0..clients).collect::<Vec<_>>()];
    for class in classes {
        for place in (1..class.len()).rev() {
            if orders.len() > MOST_ORDERS {
                return orders;
            }
            let swapped = orders.iter().flat_map(|order| {
                (0..=place).map(|other| {
                    let mut order = order.clone();
                    order.swap(class[place], class[other]);
                    order
                })
            });
            orders = swapped.collect();
        }
    }
    orders
}

/// Writes down all that belongs to a client. If servers are permuted as well, what it has at single
/// servers is sorted and goes without their numbers, so that no permutation of servers changes it.
fn write_key(codec: &Codec, node: &Node, number: usize, servers_are: Servers, key: &mut Key) {
    let id = client_id(number);
    let remembered = node.monitors.remembered();
    let place = remembered.order.iter().position(|other| *other == id);
    let memory = [
        remembered.newest == Some(id),
        remembered.overtaken.contains(&id),
        remembered.current.contains(&id),
        remembered.replaced.contains(&id),
    ];
    let memory = memory
        .iter()
        .fold(0, |bits, bit| 2 * bits + u128::from(*bit));
    key.clear();
    key.push(codec.client_code(node, number));
    key.push(place.map_or(0, |place| 1 + place as u128) << 8 | memory);
    // Servers that are always reached together are alike: the first speaks for all.
    let alike = servers_are == Servers::Alike;
    let servers = if alike { 1 } else { node.state.servers.len() };
    let at = |server: usize, remaining: Option<Ticks>| {
        let left = remaining.map_or(0, |left| 1 + u128::from(left));
        match servers_are {
            Servers::Permuted => u128::from(node.state.servers[server].token) << 64 | left,
            Servers::Alike | Servers::Distinct => (server as u128) << 64 | left,
        }
    };
    let single = key.len();
    for (number, server) in node.state.servers[..servers].iter().enumerate() {
        let lease = server.lease.filter(|lease| lease.holder == id);
        key.extend(lease.map(|lease| at(number, lease.remaining)));
    }
    key[single..].sort_unstable();
    key.push(u128::MAX);
    if codec.stores_promises() {
        let promises = key.len();
        let own = remembered
            .promises
            .iter()
            .filter(|promise| promise.client == id);
        let here = own.filter(|promise| usize::from(promise.server) < servers);
        key.extend(here.map(|promise| at(promise.server.into(), promise.remaining)));
        key[promises..].sort_unstable();
    }
}

/// Puts the clients into another order: the client at each place is the one that `order` names.
fn permute_clients(node: &mut Node, order: &[usize], scratch: &mut Vec<crate::world::Client>) {
    let mut renamed: SmallVec<[ClientId; 8]> = SmallVec::from_elem(0, order.len());
    for (new, old) in order.iter().enumerate() {
        renamed[*old] = client_id(new);
    }
    let rename = |client: &mut ClientId| *client = renamed[usize::from(*client)];
    scratch.clear();
    scratch.extend(order.iter().map(|old| node.state.clients[*old]));
    node.state.clients.clone_from_slice(scratch);
    for lease in node
        .state
        .servers
        .iter_mut()
        .filter_map(|server| server.lease.as_mut())
    {
        rename(&mut lease.holder);
    }
    let remembered = node.monitors.remembered_mut();
    remembered
        .promises
        .iter_mut()
        .for_each(|promise| rename(&mut promise.client));
    remembered.promises.sort_unstable();
    remembered.order.iter_mut().for_each(rename);
    remembered.newest.iter_mut().for_each(rename);
    for sorted in [
        remembered.overtaken,
        remembered.current,
        remembered.replaced,
    ] {
        sorted.iter_mut().for_each(rename);
        sorted.sort_unstable();
    }
}

/// Sorts the columns of the servers.
fn sort_columns(node: &mut Node, columns: &mut Vec<Column>) {
    columns.clear();
    columns.extend(
        node.state
            .servers
            .iter()
            .map(|server| (*server, SmallVec::new())),
    );
    let promises = node.monitors.remembered_mut().promises;
    for promise in &*promises {
        let anonymous = Promise {
            server: 0,
            ..*promise
        };
        columns[usize::from(promise.server)].1.push(anonymous);
    }
    if columns.is_sorted() {
        return;
    }
    columns.sort_unstable();
    promises.clear();
    for (number, (server, promised)) in columns.iter().enumerate() {
        node.state.servers[number] = *server;
        let server: ServerId = client_id(number);
        promises.extend(
            promised
                .iter()
                .map(|promise| Promise { server, ..*promise }),
        );
    }
}

fn client_id(number: usize) -> ClientId {
    ClientId::try_from(number).unwrap_or(ClientId::MAX)
}
