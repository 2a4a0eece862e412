//! Which states are alike: those in which everything is the same but the clients.
//!
//! From states that are alike, successors are worked out alike (see [`super::learned`]), and most
//! steps lead to a state that is like the one before: pauses, attempts that are denied, ticks while a
//! lease lasts. So states that are alike are expanded one after another, and kept by one worker (or a
//! few, if otherwise the shares would be uneven): it has to learn less, and most successors need not
//! travel.

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

    /// Which bits of a state belong to whom, if it fits into a word.
    pub(super) fn layout(&self) -> Option<&Layout> {
        self.layout.as_ref()
    }

    /// A number that is the same for states that are alike.
    #[inline]
    pub(super) fn of(&self, state: &[u8]) -> u64 {
        match &self.layout {
            Some(layout) => layout.likeness(word(state)),
            None => hash(state),
        }
    }

    /// The part of the address of a state of which a step changes only a part.
    #[inline]
    pub(super) fn stages(&self, state: &[u8]) -> Address {
        let layout = self.layout.as_ref();
        layout.map_or(Address::default(), |layout| layout.stages(word(state)))
    }

    /// The address of a state. The same in every process.
    #[inline]
    fn address(&self, state: &[u8]) -> Address {
        match &self.layout {
            Some(layout) => layout.address(word(state)),
            None => Address::default().with(hash(state)),
        }
    }

    /// The worker that keeps a state. The same in every process.
    #[inline]
    pub(super) fn keeper(&self, state: &[u8], workers: usize) -> usize {
        match workers {
            1 => 0,
            _ => self.address(state).keeper(workers),
        }
    }
}

/// What decides which worker keeps a state.
///
/// Its parts are hashed one by one and put together so that each can be exchanged: what a step changes
/// in the address does not depend on the rest of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Address(u32);

/// What a step makes of the stages before it, as a part of an address, so that they become the address
/// after it. The surroundings before it do not matter: those after it are always the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Change(u32);

impl Address {
    /// The address with one part more.
    #[inline]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "what is left after the shift has 32 bits"
    )]
    pub(super) fn with(self, part: u64) -> Address {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        Address(self.0 ^ (part.wrapping_mul(ODD) >> 32) as u32)
    }

    /// The worker that keeps the states with this address.
    #[inline]
    pub(super) fn keeper(self, workers: usize) -> usize {
        usize::try_from((u64::from(self.0) * workers as u64) >> 32).unwrap_or(0)
    }

    /// What has to change for this address to become another.
    pub(super) fn change_to(self, other: Address) -> Change {
        Change(self.0 ^ other.0)
    }

    /// The address after a change.
    #[inline]
    pub(super) fn after(self, change: Change) -> Address {
        Address(self.0 ^ change.0)
    }
}
