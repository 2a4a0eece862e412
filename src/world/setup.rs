//! What a world is made of: everything that is fixed before an execution begins.

use super::{ClientId, ServerId, State, Ticks};

/// A number that may be unlimited; `None` means without bound.
pub type Bound = Option<u16>;

/// The fixed part of a world. What moves is in [`State`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    /// The lock service.
    pub lock: Lock,
    /// The clients, at least one. A [`ClientId`] is an index into this list.
    pub clients: Vec<ClientSetup>,
    /// The rule by which the resource accepts and refuses.
    pub fencing: Fencing,
    /// What the adversary may do.
    pub adversary: Adversary,
    /// A deliberate defect, to see that the properties notice. `None` in every honest world.
    pub seeded_fault: Option<SeededFault>,
}

/// The lock service: independent servers, a majority of which must agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// How many servers there are, 1 to 64.
    pub servers: u8,
    /// The length of a lease. A lease granted at `t` covers the half-open interval `[t, t + ttl)`.
    pub ttl: Ticks,
    /// How a lease ends when nobody releases it.
    pub expiry: Expiry,
    /// Which servers a client reaches when it tries to acquire.
    pub reach: Reach,
}

/// How a lease ends when nobody releases it (study guide, 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expiry {
    /// The server's own clock ends it `ttl` ticks after the grant.
    Clock,
    /// It does not: the lock is held until its holder releases it.
    Never,
}

/// Which servers a client reaches in one attempt to acquire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// All of them, always. The servers' counters then agree for ever.
    All,
    /// Any non-empty subset, chosen anew in each attempt. The counters drift apart (study guide,
    /// 5.2), tokens can no longer be renamed to their rank, and attempts have to be bounded.
    Any,
}

/// One client: a name and the program it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientSetup {
    /// What people call it.
    pub name: String,
    /// One round of its work. It begins with [`Step::Acquire`], and only there.
    pub program: Vec<Step>,
    /// When it begins to ask for the lock.
    pub arrives: Arrival,
    /// How often it runs its program.
    pub rounds: Bound,
    /// How often it asks in one round before it gives the round up.
    pub attempts: Bound,
    /// Whether the adversary may pause it.
    pub pausable: bool,
}

/// When a client begins to ask for the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// When it likes, in every round anew. Waiting before it asks is no fault.
    Any,
    /// At this tick, and in later rounds at once.
    At(Ticks),
}

/// One step of a client's program: a line of code that the adversary may pause before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// Ask all reachable servers for the lease; one attempt a tick until a majority grants it.
    Acquire,
    /// Read the resource's value into memory.
    Read,
    /// Write back what was read, with the client's own letter appended.
    Write,
    /// Give the lease back.
    Release,
    /// Ask the lock service "do I still hold it?", and give up if not.
    Check,
    /// Look at the local clock, and give up if the lease must have run out by now.
    CheckDeadline,
    /// Raise the resource's bar to the client's own token before reading.
    Seal,
}

/// The rule by which the resource accepts and refuses (design of the checker, section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fencing {
    /// Accept everything.
    Off,
    /// Refuse a write whose token is below the bar; an accepted write raises the bar.
    On,
    /// As [`Fencing::On`], and a read carries the token too: refused below the bar, raises it
    /// otherwise.
    Reads,
    /// As [`Fencing::On`], but a token equal to the bar is refused as well.
    Strict,
    /// No token: accept a write only if the version is still the one that was read.
    Cas,
    /// Accept only if the writer holds the lock at this instant, checked atomically with the write.
    Owner,
    /// Ask the lock service, then write: two steps, with room for a pause between them.
    Ask,
}

/// What the adversary may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adversary {
    /// Pauses of clients.
    pub pauses: Pauses,
}

/// How many pauses there may be, and how long each. No pauses at all is a `count` of zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pauses {
    /// The number of pauses of all clients together.
    pub count: Bound,
    /// The longest pause, in ticks, at least 1. Without bound a client may stay paused for ever.
    pub length: Option<Ticks>,
}

/// A deliberate defect. Each exists to show that a property can fail, and that those which should
/// hold in spite of it still do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SeededFault {
    /// A lock server grants although a live lease is outstanding.
    IgnoresLease,
    /// A lock server never ends a lease although it promised an end.
    IgnoresExpiry,
    /// A lock server does not count its grants, so that every grant carries the same token.
    RepeatsToken,
    /// A lock server frees whatever lease there is, whoever asks for the release.
    ReleasesAnyones,
    /// One grant counts as a quorum.
    QuorumOfOne,
    /// A client that was denied goes on as if it had been granted.
    IgnoresDenial,
    /// The resource does not keep the bar it should have raised.
    ForgetsBar,
    /// The resource checks reads but does not raise the bar for them.
    ReadKeepsBar,
    /// The resource refuses a token equal to the bar.
    RefusesEqual,
}

impl World {
    /// How many servers make a majority.
    #[must_use]
    pub fn quorum(&self) -> u8 {
        match self.seeded_fault {
            Some(SeededFault::QuorumOfOne) => 1,
            _ => self.lock.servers / 2 + 1,
        }
    }

    /// Whether this deliberate defect is part of the world.
    pub(crate) fn has(&self, fault: SeededFault) -> bool {
        self.seeded_fault == Some(fault)
    }

    /// The setup of one client.
    #[must_use]
    pub fn client(&self, client: ClientId) -> &ClientSetup {
        &self.clients[usize::from(client)]
    }

    /// All clients, by number.
    pub fn client_ids(&self) -> impl Iterator<Item = ClientId> + use<> {
        (0..self.clients.len()).map(|i| ClientId::try_from(i).expect("clients are bounded"))
    }

    /// All servers, by number.
    pub fn server_ids(&self) -> impl Iterator<Item = ServerId> + use<> {
        0..self.lock.servers
    }

    /// What a lease covers from the moment of its grant; `None` when it has no end.
    #[must_use]
    pub fn lease_length(&self) -> Option<Ticks> {
        match self.lock.expiry {
            Expiry::Clock => Some(self.lock.ttl),
            Expiry::Never => None,
        }
    }

    /// Whether tokens can be renamed to their rank (see [`crate::world::rank`]).
    #[must_use]
    pub fn tokens_are_ranks(&self) -> bool {
        self.lock.reach == Reach::All
    }

    /// Whether a step of one client leaves the others as they are, but for the names of their tokens.
    /// Under [`Fencing::Cas`] a write makes the snapshots of all others old.
    #[must_use]
    pub(crate) fn steps_are_local(&self) -> bool {
        self.fencing != Fencing::Cas
    }

    /// The state before anything has happened.
    #[must_use]
    pub fn initial(&self) -> State {
        State::initial(self)
    }
}

impl Step {
    /// Every step, in the order in which help texts list them.
    pub const ALL: [Step; 7] = [
        Step::Acquire,
        Step::Read,
        Step::Write,
        Step::Release,
        Step::Check,
        Step::CheckDeadline,
        Step::Seal,
    ];

    /// The word for it in a model file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Step::Acquire => "acquire",
            Step::Read => "read",
            Step::Write => "write",
            Step::Release => "release",
            Step::Check => "check",
            Step::CheckDeadline => "check-deadline",
            Step::Seal => "seal",
        }
    }
}

impl Fencing {
    /// Every rule, in the order in which help texts list them.
    pub const ALL: [Fencing; 7] = [
        Fencing::Off,
        Fencing::On,
        Fencing::Reads,
        Fencing::Strict,
        Fencing::Cas,
        Fencing::Owner,
        Fencing::Ask,
    ];

    /// The word for it in a model file and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fencing::Off => "off",
            Fencing::On => "on",
            Fencing::Reads => "reads",
            Fencing::Strict => "strict",
            Fencing::Cas => "cas",
            Fencing::Owner => "owner",
            Fencing::Ask => "ask",
        }
    }

    /// Whether the resource compares tokens at all.
    #[must_use]
    pub fn compares_tokens(self) -> bool {
        matches!(self, Fencing::On | Fencing::Reads | Fencing::Strict)
    }
}

impl SeededFault {
    /// Every seeded fault.
    pub const ALL: [SeededFault; 9] = [
        SeededFault::IgnoresLease,
        SeededFault::IgnoresExpiry,
        SeededFault::RepeatsToken,
        SeededFault::ReleasesAnyones,
        SeededFault::QuorumOfOne,
        SeededFault::IgnoresDenial,
        SeededFault::ForgetsBar,
        SeededFault::ReadKeepsBar,
        SeededFault::RefusesEqual,
    ];

    /// The word for it in a model file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SeededFault::IgnoresLease => "server-ignores-lease",
            SeededFault::IgnoresExpiry => "server-ignores-expiry",
            SeededFault::RepeatsToken => "server-repeats-token",
            SeededFault::ReleasesAnyones => "server-releases-anyones",
            SeededFault::QuorumOfOne => "quorum-of-one",
            SeededFault::IgnoresDenial => "client-ignores-denial",
            SeededFault::ForgetsBar => "resource-forgets-bar",
            SeededFault::ReadKeepsBar => "resource-read-keeps-bar",
            SeededFault::RefusesEqual => "resource-refuses-equal",
        }
    }
}

#[cfg(test)]
impl World {
    /// A world in which there is nobody, for unit tests to begin with.
    pub(crate) fn empty() -> World {
        World {
            lock: Lock {
                servers: 1,
                ttl: 10,
                expiry: Expiry::Clock,
                reach: Reach::All,
            },
            clients: Vec::new(),
            fencing: Fencing::Off,
            adversary: Adversary {
                pauses: Pauses {
                    count: None,
                    length: None,
                },
            },
            seeded_fault: None,
        }
    }
}
