//! Tokens and versions by rank: why clients that loop for ever need finitely many states.
//!
//! Tokens are only ever compared, and as long as every attempt reaches all servers a new token is
//! higher than all that exist. So nothing that can happen later changes if the tokens that exist are
//! renamed to 0, 1, 2, … in their order. Versions are only ever compared with the current one, so the
//! current one becomes 1 and every other becomes 0.
//!
//! With [`super::Reach::Any`] the counters of the servers drift apart, a new token can equal an old
//! one of another server, and the renaming of tokens would change what can happen. There it is left
//! out, and the number of rounds and attempts is bounded instead.

use super::{State, Token};

impl State {
    /// Every token in this state.
    pub fn tokens_mut(&mut self) -> impl Iterator<Item = &mut Token> {
        self.servers
            .iter_mut()
            .map(|server| &mut server.token)
            .chain(
                self.clients
                    .iter_mut()
                    .filter_map(|client| client.token.as_mut()),
            )
            .chain(std::iter::once(&mut self.resource.bar))
    }

    /// Renames the versions in this state.
    pub fn rename_versions(&mut self) {
        let current = std::mem::replace(&mut self.resource.version, 1);
        for snapshot in self
            .clients
            .iter_mut()
            .filter_map(|client| client.snapshot.as_mut())
        {
            *snapshot = u32::from(*snapshot == current);
        }
    }
}

/// The renaming of these tokens to their rank.
#[derive(Debug, Default)]
pub struct Ranks {
    /// One bit for each token that is lower than 64: nearly always all of them.
    low: u64,
    /// The others, sorted.
    high: Vec<Token>,
}

impl Ranks {
    /// Ranks of all tokens that occur.
    #[must_use]
    pub fn of(tokens: impl Iterator<Item = Token>) -> Ranks {
        let mut ranks = Ranks::default();
        for token in tokens {
            if token < u64::BITS {
                ranks.low |= 1 << token;
            } else if let Err(place) = ranks.high.binary_search(&token) {
                ranks.high.insert(place, token);
            }
        }
        ranks
    }

    /// Whether every token is its own rank.
    #[must_use]
    pub fn are_tokens(&self) -> bool {
        self.high.is_empty() && self.low & self.low.wrapping_add(1) == 0
    }

    /// The rank of a token that was among them.
    #[must_use]
    pub fn rank(&self, token: Token) -> Token {
        if token < u64::BITS {
            return (self.low & ((1 << token) - 1)).count_ones();
        }
        let below = self.high.partition_point(|other| *other < token);
        self.low.count_ones() + Token::try_from(below).unwrap_or(Token::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_keep_the_order_and_leave_no_gaps() {
        let ranks = Ranks::of([17, 4, 17, 0, 9].into_iter());
        assert_eq!([0, 4, 9, 17].map(|token| ranks.rank(token)), [0, 1, 2, 3]);
    }
}
