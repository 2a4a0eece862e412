//! Steps that were worked out before.
//!
//! A step of a client looks at and changes that client, the lock servers, the resource and what the
//! monitors remember; of the other clients it can only rename the tokens, to names that depend on
//! which tokens there are. So the same client in the same surroundings always takes the same steps,
//! whatever the other clients do, and there are far fewer such surroundings than states. Each is
//! worked out once, by the rules of the world themselves, and remembered as the bits that change.
//!
//! If there is too much to remember, everything is forgotten, and worked out again when it is needed.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::budget::Budget;
use super::likeness::Change;
use super::word::{ClientBits, Layout, MOST_TOKEN, Word};

/// In which surroundings something happens: all that decides what it leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Key {
    shared: Word,
    rest: u64,
}

/// What a transition changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// The bits that stay as they are.
    pub(super) kept: Word,
    /// Those of the others that are set afterwards.
    pub(super) set: Word,
    /// What the tokens of other clients become, four bits each.
    pub(super) names: u64,
    /// Where the state is afterwards, if the move is a whole step.
    pub(super) change: Change,
    /// What else there is to know.
    pub(super) kind: Kind,
}

/// What there is to know about a transition, apart from where it leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kind {
    /// Whether it is a fault.
    pub(super) is_fault: bool,
    /// Whether a client asks in it.
    pub(super) asks: bool,
    /// Whether a client is granted the lock in it.
    pub(super) grants: bool,
}

/// Every token keeps its name.
pub(super) const SAME_NAMES: u64 = 0xFEDC_BA98_7654_3210;

/// Behind how many bits of [`Key::rest`] the tokens of the others stand.
const TOKENS_BEHIND: u32 = 40;

/// The bit of [`Key::rest`] that says that time passes.
const TIME: u64 = 1 << 63;

/// So many bits of a client's code are part of a key.
pub(super) const MOST_CODE: u32 = TOKENS_BEHIND;

/// So many clients have a number that is part of a key.
pub(super) const MOST_CLIENTS: usize = 64;

impl Key {
    /// That a client takes a step. `others` are the tokens of the others.
    #[inline]
    pub(super) fn step(shared: Word, client: usize, code: u64, others: u64) -> Key {
        let rest = (client as u64) << (TOKENS_BEHIND + 16) | others << TOKENS_BEHIND | code;
        Key { shared, rest }
    }

    /// That time passes for what belongs to no single client.
    pub(super) fn time(shared: Word) -> Key {
        let rest = TIME | 1 << 62;
        Key { shared, rest }
    }

    /// That time passes for a client.
    pub(super) fn time_of(client: usize, code: u64) -> Key {
        let rest = TIME | (client as u64) << (TOKENS_BEHIND + 16) | code;
        Key { shared: 0, rest }
    }
}

/// What was worked out so far.
#[derive(Debug)]
pub(super) struct Learned {
    places: HashMap<Key, Range<u32>, FixedState>,
    moves: Vec<Move>,
    budget: Arc<Budget>,
    claimed: usize,
}

/// For how many keys there is room at first, and at most.
const LEAST: usize = 1 << 8;
const MOST: usize = 1 << 18;

impl Learned {
    /// Nothing yet.
    pub(super) fn new(budget: Arc<Budget>) -> Learned {
        Learned {
            places: HashMap::default(),
            moves: Vec::new(),
            budget,
            claimed: 0,
        }
    }

    /// The moves of this key, if they are known.
    #[inline]
    pub(super) fn find(&self, key: Key) -> Option<&[Move]> {
        let place = self.places.get(&key)?;
        Some(&self.moves[place.start as usize..place.end as usize])
    }

    /// Remembers the moves of this key.
    pub(super) fn insert(&mut self, key: Key, moves: &[Move]) {
        let is_full = self.places.len() == self.places.capacity();
        if is_full || self.moves.len() + moves.len() > self.moves.capacity() {
            self.make_room();
        }
        let first = number(self.moves.len());
        self.moves.extend_from_slice(moves);
        self.places.insert(key, first..number(self.moves.len()));
    }

    /// Makes room for twice as much. If that is too much, everything is forgotten.
    fn make_room(&mut self) {
        let keys = (2 * self.places.len()).max(LEAST);
        let moves = (2 * self.moves.len()).max(2 * LEAST);
        let bytes = keys * 2 * size_of::<(Key, Range<u32>)>() + moves * size_of::<Move>();
        let more = bytes.saturating_sub(self.claimed);
        if keys > MOST || moves > 4 * MOST || self.budget.claim(more).is_err() {
            self.places.clear();
            self.moves.clear();
            return;
        }
        self.claimed += more;
        self.places.reserve(keys - self.places.len());
        self.moves.reserve_exact(moves - self.moves.len());
    }
}

impl Drop for Learned {
    fn drop(&mut self) {
        self.budget.release(self.claimed);
    }
}

impl Move {
    /// The change to these bits, whatever was there before.
    pub(super) fn to(set: Word) -> Move {
        Move {
            kept: 0,
            set,
            names: SAME_NAMES,
            change: Change::default(),
            kind: Kind::default(),
        }
    }

    /// The change from one state to another in which one client acts, or none in particular. `None` if
    /// the change is not one that is the same whatever the other clients do.
    pub(super) fn between(
        layout: &Layout,
        before: Word,
        after: Word,
        actor: usize,
        kind: Kind,
    ) -> Option<Move> {
        let mut names = SAME_NAMES;
        let mut kept = 0;
        let others = layout.clients.iter().enumerate();
        for (_, other) in others.filter(|(number, _)| *number != actor) {
            let (old, new) = (other.code(before), other.code(after));
            let token = other.token << other.token_behind;
            if (old ^ new) & !token != 0 {
                return None;
            }
            names = named(names, other.token_of(old), other.token_of(new));
            kept |= other.all();
        }
        let stays = |end: &&Word| (before ^ after) & **end == 0;
        kept |= layout
            .ends
            .iter()
            .filter(stays)
            .fold(0, |all, end| all | end);
        Some(Move {
            kept,
            set: after & !kept,
            names,
            change: layout.stages(before).change_to(layout.address(after)),
            kind,
        })
    }

    /// The state that it leads to.
    #[inline]
    pub(super) fn apply(&self, layout: &Layout, before: Word, actor: usize) -> Word {
        let after = before & self.kept | self.set;
        if self.names == SAME_NAMES {
            return after;
        }
        rename(layout, after, actor, self.names)
    }
}

fn rename(layout: &Layout, state: Word, actor: usize, names: u64) -> Word {
    let rename_other = |state, (number, other): (usize, &ClientBits)| {
        if number == actor {
            return state;
        }
        let old = other.token_of(other.code(state));
        let new = names >> (4 * old) & MOST_TOKEN & other.token;
        state ^ Word::from(old ^ new) << (other.behind + other.token_behind)
    };
    layout.clients.iter().enumerate().fold(state, rename_other)
}

fn named(names: u64, old: u64, new: u64) -> u64 {
    names & !(MOST_TOKEN << (4 * old)) | new << (4 * old)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two clients of eight bits each (stage, acted, pause, token), before four shared ones.
    fn layout() -> Layout {
        let client = |behind| ClientBits {
            behind,
            bits: 8,
            stage: 0b111,
            steps: 4,
            acted: 0b1000,
            pause: 0b1_0000,
            token_behind: 5,
            token: 0b111,
        };
        Layout {
            violated: 0,
            shared: 0xF_0000,
            timed: 0xF_0000,
            ends: vec![0x3_0000],
            surroundings: 0xC_0000,
            has_few_surroundings: true,
            acted: 0x0808,
            clients: vec![client(0), client(8)],
        }
    }

    fn step(before: Word, after: Word) -> Option<Move> {
        Move::between(&layout(), before, after, 0, Kind::default())
    }

    #[test]
    fn a_step_is_repeated_whatever_the_other_client_does() {
        let step = step(0x8_0001, 0x4_0009).unwrap();
        for other in [0x0000, 0x1F00, 0x0300] {
            let after = step.apply(&layout(), 0x8_0001 | other, 0);
            assert_eq!(after, 0x4_0009 | other);
        }
    }

    #[test]
    fn a_step_leaves_a_lease_as_long_as_it_is_or_ends_it() {
        let leaves = step(0x9_0001, 0x9_0009).unwrap();
        assert_eq!(leaves.apply(&layout(), 0xA_0001, 0), 0xA_0009);
        let ends = step(0x9_0001, 0x0_0009).unwrap();
        assert_eq!(ends.apply(&layout(), 0xB_0001, 0), 0x0_0009);
    }

    #[test]
    fn tokens_of_the_other_client_are_renamed() {
        let step = step(0x6001, 0x4009).unwrap();
        assert_eq!(
            step.apply(&layout(), 0x7801, 0),
            0x5809,
            "three becomes two"
        );
    }

    #[test]
    fn a_step_that_changes_the_other_client_is_none_to_be_repeated() {
        assert_eq!(step(0x0001, 0x0109), None);
        assert_eq!(step(0x0001, 0x0809), None);
    }

    #[test]
    fn without_memory_everything_is_forgotten_again_and_again() {
        let limits = crate::search::Limits {
            memory: Some(1),
            ..crate::search::Limits::default()
        };
        let mut learned = Learned::new(Arc::new(Budget::new(&limits)));
        for code in 0..2_000 {
            let key = Key::step(7, 1, code, 0);
            let step = Move::to(code.into());
            learned.insert(key, &[step]);
            assert_eq!(learned.find(key), Some(&[step][..]));
        }
        assert!(learned.places.capacity() < LEAST);
    }
}
