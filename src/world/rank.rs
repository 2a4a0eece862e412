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

use smallvec::SmallVec;

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
pub struct Ranks(SmallVec<[Token; 16]>);

impl Ranks {
    /// Ranks of all tokens that occur.
    #[must_use]
    pub fn of(tokens: impl Iterator<Item = Token>) -> Ranks {
        let mut ranks = Ranks::default();
        for token in tokens {
            let below = ranks.below(token);
            if ranks.0.get(below) != Some(&token) {
                ranks.0.insert(below, token);
            }
        }
        ranks
    }

    /// The rank of a token that was among them.
    #[must_use]
    pub fn rank(&self, token: Token) -> Token {
        Token::try_from(self.below(token)).expect("there are fewer tokens than numbers")
    }

    /// How many of the tokens are lower. They are few, so counting is quicker than halving.
    fn below(&self, token: Token) -> usize {
        self.0.iter().take_while(|other| **other < token).count()
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
