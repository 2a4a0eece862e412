//! The states that one worker keeps: packed, each once, in the order of their cost.
//!
//! The packed states stand one after another, so a state is a number, and all states of one cost are
//! a range of numbers. A hash table of such numbers finds a state by its bytes; it compares the bytes
//! themselves, so nothing is left to the luck of a hash. No state knows how it was reached: paths are
//! worked out afterwards (see [`super::paths`]).

use std::hash::{BuildHasher, Hasher};
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::budget::Budget;
use crate::search::Limit;
use crate::search::plain::Cost;

/// States of one length, each stored once.
#[derive(Debug)]
pub(super) struct Store {
    width: usize,
    /// Memory that is kept free for each state, for what comes after the search.
    reserve: usize,
    chunks: Vec<Box<[u8]>>,
    len: u32,
    slots: Vec<Slot>,
    levels: Vec<(Cost, u32)>,
    budget: Arc<Budget>,
    claimed: usize,
}

/// One more than the number of a state in four bytes, and a byte of its hash, which spares most
/// looks at the wrong state. All zero if there is none.
type Slot = [u8; 5];

/// How many states stand in one piece of memory. Pieces are added, never moved.
const CHUNK: u32 = 1 << 12;

/// The hash of a packed state. The same in every process: it also decides which worker keeps it.
#[inline]
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FixedState::with_seed(0).build_hasher();
    hasher.write(bytes);
    hasher.finish()
}

impl Store {
    /// A store of states that have so many bytes each, and for each of which so many bytes more will
    /// be needed when the search is over.
    pub(super) fn new(width: usize, reserve: usize, budget: Arc<Budget>) -> Store {
        Store {
            width,
            reserve,
            chunks: Vec::new(),
            len: 0,
            slots: Vec::new(),
            levels: Vec::new(),
            budget,
            claimed: 0,
        }
    }

    /// How many states there are.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// A state by its number.
    #[inline]
    pub(super) fn state(&self, number: u32) -> &[u8] {
        let begin = (number % CHUNK) as usize * self.width;
        &self.chunks[(number / CHUNK) as usize][begin..begin + self.width]
    }

    /// The number of a state.
    #[inline]
    pub(super) fn find(&self, bytes: &[u8], hash: u64) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        self.probe(bytes, hash).ok()
    }

    /// Looks at where the states of these hashes would be found. To look at many places before the
    /// first is needed lets the memory fetch them all at once.
    #[inline]
    pub(super) fn glance_at(&self, hashes: impl Iterator<Item = u64> + Clone) {
        let slot = |hash| match self.slots.get(home(hash, self.slots.len())) {
            Some([a, b, c, d, _]) => u32::from_le_bytes([*a, *b, *c, *d]),
            None => 0,
        };
        let slots = hashes.clone().fold(0, |all, hash| all ^ slot(hash));
        let states = hashes.fold(0, |all, hash| match slot(hash).checked_sub(1) {
            Some(number) => all ^ self.state(number)[0],
            None => all,
        });
        std::hint::black_box((slots, states)); // Or nobody would look at all.
    }

    /// Adds a state. The answer is whether it is new.
    pub(super) fn insert(&mut self, bytes: &[u8], hash: u64) -> Result<bool, Limit> {
        if self.len as usize * 5 >= self.slots.len() * 4 {
            self.grow()?;
        }
        let Err(slot) = self.probe(bytes, hash) else {
            return Ok(false);
        };
        self.append(bytes)?;
        self.slots[slot] = filled(self.len, hash);
        Ok(true)
    }

    /// Where the state is, or else the slot where it would be.
    #[inline]
    fn probe(&self, bytes: &[u8], hash: u64) -> Result<u32, usize> {
        let mut slot = home(hash, self.slots.len());
        loop {
            let [a, b, c, d, tag] = self.slots[slot];
            let Some(number) = u32::from_le_bytes([a, b, c, d]).checked_sub(1) else {
                return Err(slot);
            };
            if tag == tag_of(hash) && equal(self.state(number), bytes) {
                return Ok(number);
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), Limit> {
        if self.len.is_multiple_of(CHUNK) {
            if self.len > u32::MAX - 2 * CHUNK {
                return Err(Limit::States(self.len as usize));
            }
            let size = self.width * CHUNK as usize;
            self.claim(size + self.reserve * CHUNK as usize)?;
            self.chunks.push(vec![0; size].into_boxed_slice());
        }
        let begin = (self.len % CHUNK) as usize * self.width;
        self.chunks[(self.len / CHUNK) as usize][begin..begin + self.width].copy_from_slice(bytes);
        self.len += 1;
        Ok(())
    }

    /// Makes the table larger by half. It is rebuilt from the states, so the old one can go first.
    fn grow(&mut self) -> Result<(), Limit> {
        let before = self.slots.len();
        let after = (before + before / 2).max(2048);
        self.claim((after - before) * size_of::<Slot>())?;
        self.slots = Vec::new();
        self.slots = vec![[0; 5]; after];
        for number in 0..self.len {
            let hash = hash(self.state(number));
            let mut slot = home(hash, after);
            while self.slots[slot] != [0; 5] {
                slot = if slot + 1 == after { 0 } else { slot + 1 };
            }
            self.slots[slot] = filled(number + 1, hash);
        }
        Ok(())
    }

    fn claim(&mut self, bytes: usize) -> Result<(), Limit> {
        self.budget.claim(bytes)?;
        self.claimed += bytes;
        Ok(())
    }

    /// Notes that the states from this number on are of this cost.
    pub(super) fn begin_level(&mut self, cost: Cost, first: u32) {
        self.levels.push((cost, first));
    }

    /// The costs of which there are states, in order.
    pub(super) fn costs(&self) -> impl Iterator<Item = Cost> {
        self.levels.iter().map(|(cost, _)| *cost)
    }

    /// The states of this cost.
    pub(super) fn level(&self, cost: Cost) -> Range<u32> {
        match self.levels.binary_search_by_key(&cost, |level| level.0) {
            Ok(at) => {
                let end = self.levels.get(at + 1).map_or(self.len, |next| next.1);
                self.levels[at].1..end
            }
            Err(_) => 0..0,
        }
    }

    /// The cost of a state.
    pub(super) fn cost(&self, number: u32) -> Cost {
        let after = self.levels.partition_point(|level| level.1 <= number);
        self.levels[after - 1].0
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.budget.release(self.claimed);
    }
}

/// Whether two states of one length are the same. Most are so short that two words are all of them.
#[inline]
fn equal(one: &[u8], other: &[u8]) -> bool {
    type Ends<'a> = (Option<&'a [u8; 8]>, Option<&'a [u8; 8]>);
    let ends = |bytes| -> Ends<'_> { (<[u8]>::first_chunk(bytes), <[u8]>::last_chunk(bytes)) };
    if (8..=16).contains(&one.len()) {
        ends(one) == ends(other)
    } else {
        one == other
    }
}

fn filled(number_plus_one: u32, hash: u64) -> Slot {
    let [a, b, c, d] = number_plus_one.to_le_bytes();
    [a, b, c, d, tag_of(hash)]
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a byte of it is what is wanted"
)]
fn tag_of(hash: u64) -> u8 {
    hash as u8
}

/// The slot at which the search for a hash begins: its place among all hashes, in proportion.
#[inline]
#[allow(
    clippy::cast_possible_truncation,
    reason = "the product is below the number of slots"
)]
fn home(hash: u64, slots: usize) -> usize {
    ((u128::from(hash) * slots as u128) >> 64) as usize
}
