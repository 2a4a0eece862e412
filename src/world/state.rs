//! What changes during an execution.
//!
//! Nothing here grows for ever: leases, arrivals, pauses and deadlines are kept as *remaining* ticks,
//! never as absolute times, and tokens and versions only matter in comparison with one another (see
//! [`super::rank`]). Everything that belongs to one lock server stands in one [`Server`], so that the
//! servers can be treated as interchangeable.

use super::{Arrival, Bound, ClientId, ClientSetup, SeededFault, Ticks, Token, Version, World};

/// One moment of an execution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The lock servers, one column each.
    pub servers: Vec<Server>,
    /// The clients, in the order of [`World::clients`].
    pub clients: Vec<Client>,
    /// The protected resource.
    pub resource: Resource,
    /// How many more pauses the adversary may start; `None` if it is free to.
    pub pauses_left: Bound,
}

/// What one lock server remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Server {
    /// The lease that is out, if any.
    pub lease: Option<Lease>,
    /// The token of the latest grant.
    pub token: Token,
}

/// A lease that is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lease {
    /// To whom it was granted.
    pub holder: ClientId,
    /// Ticks until the server says no, at least 1; `None` if it never will.
    pub remaining: Option<Ticks>,
}

/// What one client knows, and where in its program it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client {
    /// Where in its program the client stands.
    pub stage: Stage,
    /// Whether it has used this tick.
    pub acted: bool,
    /// The pause it is in, if any.
    pub pause: Option<Pause>,
    /// The fencing token of its grant, kept until the round is over.
    pub token: Option<Token>,
    /// The version of the value it has in memory. Kept only where the resource compares versions.
    pub snapshot: Option<Version>,
    /// Ticks until its lease has run out by its own clock. Kept only if its program looks at it.
    pub deadline: Option<Ticks>,
    /// Whether the lock service has vouched for the write that comes next ([`super::Fencing::Ask`]).
    pub vouched: bool,
    /// Rounds still to begin or to finish; `None` if it loops for ever.
    pub rounds_left: Bound,
    /// Attempts left in this round; `None` if it polls until it is granted.
    pub attempts_left: Bound,
}

/// Where in its program a client stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// It has not arrived: it will after so many ticks, or, with `None`, when it likes.
    Away(Option<Ticks>),
    /// It runs, and this step of its program is next. A client that polls stays at `acquire`.
    At(u8),
    /// It has finished all its rounds.
    Done,
}

/// A pause: the client takes no step and notices nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pause {
    /// Ticks until it ends by itself, at least 1; `None` if only the adversary ends it.
    pub remaining: Option<Ticks>,
}

/// The protected resource.
///
/// Its value is not kept: no rule looks at it. Whoever replays a path can work it out from the reads
/// and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resource {
    /// The highest fencing token seen. Raised only under rules that compare tokens.
    pub bar: Token,
    /// How many writes were accepted. Counted only under [`super::Fencing::Cas`].
    pub version: Version,
}

impl State {
    /// The state before anything has happened.
    pub(crate) fn initial(world: &World) -> State {
        // The faulty server stands still at its first count.
        let token = Token::from(world.has(SeededFault::RepeatsToken));
        State {
            servers: vec![Server { lease: None, token }; usize::from(world.lock.servers)],
            clients: world.clients.iter().map(Client::initial).collect(),
            resource: Resource { bar: 0, version: 0 },
            pauses_left: world.adversary.pauses.count,
        }
    }

    /// One client.
    #[must_use]
    pub fn client(&self, client: ClientId) -> &Client {
        &self.clients[usize::from(client)]
    }

    /// One client, to change it.
    pub(crate) fn client_mut(&mut self, client: ClientId) -> &mut Client {
        &mut self.clients[usize::from(client)]
    }

    /// How many servers have a live lease out to this client.
    #[must_use]
    pub fn servers_held_by(&self, client: ClientId) -> usize {
        self.servers
            .iter()
            .filter(|server| server.inspect(client))
            .count()
    }
}

impl Client {
    fn initial(setup: &ClientSetup) -> Client {
        let stage = match setup.arrives {
            Arrival::Any => Stage::Away(None),
            Arrival::At(0) => Stage::At(0),
            Arrival::At(tick) => Stage::Away(Some(tick)),
        };
        Client {
            stage,
            acted: false,
            pause: None,
            token: None,
            snapshot: None,
            deadline: None,
            vouched: false,
            rounds_left: setup.rounds,
            attempts_left: setup.attempts,
        }
    }

    /// Whether the client has a step to take in this tick and has not taken it. Such a client holds
    /// up time: the tick ends when there is none left.
    #[must_use]
    pub fn is_due(&self) -> bool {
        matches!(self.stage, Stage::At(_)) && self.pause.is_none() && !self.acted
    }

    /// Whether the client stands between the grant of its lease and the end of its round.
    #[must_use]
    pub fn is_working(&self) -> bool {
        matches!(self.stage, Stage::At(step) if step > 0)
    }
}
