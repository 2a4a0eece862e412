//! The properties by name: what each means, where it lives, and where it can be checked at all.

use crate::world::{ClientSetup, Fencing, Step, World};

/// A property that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Property {
    /// Two leases of one server overlap.
    GrantOverlap,
    /// Two clients hold a live quorum at the same instant.
    DoubleGrant,
    /// A later grant carries a token that is not higher.
    TokenOrder,
    /// A write is accepted under an older grant than one already applied.
    StaleOverwrite,
    /// An accepted write was computed from a snapshot that another accepted write had replaced.
    LostUpdate,
    /// The write of the newest holder, with a live lease, was refused.
    FalseRejection,
    /// A write is accepted from a client that holds no live quorum. A note, not a failure.
    UnlockedWrite,
    /// From some point on a running client asks and nobody is ever granted.
    StuckLock,
}

/// At which of the three levels a property lives, or that it is about progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// What the lock service promised.
    Grants,
    /// What the resource accepted.
    Effects,
    /// What happens in infinite executions.
    Progress,
}

impl Property {
    /// Every property, in the order of reports.
    pub const ALL: [Property; 8] = [
        Property::GrantOverlap,
        Property::DoubleGrant,
        Property::TokenOrder,
        Property::StaleOverwrite,
        Property::LostUpdate,
        Property::FalseRejection,
        Property::UnlockedWrite,
        Property::StuckLock,
    ];

    /// The word for it in model files, on the command line and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Property::GrantOverlap => "grant-overlap",
            Property::DoubleGrant => "double-grant",
            Property::TokenOrder => "token-order",
            Property::StaleOverwrite => "stale-overwrite",
            Property::LostUpdate => "lost-update",
            Property::FalseRejection => "false-rejection",
            Property::UnlockedWrite => "unlocked-write",
            Property::StuckLock => "stuck-lock",
        }
    }

    /// The property of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Property> {
        Property::ALL
            .into_iter()
            .find(|property| property.name() == name)
    }

    /// At which level it lives.
    #[must_use]
    pub fn level(self) -> Level {
        match self {
            Property::GrantOverlap | Property::DoubleGrant | Property::TokenOrder => Level::Grants,
            Property::StaleOverwrite
            | Property::LostUpdate
            | Property::FalseRejection
            | Property::UnlockedWrite => Level::Effects,
            Property::StuckLock => Level::Progress,
        }
    }

    /// What is true of an execution that violates it, as a sentence without its full stop.
    #[must_use]
    pub fn violation(self) -> &'static str {
        match self {
            Property::GrantOverlap => "two leases of one server overlap",
            Property::DoubleGrant => "two clients hold a live quorum at the same instant",
            Property::TokenOrder => "a later grant carries a token that is not higher",
            Property::StaleOverwrite => {
                "a write is accepted under an older grant than one already applied"
            }
            Property::LostUpdate => {
                "an accepted write was computed from a value that another write had replaced"
            }
            Property::FalseRejection => {
                "the newest holder's write is refused while its lease is live"
            }
            Property::UnlockedWrite => {
                "a write is accepted from a client that holds no live quorum"
            }
            Property::StuckLock => "clients keep asking and nobody is ever granted the lock again",
        }
    }

    /// What is true of every execution when it holds, as a sentence without its full stop.
    #[must_use]
    pub fn promise(self) -> &'static str {
        match self {
            Property::GrantOverlap => "no two leases of one server ever overlap",
            Property::DoubleGrant => "no two clients ever hold a live quorum at the same instant",
            Property::TokenOrder => "every later grant carries a higher token",
            Property::StaleOverwrite => {
                "no write is ever accepted under an older grant than one already applied"
            }
            Property::LostUpdate => {
                "no accepted write was computed from a value that another write had replaced"
            }
            Property::FalseRejection => {
                "the newest holder's write is never refused under a live lease"
            }
            Property::UnlockedWrite => "every accepted write came from a client with a live quorum",
            Property::StuckLock => {
                "whenever a client keeps asking, somebody is granted the lock again"
            }
        }
    }

    /// Whether it is a note: something worth knowing that is no failure in itself.
    #[must_use]
    pub fn is_note(self) -> bool {
        self == Property::UnlockedWrite
    }

    /// Whether its monitor looks into the ledger.
    pub(crate) fn reads_ledger(self) -> bool {
        !matches!(
            self,
            Property::TokenOrder | Property::LostUpdate | Property::StuckLock
        )
    }

    /// Why it says nothing about this world, or `None` if it does.
    ///
    /// A property that nothing in the world could violate is not "proved"; it is not asked.
    #[must_use]
    pub fn vacuous_in(self, world: &World) -> Option<&'static str> {
        let writes = world
            .clients
            .iter()
            .any(|client| client.program.contains(&Step::Write));
        let can_ask_for_ever =
            |client: &ClientSetup| client.attempts.is_none() || client.rounds.is_none();
        let asks_for_ever = world.clients.iter().any(can_ask_for_ever);
        match self {
            Property::GrantOverlap | Property::DoubleGrant | Property::TokenOrder => None,
            Property::StaleOverwrite | Property::LostUpdate | Property::UnlockedWrite => {
                (!writes).then_some("no client's program has a `write`")
            }
            Property::FalseRejection if !writes => Some("no client's program has a `write`"),
            Property::FalseRejection => (world.fencing == Fencing::Off)
                .then_some("with fencing `off` the resource refuses nothing"),
            Property::StuckLock => (!asks_for_ever).then_some(
                "every client's `rounds` and `attempts` are bounded, so none asks for ever",
            ),
        }
    }

    /// Whether a violation fails a check in which no property was asked for by name.
    ///
    /// The lock service has to keep its own promises, and the resource those of its rule. Without
    /// fencing, and with the wrong fence `ask`, the lock alone is relied on to protect the resource
    /// from both kinds of corruption. `on` and `strict` promise that no stale write lands on top of a
    /// newer one, and nothing about lost updates. `cas` promises that no update is lost, and neither
    /// an order of grants nor that a live holder's write succeeds. `reads` and `owner` promise
    /// everything.
    #[must_use]
    pub fn decides_under(self, fencing: Fencing) -> bool {
        match self {
            Property::GrantOverlap
            | Property::DoubleGrant
            | Property::TokenOrder
            | Property::StuckLock => true,
            Property::StaleOverwrite | Property::FalseRejection => fencing != Fencing::Cas,
            Property::LostUpdate => !matches!(fencing, Fencing::On | Fencing::Strict),
            Property::UnlockedWrite => false,
        }
    }
}

/// A set of properties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PropertySet(u16);

impl PropertySet {
    /// The set without any.
    pub const EMPTY: PropertySet = PropertySet(0);

    /// Adds a property.
    pub fn insert(&mut self, property: Property) {
        self.0 |= 1 << property as u16;
    }

    /// Whether the property is in the set.
    #[must_use]
    pub fn contains(self, property: Property) -> bool {
        self.0 >> (property as u16) & 1 == 1
    }

    /// The properties that are in this set, in the other one, or in both.
    #[must_use]
    pub fn union(self, other: PropertySet) -> PropertySet {
        PropertySet(self.0 | other.0)
    }

    /// Whether there is no property in the set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The properties in the set, in the order of reports.
    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL
            .into_iter()
            .filter(move |property| self.contains(*property))
    }
}

impl FromIterator<Property> for PropertySet {
    fn from_iter<I: IntoIterator<Item = Property>>(properties: I) -> PropertySet {
        let mut set = PropertySet::EMPTY;
        properties
            .into_iter()
            .for_each(|property| set.insert(property));
        set
    }
}
