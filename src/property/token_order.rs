//! `token-order`: a later grant carries a token that is not higher.

use super::{Ledger, Monitor};
use crate::world::{Observation, Token};

/// Remembers the highest token of all grants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct TokenOrder {
    /// Zero before the first grant. Renamed to its rank together with the world's tokens.
    pub highest: Token,
}

impl Monitor for TokenOrder {
    fn judge(&mut self, _: &Ledger, observation: Observation) -> bool {
        match observation {
            Observation::Acquired(_, token) => {
                let violated = token <= self.highest;
                self.highest = self.highest.max(token);
                violated
            }
            _ => false,
        }
    }
}
