//! A packed state as one number, and which of its bits belong to whom.
//!
//! Where a packed state fits into sixteen bytes, a step of one client is a change of a few bits: its
//! own, and those that belong to no single client.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use super::likeness::Address;

/// A packed state, its first byte lowest.
pub(super) type Word = u128;

/// Which bits of a word belong to whom.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// What the last transition has violated.
    pub(super) violated: Word,
    /// What belongs to no single client, apart from what was violated.
    pub(super) shared: Word,
    /// Of these, what changes with time: leases and promises.
    pub(super) timed: Word,
    /// Of these, how long each lease lasts, if no step depends on it: only time looks at it.
    pub(super) ends: Vec<Word>,
    /// Of what is shared, what steps depend on.
    pub(super) surroundings: Word,
    /// Whether there may be so few surroundings that they alone would not share the states out evenly.
    pub(super) has_few_surroundings: bool,
    /// Which clients have acted in this tick.
    pub(super) acted: Word,
    /// The bits of each client.
    pub(super) clients: Vec<ClientBits>,
}

/// The bits of one client.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClientBits {
    /// Behind how many other bits they stand.
    pub(super) behind: u32,
    /// How many there are.
    pub(super) bits: u32,
    /// Within the code of the client: where in its program it stands.
    pub(super) stage: u64,
    /// How many steps its program has: the stages below are those of a client that runs.
    pub(super) steps: u64,
    /// Within the code: whether it has acted.
    pub(super) acted: u64,
    /// Within the code: whether it is paused, and for how long.
    pub(super) pause: u64,
    /// Within the code: behind how many bits its token stands.
    pub(super) token_behind: u32,
    /// Which bits the token has, once it was moved to the lowest; none if tokens are not renamed.
    pub(super) token: u64,
}

/// The highest code of a token that is renamed.
pub(super) const MOST_TOKEN: u64 = 15;

/// Reads a packed state of at most sixteen bytes.
#[inline]
pub(super) fn word(bytes: &[u8]) -> Word {
    // Two overlapping reads of a fixed length are much faster than one of any length.
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        let behind = 8 * (bytes.len() - 8);
        return Word::from(u64::from_le_bytes(*first))
            | Word::from(u64::from_le_bytes(*last)) << behind;
    }
    let mut whole = [0; size_of::<Word>()];
    whole[..bytes.len()].copy_from_slice(bytes);
    Word::from_le_bytes(whole)
}

/// Puts a packed state behind others.
#[inline]
pub(super) fn append(states: &mut Vec<u8>, state: &[u8]) {
    if state.len() > size_of::<Word>() {
        return states.extend_from_slice(state);
    }
    // What is too much is taken away again: that is faster than to copy so many bytes and no more.
    let end = states.len() + state.len();
    states.extend_from_slice(&word(state).to_le_bytes());
    states.truncate(end);
}

impl Layout {
    /// A number that is the same for states in which everything is the same but the clients.
    #[inline]
    pub(super) fn likeness(&self, word: Word) -> u64 {
        FixedState::with_seed(0).hash_one(word & self.surroundings)
    }

    /// The address of a state: its surroundings, and if these may be few, where in their programs the
    /// clients stand as well.
    #[inline]
    pub(super) fn address(&self, word: Word) -> Address {
        self.stages(word).with(self.likeness(word))
    }

    /// The part of the address that says where in their programs the clients stand.
    #[inline]
    pub(super) fn stages(&self, word: Word) -> Address {
        if !self.has_few_surroundings {
            return Address::default();
        }
        let clients = (1..).zip(&self.clients);
        clients.fold(Address::default(), |all, (number, client)| {
            let stage = client.code(word) & client.stage;
            all.with(number << 32 | stage)
        })
    }

    /// What each client has as its token, as [`Tokens::others`] wants it.
    #[inline]
    pub(super) fn tokens(&self, word: Word) -> Tokens {
        let mut tokens = Tokens::default();
        for client in &self.clients {
            let bit = 1 << client.token_of(client.code(word));
            tokens.twice |= tokens.once & bit;
            tokens.once |= bit;
        }
        tokens
    }
}

impl ClientBits {
    /// Everything that the state says of the client.
    #[inline]
    pub(super) fn code(&self, word: Word) -> u64 {
        low(word >> self.behind) & ((1 << self.bits) - 1)
    }

    /// All of its bits.
    pub(super) fn all(&self) -> Word {
        ((1 << self.bits) - 1) << self.behind
    }

    /// The code of the client's token: zero if it has none.
    #[inline]
    pub(super) fn token_of(&self, code: u64) -> u64 {
        code >> self.token_behind & self.token
    }

    /// Whether the client has a step to take in this tick, as [`crate::world::Client::is_due`] has it.
    #[inline]
    pub(super) fn is_due(&self, code: u64) -> bool {
        code & self.stage < self.steps && code & (self.acted | self.pause) == 0
    }
}

/// Which tokens the clients have.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tokens {
    once: u64,
    twice: u64,
}

impl Tokens {
    /// The tokens of all clients but one that has this token; that somebody has none does not count.
    #[inline]
    pub(super) fn others(self, own: u64) -> u64 {
        let only_own = 1 << own & !self.twice;
        self.once & !only_own & !1
    }
}

/// The lowest 64 bits.
#[inline]
#[allow(
    clippy::cast_possible_truncation,
    reason = "the lowest bits are what is wanted"
)]
pub(super) fn low(word: Word) -> u64 {
    word as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_the_bytes_of_the_state() {
        for width in 0..=16_u8 {
            let bytes: Vec<_> = (1..=width).collect();
            let word = word(&bytes).to_le_bytes();
            assert_eq!(word[..bytes.len()], bytes);
            assert!(word[bytes.len()..].iter().all(|byte| *byte == 0));
        }
    }

    #[test]
    fn states_of_any_length_stand_one_behind_another() {
        for width in 0..=20_u8 {
            let bytes: Vec<_> = (1..=width).collect();
            let mut states = vec![7];
            append(&mut states, &bytes);
            append(&mut states, &bytes);
            assert_eq!(states, [&[7], bytes.as_slice(), &bytes].concat());
        }
    }

    #[test]
    fn the_tokens_of_others_are_those_that_somebody_else_has() {
        let tokens = Tokens {
            once: 0b1101,
            twice: 0b0100,
        };
        assert_eq!(tokens.others(2), 0b1100, "two have it");
        assert_eq!(tokens.others(3), 0b0100);
        assert_eq!(tokens.others(0), 0b1100, "to have none is no token");
    }
}
