//! Which states are alike: those in which everything is the same but the clients.
//!
//! From states that are alike, successors are worked out alike (see [`super::learned`]), and most
//! steps lead to a state that is like the one before: pauses, attempts that are denied, ticks while a
//! lease lasts. So states that are alike are expanded one after another, and kept by one worker: it
//! has to learn less, and most successors need not travel.

use super::codec::Codec;
use super::store::hash;
use super::word::{Layout, word};
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
        match &self.layout {
            Some(layout) => layout.likeness(word(state)),
            None => hash(state),
        }
    }

    /// The worker that keeps a state. The same in every process.
    #[inline]
    pub(super) fn keeper(&self, state: &[u8], workers: usize) -> usize {
        match workers {
            1 => 0,
            _ => Address::of(self.of(state)).keeper(workers),
        }
    }
}

/// What decides which worker keeps a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Address(u32);

impl Address {
    /// The address of the states that are alike in this way.
    #[inline]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the lowest bits are what is wanted; the highest decide the order of expansion"
    )]
    pub(super) fn of(likeness: u64) -> Address {
        Address(likeness as u32)
    }

    /// The worker that keeps the states with this address.
    #[inline]
    pub(super) fn keeper(self, workers: usize) -> usize {
        usize::try_from((u64::from(self.0) * workers as u64) >> 32).unwrap_or(0)
    }
}
