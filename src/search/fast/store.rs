//! The states that one worker keeps: packed, each once, in the order of their cost.
//!
//! The packed states stand one after another, so a state is a number, and all states of one cost are
//! a range of numbers. A table finds the number of a state; it compares the states themselves, so
//! nothing is left to the luck of a hash. No state knows how it was reached: paths are worked out
//! afterwards (see [`super::paths`]).

use std::hash::{BuildHasher, Hasher};
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::budget::Budget;
use super::pages::Pages;
use super::table::{Crowded, Room, Table};
use crate::search::Limit;
use crate::search::plain::Cost;

/// States of one length, each stored once.
#[derive(Debug)]
pub(super) struct Store {
    width: usize,
    /// Memory that is kept free for each state, for what comes after the search.
    reserve: usize,
    /// The first has room for [`FIRST`] states, and each for twice as many as the one before.
    chunks: Vec<Pages>,
    len: u32,
    table: Table,
    levels: Vec<(Cost, u32)>,
    budget: Arc<Budget>,
    claimed: usize,
}

/// How many states stand in the first chunk; chunks are added, never moved.
const FIRST: u32 = 1 << 12;

/// For how many states memory is asked for at a time. A chunk takes none before it is used.
const CLAIM: u32 = 1 << 12;

/// How many states are looked up together.
pub(super) const BATCH: usize = 64;

/// The hash of a packed state. The same in every process: it may decide which worker keeps it.
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
            table: Table::new(),
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
        state(&self.chunks, self.width, number)
    }

    /// The number of a state.
    #[inline]
    pub(super) fn find(&self, bytes: &[u8], hash: u64) -> Option<u32> {
        self.look_up(bytes, hash).ok()
    }

    #[inline]
    fn look_up(&self, bytes: &[u8], hash: u64) -> Result<u32, Room> {
        let is_it = |number| equal(self.state(number), bytes);
        self.table.find(hash, is_it)
    }

    /// Looks at where the states of these hashes would be found. To look at many places before the
    /// first is needed lets the memory fetch them all at once.
    #[inline]
    pub(super) fn glance_at(&self, hashes: &[u64]) {
        self.touch(hashes);
        let guesses = hashes.iter().filter_map(|hash| self.table.guess(*hash));
        let mut numbers = [0; BATCH];
        let mut count = 0;
        for (place, number) in numbers.iter_mut().zip(guesses) {
            *place = number;
            count += 1;
        }
        let states = numbers[..count].iter();
        std::hint::black_box(states.fold(0, |all, number| all ^ self.state(*number)[0]));
    }

    #[inline]
    fn touch(&self, hashes: &[u64]) {
        let seen = hashes
            .iter()
            .fold(0, |all, hash| all ^ self.table.touch(*hash));
        std::hint::black_box(seen); // Or nobody would look at all.
    }

    /// Adds a state. The answer is whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, bytes: &[u8], hash: u64) -> Result<bool, Limit> {
        if let Some(crowded) = self.table.crowded(hash) {
            self.grow(crowded)?;
        }
        let Err(room) = self.look_up(bytes, hash) else {
            return Ok(false);
        };
        let number = self.len;
        self.append(bytes)?;
        self.table.put(room, hash, number);
        Ok(true)
    }

    #[inline]
    fn append(&mut self, bytes: &[u8]) -> Result<(), Limit> {
        if self.len.is_multiple_of(CLAIM) {
            self.make_room()?;
        }
        let (chunk, place) = place(self.len);
        self.chunks[chunk][place * self.width..][..self.width].copy_from_slice(bytes);
        self.len += 1;
        Ok(())
    }

    #[cold]
    fn make_room(&mut self) -> Result<(), Limit> {
        if self.len > u32::MAX - 2 * FIRST {
            return Err(Limit::States(self.len as usize));
        }
        self.claim((self.width + self.reserve) * CLAIM as usize)?;
        let (chunk, place) = place(self.len);
        if place == 0 {
            let states = (FIRST as usize) << chunk;
            self.chunks.push(Pages::zeroed(states * self.width)?);
        }
        Ok(())
    }

    /// Makes a part of the table larger.
    #[cold]
    fn grow(&mut self, crowded: Crowded) -> Result<(), Limit> {
        self.claim(self.table.growth(crowded))?;
        let (chunks, width) = (&self.chunks, self.width);
        let state = |number| state(chunks, width, number);
        self.table.grow(
            crowded,
            |number| state(number)[0],
            |number| hash(state(number)),
        )
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

/// In which chunk a state stands, and at which place in it.
#[inline]
fn place(number: u32) -> (usize, usize) {
    let shifted = number + FIRST;
    let chunk = shifted.ilog2() - FIRST.ilog2();
    (chunk as usize, (shifted - (FIRST << chunk)) as usize)
}

#[inline]
fn state(chunks: &[Pages], width: usize, number: u32) -> &[u8] {
    let (chunk, place) = place(number);
    &chunks[chunk][place * width..][..width]
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
