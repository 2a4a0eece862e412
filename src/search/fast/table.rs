//! Where a state is, by its hash: a table of the numbers of states, made of buckets ([`bucket`]).
//!
//! To look at a bucket costs one wait for the memory. The state is in the bucket that its hash says,
//! or, where that is full, in one of those behind.
//!
//! When the table grows, each bucket becomes two, and which of the two a state goes to is the next
//! bit of its hash. A few of these bits are kept in the bucket, so that it is enough to read the old
//! buckets one after another, and write the new ones one after another. To look for every state
//! instead, and take its hash again, would wait for the memory once a state.

use std::hint::black_box;

use super::bucket::{self, BUCKET, Bytes, COMING, EMPTY, Entry, PLACES};
use super::pages::Pages;
use super::store::BATCH;
use crate::search::Limit;

/// A table of numbers below 2^32.
///
/// It is made of parts, each for its share of all hashes, which grow one by one and at different
/// times: memory grows evenly, and nobody waits for the whole table.
#[derive(Debug)]
pub(super) struct Table {
    parts: Vec<Part>,
}

#[derive(Debug, Default)]
struct Part {
    pages: Pages,
    buckets: usize,
    len: usize,
    /// How many of the bits in [`Entry::coming`] were used up by growing.
    used: u32,
}

/// How many parts there are, as a power of two.
const PARTS: u32 = 4;

/// How many buckets the first part has at first. The others have more, up to twice as many, as a part
/// has after it has grown.
const LEAST: usize = 16;

/// Up to how many buckets of a part the states are so few that their hashes are soon taken again.
const FEW: usize = 1 << 12;

/// Where there is room for one more number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room(usize);

/// A part of the table that has become too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crowded(usize);

impl Table {
    /// An empty table.
    pub(super) fn new() -> Table {
        let parts = (0..1 << PARTS).map(|_| Part::default());
        Table {
            parts: parts.collect(),
        }
    }

    /// The part for this hash if it has to grow before another number is put into it.
    #[inline]
    pub(super) fn crowded(&self, hash: u64) -> Option<Crowded> {
        let part = part_of(hash);
        self.parts[part].is_crowded().then_some(Crowded(part))
    }

    /// The number with this hash that is the right one, or else where there is room for it.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Result<u32, Room> {
        self.parts[part_of(hash)].find(hash, is_it)
    }

    /// Puts a number with this hash where there is room.
    #[inline]
    pub(super) fn put(&mut self, room: Room, hash: u64, number: u32) {
        self.parts[part_of(hash)].put(room, hash, number);
    }

    /// By how many bytes the table becomes larger when this part grows.
    pub(super) fn growth(&self, Crowded(part): Crowded) -> usize {
        let buckets = self.parts[part].buckets;
        (larger(part, buckets) - buckets) * BUCKET
    }

    /// Makes a part twice as large. `touch` looks at the state of a number, so that it is at hand when
    /// its hash is asked for.
    #[cold]
    pub(super) fn grow(
        &mut self,
        Crowded(number): Crowded,
        touch: impl Fn(u32) -> u8,
        hash_of: impl Fn(u32) -> u64,
    ) -> Result<(), Limit> {
        let part = &self.parts[number];
        let buckets = larger(number, part.buckets);
        self.parts[number] = if part.buckets <= FEW || part.used == COMING {
            part.hashed_again(buckets, touch, hash_of)?
        } else {
            part.doubled(touch, hash_of)?
        };
        Ok(())
    }

    /// Looks at the bucket of this hash, so that it is at hand; what it sees means nothing.
    ///
    /// Nothing is decided by what it sees either: a processor that has to guess which way to go does
    /// not look at the next bucket before it knows this one.
    #[inline]
    pub(super) fn touch(&self, hash: u64) -> u8 {
        let part = &self.parts[part_of(hash)];
        part.bucket(part.home(hash))[0]
    }

    /// A number that may be the right one.
    #[inline]
    pub(super) fn guess(&self, hash: u64) -> Option<u32> {
        let part = &self.parts[part_of(hash)];
        let bytes = part.bucket(part.home(hash));
        let place = bucket::matches(bytes, tag_of(hash)).next()?;
        Some(bucket::number(bytes, place))
    }
}

impl Part {
    fn with(buckets: usize) -> Result<Part, Limit> {
        Ok(Part {
            pages: Pages::zeroed(buckets * BUCKET)?,
            buckets,
            len: 0,
            used: 0,
        })
    }

    /// Whether seven eighths of the places are used.
    #[inline]
    fn is_crowded(&self) -> bool {
        self.len * 8 >= self.buckets * (PLACES * 7)
    }

    #[inline]
    fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Result<u32, Room> {
        let tag = tag_of(hash);
        let mut at = self.home(hash);
        loop {
            let bytes = self.bucket(at);
            for place in bucket::matches(bytes, tag) {
                let number = bucket::number(bytes, place);
                if is_it(number) {
                    return Ok(number);
                }
            }
            if bucket::has_room(bytes) {
                return Err(Room(at));
            }
            at = self.after(at);
        }
    }

    /// The first bucket from this one on in which there is room.
    #[inline]
    fn room(&self, home: usize) -> Room {
        let mut at = home;
        while !bucket::has_room(self.bucket(at)) {
            at = self.after(at);
        }
        Room(at)
    }

    #[inline]
    fn put(&mut self, room: Room, hash: u64, number: u32) {
        let entry = Entry {
            number,
            tag: tag_of(hash),
            is_away: room.0 != self.home(hash),
            coming: self.coming(hash),
        };
        self.push(room, entry);
    }

    #[inline]
    fn push(&mut self, Room(at): Room, entry: Entry) {
        if let Some(bytes) = self.pages[at * BUCKET..].first_chunk_mut() {
            bucket::push(bytes, entry);
            self.len += 1;
        }
    }

    /// The same numbers in so many buckets, by the hashes of all states.
    fn hashed_again(
        &self,
        buckets: usize,
        touch: impl Fn(u32) -> u8,
        hash_of: impl Fn(u32) -> u64,
    ) -> Result<Part, Limit> {
        let mut new = Part::with(buckets)?;
        let numbers = self.entries().map(|(_, entry)| entry.number);
        new.put_all(numbers, touch, hash_of);
        Ok(new)
    }

    /// The same numbers in twice as many buckets, by the bits that were kept for it. Only states that
    /// are away from their own bucket are looked for.
    fn doubled(
        &self,
        touch: impl Fn(u32) -> u8,
        hash_of: impl Fn(u32) -> u64,
    ) -> Result<Part, Limit> {
        let mut new = Part::with(2 * self.buckets)?;
        new.used = self.used + 1;
        let mut away = Vec::new();
        for (at, entry) in self.entries() {
            if entry.is_away {
                away.push(entry.number);
                continue;
            }
            let home = 2 * at + usize::from(entry.coming >> (COMING - new.used) & 1);
            let room = new.room(home);
            let is_away = room.0 != home;
            new.push(room, Entry { is_away, ..entry });
        }
        new.put_all(away.into_iter(), touch, hash_of);
        Ok(new)
    }

    /// Puts numbers where there is room, after a look at the states of many of them.
    fn put_all(
        &mut self,
        mut numbers: impl Iterator<Item = u32>,
        touch: impl Fn(u32) -> u8,
        hash_of: impl Fn(u32) -> u64,
    ) {
        let mut batch = [0; BATCH];
        loop {
            let places = batch.iter_mut().zip(&mut numbers);
            let count = places.map(|(place, number)| *place = number).count();
            let batch = &batch[..count];
            black_box(batch.iter().fold(0, |all, number| all ^ touch(*number)));
            for number in batch {
                let hash = hash_of(*number);
                self.put(self.room(self.home(hash)), hash, *number);
            }
            if count < BATCH {
                return;
            }
        }
    }

    /// All that stands in the buckets, and in which it stands.
    fn entries(&self) -> impl Iterator<Item = (usize, Entry)> + '_ {
        (0..self.buckets).flat_map(|at| {
            let entries = bucket::entries(self.bucket(at));
            entries.map(move |entry| (at, entry))
        })
    }

    /// The bucket of a hash: its place among all hashes, in proportion.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        usize::try_from(self.position(hash) >> 64).unwrap_or(0)
    }

    /// The bits of a hash that decide where it goes when the part grows. Those that are used up are
    /// zero.
    #[inline]
    fn coming(&self, hash: u64) -> u8 {
        let next = self.position(hash) >> (64 - COMING) & ((1 << COMING) - 1);
        u8::try_from(next >> self.used).unwrap_or(0)
    }

    /// How many buckets are before the place of a hash, in units of 2^-64.
    #[inline]
    fn position(&self, hash: u64) -> u128 {
        u128::from(hash << PARTS) * self.buckets as u128
    }

    #[inline]
    fn after(&self, at: usize) -> usize {
        if at + 1 == self.buckets { 0 } else { at + 1 }
    }

    #[inline]
    fn bucket(&self, at: usize) -> &Bytes {
        let bytes = self.pages.get(at * BUCKET..);
        bytes.and_then(<[u8]>::first_chunk).unwrap_or(EMPTY)
    }
}

/// How many buckets a part has after it had so many.
fn larger(part: usize, buckets: usize) -> usize {
    if buckets == 0 {
        LEAST + ((LEAST * part) >> PARTS)
    } else {
        2 * buckets
    }
}

#[inline]
#[allow(
    clippy::cast_possible_truncation,
    reason = "what is left after the shift is below the number of parts"
)]
fn part_of(hash: u64) -> usize {
    (hash >> (u64::BITS - PARTS)) as usize
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a byte of it is what is wanted"
)]
fn tag_of(hash: u64) -> u8 {
    hash as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers whose hashes share everything that the table looks at, and others.
    #[test]
    fn what_was_put_is_found_and_nothing_else() {
        let mut table = Table::new();
        let hash = |number: u32| u64::from(number % 7) << 61 | u64::from(number % 3);
        for number in 0..3_000 {
            if let Some(crowded) = table.crowded(hash(number)) {
                table.grow(crowded, |_| 0, hash).unwrap();
                assert_eq!(table.crowded(hash(number)), None);
            }
            let room = table.find(hash(number), |other| other == number);
            table.put(room.unwrap_err(), hash(number), number);
        }
        for number in 0..3_000 {
            let found = table.find(hash(number), |other| other == number);
            assert_eq!(found.ok(), Some(number));
        }
        assert!(table.find(hash(3_000), |other| other == 3_000).is_err());
    }

    /// A part that grows as often as bits were kept for it, with numbers put into it before and
    /// between. Every third hash is as high as can be: their buckets overflow, from the last into the
    /// first as well.
    #[test]
    fn a_part_that_is_doubled_is_as_if_all_hashes_were_taken_again() {
        let hash = |number: u32| match number % 3 {
            0 => u64::from(number) << 2 | u64::MAX << 20,
            _ => u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        };
        let mut part = Part::with(5).unwrap();
        let mut numbers = 0..;
        while part.used < COMING {
            while !part.is_crowded() {
                let number = numbers.next().unwrap();
                let room = part.room(part.home(hash(number)));
                part.put(room, hash(number), number);
            }
            part = part.doubled(|_| 0, hash).unwrap();
            let again = part.hashed_again(part.buckets, |_| 0, hash).unwrap();
            assert_eq!((again.used, again.len), (0, part.len));
            for number in 0..numbers.start {
                let is_it = |other| other == number;
                assert_eq!(part.find(hash(number), is_it).ok(), Some(number));
                assert_eq!(again.find(hash(number), is_it).ok(), Some(number));
            }
            for (at, entry) in part.entries() {
                assert_eq!(entry.is_away, at != part.home(hash(entry.number)));
                let left = (1 << (COMING - part.used)) - 1;
                assert_eq!(entry.coming & left, part.coming(hash(entry.number)) & left);
            }
        }
    }
}
