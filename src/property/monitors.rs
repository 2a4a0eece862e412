//! All monitors together, as one part of the searched state.

use super::double_grant::DoubleGrant;
use super::false_rejection::FalseRejection;
use super::grant_overlap::GrantOverlap;
use super::lost_update::LostUpdate;
use super::stale_overwrite::StaleOverwrite;
use super::token_order::TokenOrder;
use super::unlocked_write::UnlockedWrite;
use super::{Ledger, Monitor, Property, PropertySet};
use crate::world::{Observation, Token};

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

    /// Every token that a monitor remembers, so that they can be renamed with those of the world.
    pub fn tokens_mut(&mut self) -> impl Iterator<Item = &mut Token> {
        std::iter::once(&mut self.token_order.highest)
    }
}
