//! All monitors together, as one part of the searched state.

use super::double_grant::DoubleGrant;
use super::false_rejection::FalseRejection;
use super::grant_overlap::GrantOverlap;
use super::lost_update::LostUpdate;
use super::stale_overwrite::StaleOverwrite;
use super::token_order::TokenOrder;
use super::unlocked_write::UnlockedWrite;
use super::{Ledger, Monitor, Promise, Property, PropertySet};
use crate::world::{ClientId, Observation, Token};

/// The monitors of the properties that were asked for, and the ledger they share.
///
/// A monitor that was not asked for stays as it was at the beginning, and so costs no states; so does
/// the ledger if no monitor that was asked for reads it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Monitors {
    ledger: Ledger,
    token_order: TokenOrder,
    stale_overwrite: StaleOverwrite,
    lost_update: LostUpdate,
}

impl Monitors {
    /// Monitors that have seen nothing yet, for a service in which so many servers make a quorum.
    #[must_use]
    pub fn new(quorum: u8) -> Monitors {
        Monitors {
            ledger: Ledger::new(quorum),
            token_order: TokenOrder::default(),
            stale_overwrite: StaleOverwrite::default(),
            lost_update: LostUpdate::default(),
        }
    }

    /// Shows the observation to the monitors of the properties in `asked`; the answer is those that
    /// it violates.
    pub fn observe(&mut self, asked: PropertySet, observation: Observation) -> PropertySet {
        let violated = asked
            .iter()
            .filter(|p| self.judge(*p, observation))
            .collect();
        if asked.iter().any(Property::reads_ledger) {
            self.ledger.record(observation);
        }
        violated
    }

    fn judge(&mut self, property: Property, observation: Observation) -> bool {
        let ledger = &self.ledger;
        match property {
            Property::GrantOverlap => GrantOverlap.judge(ledger, observation),
            Property::DoubleGrant => DoubleGrant.judge(ledger, observation),
            Property::TokenOrder => self.token_order.judge(ledger, observation),
            Property::StaleOverwrite => self.stale_overwrite.judge(ledger, observation),
            Property::LostUpdate => self.lost_update.judge(ledger, observation),
            Property::FalseRejection => FalseRejection.judge(ledger, observation),
            Property::UnlockedWrite => UnlockedWrite.judge(ledger, observation),
            Property::StuckLock => false,
        }
    }

    /// All that the monitors remember.
    pub(crate) fn remembered(&self) -> Remembered<'_> {
        Remembered {
            promises: &self.ledger.promises,
            order: &self.ledger.order,
            newest: self.ledger.newest,
            highest: self.token_order.highest,
            overtaken: &self.stale_overwrite.overtaken,
            current: &self.lost_update.current,
            replaced: &self.lost_update.replaced,
        }
    }

    /// All that the monitors remember, to write it anew or to rename the clients in it. Whoever does
    /// has to leave the lists sorted that are.
    pub(crate) fn remembered_mut(&mut self) -> RememberedMut<'_> {
        RememberedMut {
            promises: &mut self.ledger.promises,
            order: &mut self.ledger.order,
            newest: &mut self.ledger.newest,
            highest: &mut self.token_order.highest,
            overtaken: &mut self.stale_overwrite.overtaken,
            current: &mut self.lost_update.current,
            replaced: &mut self.lost_update.replaced,
        }
    }

    /// Becomes a copy of monitors with the same quorum, without new memory.
    pub(crate) fn copy_from(&mut self, other: &Monitors) {
        let from = other.remembered();
        let to = self.remembered_mut();
        copy(from.promises, to.promises);
        copy(from.order, to.order);
        *to.newest = from.newest;
        *to.highest = from.highest;
        copy(from.overtaken, to.overtaken);
        copy(from.current, to.current);
        copy(from.replaced, to.replaced);
    }

    /// Every token that a monitor remembers, so that they can be renamed with those of the world.
    pub fn tokens_mut(&mut self) -> impl Iterator<Item = &mut Token> {
        std::iter::once(&mut self.token_order.highest)
    }
}

/// What the monitors remember, laid open for a search that stores it in fewer bits.
///
/// Together with the quorum, which is fixed, this is all of [`Monitors`].
#[derive(Debug)]
pub(crate) struct Remembered<'a> {
    /// The ledger's promises, sorted.
    pub(crate) promises: &'a [Promise],
    /// The clients under a grant, the oldest grant first.
    pub(crate) order: &'a [ClientId],
    /// The client of the newest grant, until its round is over.
    pub(crate) newest: Option<ClientId>,
    /// `token-order`: the highest token of all grants.
    pub(crate) highest: Token,
    /// `stale-overwrite`: clients whose grant is older than that of an applied write, sorted.
    pub(crate) overtaken: &'a [ClientId],
    /// `lost-update`: clients whose snapshot is the current value, sorted.
    pub(crate) current: &'a [ClientId],
    /// `lost-update`: clients whose snapshot was replaced, sorted.
    pub(crate) replaced: &'a [ClientId],
}

/// [`Remembered`], to change it.
#[derive(Debug)]
#[allow(missing_docs, reason = "the fields are those of `Remembered`")]
pub(crate) struct RememberedMut<'a> {
    pub(crate) promises: &'a mut Vec<Promise>,
    pub(crate) order: &'a mut Vec<ClientId>,
    pub(crate) newest: &'a mut Option<ClientId>,
    pub(crate) highest: &'a mut Token,
    pub(crate) overtaken: &'a mut Vec<ClientId>,
    pub(crate) current: &'a mut Vec<ClientId>,
    pub(crate) replaced: &'a mut Vec<ClientId>,
}

fn copy<T: Copy>(from: &[T], to: &mut Vec<T>) {
    to.clear();
    to.extend_from_slice(from);
}
