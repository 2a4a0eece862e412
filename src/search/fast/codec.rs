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

use std::fmt;

use super::bits::{Field, Reader, Writer};
use super::learned::{MOST_CLIENTS, MOST_CODE};
use super::word::{ClientBits, Layout, MOST_TOKEN, Word};
use crate::property::{Promise, Property, PropertySet, RememberedMut};
use crate::search::{Checked, Node};
use crate::world::{
    Arrival, Bound, Client, ClientId, ClientSetup, Expiry, Fencing, Lease, Pause, Reach,
    SeededFault, Server, ServerId, Stage, Step, Ticks, Token, World,
};

/// The node does not fit the layout: a bound is wrong, which is a defect of the checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit;

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

/// Where the promises of the ledger are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Promises {
    /// There are none: no property that was asked reads them.
    Unused,
    /// They are exactly the leases that are out.
    Leases,
    /// They are stored: one bit for every promise that there can be.
    Stored,
}

/// The fields of one client.
#[derive(Clone, Copy, Debug)]
struct ClientFields {
    /// How many bits all of it has.
    bits: u32,
    /// How many of them are those of the fields that most worlds do not use.
    rare_bits: u32,
    steps: u64,
    token: Field,
    arrives_any_time: bool,
    stage: Field,
    acted: Field,
    pause: Field,
    pause_ends: bool,
    snapshot: Field,
    deadline: Field,
    vouched: Field,
    rounds_left: Field,
    attempts_left: Field,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a state is outside the bounds that were worked out for this world")
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
            Err(Misfit)
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
        if to.finish() { Ok(()) } else { Err(Misfit) }
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

    /// Which bits belong to whom, if a packed state fits into a word.
    pub(super) fn layout(&self, world: &World) -> Option<Layout> {
        let clients = self.clients_as_bits(world.tokens_are_ranks());
        let small = |(fields, bits): (&ClientFields, &ClientBits)| {
            fields.bits <= MOST_CODE && bits.token <= MOST_TOKEN
        };
        let fits = self.width <= size_of::<Word>()
            && self.client.len() <= MOST_CLIENTS
            && self.client.iter().zip(&clients).all(small);
        if !fits {
            return None;
        }
        let all = clients.iter().fold(0, |all, client| all | client.all());
        let acted = |client: &ClientBits| Word::from(client.acted) << client.behind;
        let violated = Word::from(self.violated.mask());
        // A grant over a live lease is the one step that could set a lease to what it has left.
        let ends = if world.has(SeededFault::IgnoresLease) {
            Vec::new()
        } else {
            self.ends_of_leases()
        };
        let shared = !(all | violated);
        let surroundings = ends.iter().fold(shared, |rest, end| rest & !end);
        let stage = |client: &ClientBits| Word::from(client.stage) << client.behind;
        Some(Layout {
            violated,
            shared,
            surroundings,
            address: clients
                .iter()
                .fold(surroundings, |all, client| all | stage(client)),
            timed: below(clients.first()?.behind) & !violated,
            ends,
            acted: clients.iter().fold(0, |all, client| all | acted(client)),
            clients,
        })
    }

    /// The bits that say how long leases last.
    fn ends_of_leases(&self) -> Vec<Word> {
        let first = self.violated.bits() + self.holder.bits();
        let left = Word::from(self.left.mask());
        let of_server = |server| left << (first + server * self.column_bits());
        (0..).take(self.columns()).map(of_server).collect()
    }

    fn column_bits(&self) -> u32 {
        self.holder.bits() + self.left.bits() + self.token.bits()
    }

    fn clients_as_bits(&self, renames: bool) -> Vec<ClientBits> {
        let promises = match self.promises {
            Promises::Unused | Promises::Leases => 0,
            Promises::Stored => self.possible_promises().count(),
        };
        let column = self.column_bits() as usize;
        let first = self.violated.bits() as usize + self.columns() * column + promises;
        let mut behind = u32::try_from(first).unwrap_or(u32::MAX);
        let bits_of = |fields: &ClientFields| {
            let bits = fields.as_bits(behind, renames);
            behind = behind.saturating_add(fields.bits);
            bits
        };
        self.client.iter().map(bits_of).collect()
    }

    /// Whether the promises of the ledger say more than the leases that are out.
    pub(super) fn stores_promises(&self) -> bool {
        self.promises == Promises::Stored
    }

    /// All that the state says of a client, as one number.
    #[inline]
    pub(super) fn client_code(&self, node: &Node, client: usize) -> u128 {
        self.client[client].code(&node.state.clients[client]).0
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

    fn pack_promises(&self, node: &Node, to: &mut Writer<'_>) {
        let promises = node.monitors.remembered().promises;
        match self.promises {
            Promises::Unused => to.expect(promises.is_empty()),
            Promises::Leases => to.expect(promises.iter().copied().eq(leases(&node.state.servers))),
            Promises::Stored => self.store_promises(promises, to),
        }
    }

    /// One bit for every promise that there can be, in the order of the list, which is sorted.
    fn store_promises(&self, promises: &[Promise], to: &mut Writer<'_>) {
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

    fn possible_promises(&self) -> impl Iterator<Item = Promise> {
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

    fn unpack_promises(&self, node: &mut Node, from: &mut Reader<'_>) {
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

    /// The order of grants: each place has one bit less to choose from than the place before, because
    /// no client is in the order twice.
    fn pack_order(&self, node: &Node, to: &mut Writer<'_>) {
        let order = node.monitors.remembered().order;
        if !self.uses_ledger {
            return to.expect(order.is_empty());
        }
        for place in 0..self.client.len() {
            let code = order.get(place).map_or(0, |client| {
                let earlier = order[..place].iter().filter(|other| *other < client);
                u64::from(*client) - earlier.count() as u64 + 1
            });
            to.put(Field::up_to((self.client.len() - place) as u64), code);
        }
    }

    fn unpack_order(&self, node: &mut Node, from: &mut Reader<'_>) {
        let order = node.monitors.remembered_mut().order;
        order.clear();
        if !self.uses_ledger {
            return;
        }
        for place in 0..self.client.len() {
            let code = from.get(Field::up_to((self.client.len() - place) as u64));
            let Some(skipped) = code.checked_sub(1) else {
                continue;
            };
            let clients = (0..self.client.len() as u64).map(client_id);
            let mut left = clients.filter(|client| !order.contains(client));
            let client = left.nth(usize::try_from(skipped).unwrap_or(usize::MAX));
            order.extend(client);
        }
    }

    fn pack_memory(&self, node: &Node, to: &mut Writer<'_>) {
        let remembered = node.monitors.remembered();
        to.put(self.newest, code(remembered.newest.map(u64::from)));
        to.put(self.highest, remembered.highest.into());
        self.pack_set(self.overtaken, remembered.overtaken, to);
        self.pack_set(self.snapshots, remembered.current, to);
        self.pack_set(self.snapshots, remembered.replaced, to);
    }

    /// One bit for each client, or none if the set is not used.
    fn pack_set(&self, used: bool, set: &[ClientId], to: &mut Writer<'_>) {
        if !used {
            return to.expect(set.is_empty());
        }
        for first in (0..self.client.len()).step_by(32) {
            let places = set
                .iter()
                .map(|client| usize::from(*client).wrapping_sub(first));
            let here = places.filter(|place| *place < 32);
            to.put(self.part_of_set(first), here.map(|place| 1 << place).sum());
        }
    }

    fn unpack_set(&self, used: bool, set: &mut Vec<ClientId>, from: &mut Reader<'_>) {
        set.clear();
        if !used {
            return;
        }
        for first in (0..self.client.len()).step_by(32) {
            let mut left = from.get(self.part_of_set(first));
            while left != 0 {
                set.push(client_id(first as u64 + u64::from(left.trailing_zeros())));
                left &= left - 1;
            }
        }
    }

    fn part_of_set(&self, first: usize) -> Field {
        let clients = (self.client.len() - first).min(32);
        Field::of_bits(u32::try_from(clients).unwrap_or(32))
    }

    fn unpack_memory(&self, node: &mut Node, from: &mut Reader<'_>) {
        let RememberedMut {
            newest,
            highest,
            overtaken,
            current,
            replaced,
            ..
        } = node.monitors.remembered_mut();
        *newest = value(from.get(self.newest)).map(client_id);
        *highest = token(from.get(self.highest));
        self.unpack_set(self.overtaken, overtaken, from);
        self.unpack_set(self.snapshots, current, from);
        self.unpack_set(self.snapshots, replaced, from);
    }
}

impl ClientFields {
    fn new(world: &World, setup: &ClientSetup, most_token: u64) -> ClientFields {
        let pauses = world.adversary.pauses;
        let pausable = setup.pausable && pauses.count != Some(0);
        let looks_at_clock = setup.program.contains(&Step::CheckDeadline);
        let asks_service = world.fencing == Fencing::Ask && setup.program.contains(&Step::Write);
        let steps = setup.program.len() as u64;
        let away = match setup.arrives {
            Arrival::Any => 1,
            Arrival::At(tick) => u64::from(tick),
        };
        let done = u64::from(setup.rounds.is_some());
        let mut fields = ClientFields {
            bits: 0,
            rare_bits: 0,
            steps,
            token: Field::maybe_up_to(most_token),
            arrives_any_time: setup.arrives == Arrival::Any,
            stage: Field::up_to(steps + away + done - 1),
            acted: Field::flag(true),
            pause: Field::up_to(if pausable {
                pauses.length.map_or(1, u64::from)
            } else {
                0
            }),
            pause_ends: pauses.length.is_some(),
            snapshot: Field::up_to(if world.fencing == Fencing::Cas { 2 } else { 0 }),
            deadline: match world.lease_length() {
                Some(ttl) if looks_at_clock => Field::maybe_up_to(ttl.into()),
                _ => Field::up_to(0),
            },
            vouched: Field::flag(asks_service),
            rounds_left: bounded(setup.rounds),
            attempts_left: bounded(setup.attempts),
        };
        let bits = |fields: &[Field]| fields.iter().map(|field| field.bits()).sum();
        fields.rare_bits = bits(&fields.rare());
        fields.bits = fields.rare_bits + bits(&fields.usual());
        fields
    }

    fn usual(&self) -> [Field; 4] {
        [self.stage, self.acted, self.pause, self.token]
    }

    fn rare(&self) -> [Field; 5] {
        [
            self.snapshot,
            self.deadline,
            self.vouched,
            self.rounds_left,
            self.attempts_left,
        ]
    }

    /// Where the parts of the client's code are, if it stands behind so many bits.
    fn as_bits(&self, behind: u32, renames: bool) -> ClientBits {
        let [stage, acted, pause, token] = self.usual();
        let pause_behind = stage.bits() + acted.bits();
        ClientBits {
            behind,
            bits: self.bits,
            stage: stage.mask(),
            steps: self.steps,
            acted: acted.mask() << stage.bits(),
            pause: pause.mask() << pause_behind,
            token_behind: pause_behind + pause.bits(),
            token: if renames { token.mask() } else { 0 },
        }
    }

    /// All that the state says of the client, as one number, and whether every part of it fits.
    #[inline]
    fn code(&self, client: &Client) -> (u128, bool) {
        let pause = client
            .pause
            .map(|pause| pause.remaining.map_or(1, u64::from));
        let mut fits = pause != Some(0)
            && client
                .pause
                .is_none_or(|pause| pause.remaining.is_some() == self.pause_ends)
            && self.has(client.stage);
        let mut code = 0;
        let mut bits = 0;
        let mut put = |field: Field, value: u64| {
            fits &= value <= field.most();
            code |= u128::from(value) << bits;
            bits += field.bits();
        };
        put(self.stage, self.stage_code(client.stage));
        put(self.acted, client.acted.into());
        put(self.pause, pause.unwrap_or(0));
        put(self.token, self::code(client.token.map(u64::from)));
        if self.rare_bits > 0 {
            put(self.snapshot, self::code(client.snapshot.map(u64::from)));
            put(self.deadline, self::code(client.deadline.map(u64::from)));
            put(self.vouched, client.vouched.into());
            put(self.rounds_left, client.rounds_left.map_or(0, u64::from));
            put(
                self.attempts_left,
                client.attempts_left.map_or(0, u64::from),
            );
        } else {
            fits &= !client.vouched && client.snapshot.is_none() && client.deadline.is_none();
        }
        (code, fits)
    }

    /// Makes the client what the code says of it.
    #[inline]
    fn restore(&self, code: u128, client: &mut Client) {
        let mut left = code;
        let mut get = |field: Field| {
            let value = left & u128::from(field.mask());
            left >>= field.bits();
            u64::try_from(value).unwrap_or(0)
        };
        client.stage = self.stage_of(get(self.stage));
        client.acted = get(self.acted) == 1;
        let pause = get(self.pause);
        client.pause = (pause > 0).then(|| Pause {
            remaining: self.pause_ends.then(|| ticks(pause)),
        });
        client.token = value(get(self.token)).map(token);
        if self.rare_bits == 0 {
            return;
        }
        client.snapshot = value(get(self.snapshot)).map(token);
        client.deadline = value(get(self.deadline)).map(ticks);
        client.vouched = get(self.vouched) == 1;
        let (rounds, attempts) = (get(self.rounds_left), get(self.attempts_left));
        client.rounds_left = client.rounds_left.map(|_| ticks(rounds));
        client.attempts_left = client.attempts_left.map(|_| ticks(attempts));
    }

    fn has(&self, stage: Stage) -> bool {
        match stage {
            Stage::At(step) => u64::from(step) < self.steps,
            Stage::Away(left) => left.is_none() == self.arrives_any_time,
            Stage::Done => self.ends(),
        }
    }

    /// The steps of the program first, then how long it is away, then that it is done.
    fn stage_code(&self, stage: Stage) -> u64 {
        match stage {
            Stage::At(step) => u64::from(step),
            Stage::Away(None) => self.steps,
            Stage::Away(Some(left)) => self.steps + u64::from(left) - 1,
            Stage::Done => self.stage.most(),
        }
    }

    fn stage_of(&self, code: u64) -> Stage {
        let away = code.checked_sub(self.steps);
        match away {
            None => Stage::At(client_id(code)),
            Some(_) if code == self.stage.most() && self.ends() => Stage::Done,
            Some(_) if self.arrives_any_time => Stage::Away(None),
            Some(left) => Stage::Away(Some(ticks(left + 1))),
        }
    }

    fn ends(&self) -> bool {
        self.rounds_left != Field::up_to(0)
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

/// A promise and a lease are made together, given back together and run out together, unless a
/// server is made to forget its lease, to keep it, or to free somebody else's.
fn promises(world: &World, uses_ledger: bool) -> Promises {
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

/// The properties that a transition can violate.
fn invariants(asked: PropertySet) -> Vec<Property> {
    asked
        .iter()
        .filter(|property| *property != Property::StuckLock)
        .collect()
}

fn bounded(bound: Bound) -> Field {
    Field::up_to(bound.unwrap_or(0).into())
}

/// So many of the lowest bits.
fn below(bits: u32) -> Word {
    (1 << bits) - 1
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
