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

use foldhash::fast::FixedState;

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
#[derive(Debug, Default)]
pub(super) struct Learned {
    places: HashMap<Key, Range<u32>, FixedState>,
    moves: Vec<Move>,
}

/// How many keys are remembered before everything is forgotten.
const MOST: usize = 1 << 18;

impl Learned {
    /// The moves of this key, if they are known.
    #[inline]
    pub(super) fn find(&self, key: Key) -> Option<&[Move]> {
        let place = self.places.get(&key)?;
        Some(&self.moves[place.start as usize..place.end as usize])
    }

    /// Remembers the moves of this key.
    pub(super) fn insert(&mut self, key: Key, moves: &[Move]) {
        if self.places.len() >= MOST || self.moves.len() + moves.len() > 8 * MOST {
            self.places.clear();
            self.moves.clear();
        }
        let first = number(self.moves.len());
        self.moves.extend_from_slice(moves);
        self.places.insert(key, first..number(self.moves.len()));
    }
}

impl Move {
    /// The change to these bits, whatever was there before.
    pub(super) fn to(set: Word, kind: Kind) -> Move {
        Move {
            kept: 0,
            set,
            names: SAME_NAMES,
            kind,
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
