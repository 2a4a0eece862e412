//! Which states are alike: those in which everything is the same but the clients.
//!
//! From states that are alike, successors are worked out alike (see [`super::learned`]), and most
//! steps lead to a state that is like the one before: pauses, attempts that are denied, ticks while a
//! lease lasts. So states that are alike are expanded one after another, and kept by one worker: it
//! has to learn less, and most successors need not travel.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use super::codec::Codec;
use super::store::hash;
use super::word::{Layout, Word};
use crate::world::World;

/// Tells which states are alike.
#[derive(Clone, Debug)]
pub(super) struct Likeness {
    layout: Option<Layout>,
}

impl Likeness {
    /// For states of this world.
    pub(super) fn new(world: &World, codec: &Codec) -> Likeness {
        Likeness {
            layout: codec.layout(world),
        }
    }

    /// A number that is the same for states that are alike.
    #[inline]
    pub(super) fn of(&self, state: &[u8]) -> u64 {
        self.hash(state, |layout| layout.surroundings)
    }

    /// The worker that keeps a state. The same in every process.
    #[inline]
    pub(super) fn keeper(&self, state: &[u8], workers: usize) -> usize {
        if workers == 1 {
            return 0;
        }
        let low = self.hash(state, |layout| layout.address) & u64::from(u32::MAX);
        usize::try_from((low * workers as u64) >> 32).unwrap_or(0)
    }

    #[inline]
    fn hash(&self, state: &[u8], part: impl Fn(&Layout) -> Word) -> u64 {
        match &self.layout {
            Some(layout) => FixedState::with_seed(0).hash_one(layout.word(state) & part(layout)),
            None => hash(state),
        }
    }
}
