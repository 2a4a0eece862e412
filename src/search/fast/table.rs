//! Where a state is, by its hash: a table of the numbers of states.
//!
//! The table is made of buckets as large as what memory hands over at a time, so that a look at one
//! costs one wait. A bucket holds up to twelve numbers, and of each state a byte of its hash, which
//! spares most looks at the wrong state. Whoever finds the bucket full goes on to the next.

use std::hint::black_box;

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
}

/// How many parts there are, as a power of two.
const PARTS: u32 = 4;

/// How many buckets the first part has at first. The others have more, up to twice as many, as a part
/// has after it has grown.
const LEAST: usize = 16;

/// How many bytes a bucket has.
const BUCKET: usize = 64;

/// How many numbers fit into a bucket.
const PLACES: usize = 12;

/// Where in a bucket it stands how many there are. Before it stand the bytes of the hashes, behind it
/// the numbers, four bytes each.
const COUNT: usize = 12;
const NUMBERS: usize = 16;

/// Where there is room for one more number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    part: usize,
    bucket: usize,
    count: u8,
    tag: u8,
}

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
    pub(super) fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Result<u32, Room> {
        let part = part_of(hash);
        self.parts[part]
            .find(hash, &mut is_it)
            .map_err(|room| Room { part, ..room })
    }

    /// Puts a number where there is room.
    #[inline]
    pub(super) fn put(&mut self, room: Room, number: u32) {
        self.parts[room.part].put(room, number);
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
        Crowded(part): Crowded,
        touch: impl Fn(u32) -> u8,
        hash_of: impl Fn(u32) -> u64,
    ) -> Result<(), Limit> {
        let mut new = Part::with(larger(part, self.parts[part].buckets))?;
        let mut numbers = self.parts[part].numbers();
        let mut batch = [0; BATCH];
        let mut hashes = [0; BATCH];
        loop {
            let places = batch.iter_mut().zip(&mut numbers);
            let count = places.map(|(place, number)| *place = number).count();
            let batch = &batch[..count];
            black_box(batch.iter().fold(0, |all, number| all ^ touch(*number)));
            for (hash, number) in hashes.iter_mut().zip(batch) {
                *hash = hash_of(*number);
            }
            let hashes = &hashes[..count];
            black_box(hashes.iter().fold(0, |all, hash| all ^ new.touch(*hash)));
            for (number, hash) in batch.iter().zip(hashes) {
                new.put(new.room(*hash), *number);
            }
            if count < BATCH {
                break;
            }
        }
        drop(numbers);
        self.parts[part] = new;
        Ok(())
    }

    /// Looks at the bucket of this hash, so that it is at hand; what it sees means nothing.
    ///
    /// Nothing is decided by what it sees either: a processor that has to guess which way to go does
    /// not look at the next bucket before it knows this one.
    #[inline]
    pub(super) fn touch(&self, hash: u64) -> u8 {
        self.parts[part_of(hash)].touch(hash)
    }

    /// A number that may be the right one.
    #[inline]
    pub(super) fn guess(&self, hash: u64) -> Option<u32> {
        let part = &self.parts[part_of(hash)];
        let bytes = part.bucket(part.home(hash));
        let place = matches(bytes, tag_of(hash)).next()?;
        Some(number_at(bytes, place))
    }
}

impl Part {
    fn with(buckets: usize) -> Result<Part, Limit> {
        Ok(Part {
            pages: Pages::zeroed(buckets * BUCKET)?,
            buckets,
            len: 0,
        })
    }

    /// Whether four fifths of the places are used.
    #[inline]
    fn is_crowded(&self) -> bool {
        self.len * 5 >= self.buckets * (PLACES * 4)
    }

    #[inline]
    fn find(&self, hash: u64, is_it: &mut impl FnMut(u32) -> bool) -> Result<u32, Room> {
        let mut bucket = self.home(hash);
        let tag = tag_of(hash);
        loop {
            let bytes = self.bucket(bucket);
            for place in matches(bytes, tag) {
                let number = number_at(bytes, place);
                if is_it(number) {
                    return Ok(number);
                }
            }
            if let Some(room) = room_in(bucket, bytes, tag) {
                return Err(room);
            }
            bucket = self.after(bucket);
        }
    }

    /// Where there is room for another number with this hash.
    #[inline]
    fn room(&self, hash: u64) -> Room {
        let mut bucket = self.home(hash);
        loop {
            if let Some(room) = room_in(bucket, self.bucket(bucket), tag_of(hash)) {
                return room;
            }
            bucket = self.after(bucket);
        }
    }

    #[inline]
    fn put(&mut self, room: Room, number: u32) {
        let begin = room.bucket * BUCKET;
        let Some(bytes) = self.pages[begin..].first_chunk_mut::<BUCKET>() else {
            return;
        };
        let place = usize::from(room.count);
        bytes[place] = room.tag;
        bytes[COUNT] = room.count + 1;
        bytes[NUMBERS + 4 * place..][..4].copy_from_slice(&number.to_le_bytes());
        self.len += 1;
    }

    fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.buckets).flat_map(|bucket| {
            let bytes = self.bucket(bucket);
            (0..usize::from(bytes[COUNT])).map(|place| number_at(bytes, place))
        })
    }

    #[inline]
    fn touch(&self, hash: u64) -> u8 {
        self.bucket(self.home(hash))[COUNT]
    }

    /// The bucket at which the search for a hash begins: its place among all hashes, in proportion.
    #[inline]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the product is below the number of buckets"
    )]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash << PARTS) * self.buckets as u128) >> 64) as usize
    }

    #[inline]
    fn after(&self, bucket: usize) -> usize {
        if bucket + 1 == self.buckets {
            0
        } else {
            bucket + 1
        }
    }

    #[inline]
    fn bucket(&self, bucket: usize) -> &[u8; BUCKET] {
        const NONE: &[u8; BUCKET] = &[0; BUCKET];
        let bytes = self.pages.get(bucket * BUCKET..);
        bytes.and_then(<[u8]>::first_chunk).unwrap_or(NONE)
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
fn room_in(bucket: usize, bytes: &[u8; BUCKET], tag: u8) -> Option<Room> {
    let count = bytes[COUNT];
    (usize::from(count) < PLACES).then_some(Room {
        part: 0,
        bucket,
        count,
        tag,
    })
}

#[inline]
#[allow(
    clippy::cast_possible_truncation,
    reason = "what is left after the shift is below the number of parts"
)]
fn part_of(hash: u64) -> usize {
    (hash >> (u64::BITS - PARTS)) as usize
}

#[inline]
fn number_at(bucket: &[u8; BUCKET], place: usize) -> u32 {
    let bytes = &bucket[NUMBERS + 4 * place..][..4];
    bytes.try_into().map_or(0, u32::from_le_bytes)
}

/// The places of a bucket that may hold a state with this byte in its hash, and nearly always do: all
/// twelve are compared at once.
#[inline]
fn matches(bucket: &[u8; BUCKET], tag: u8) -> impl Iterator<Item = usize> + use<> {
    const ONES: u128 = u128::MAX / 255;
    let tags = bucket
        .first_chunk()
        .map_or(0, |tags| u128::from_le_bytes(*tags));
    let used = (1 << (8 * u32::from(bucket[COUNT]))) - 1;
    // A byte that is equal becomes zero, and a zero borrows from its highest bit. What borrows after
    // it may be taken for equal too; the states themselves are compared in the end.
    let differs = tags ^ (ONES * u128::from(tag));
    let mut equal = differs.wrapping_sub(ONES) & !differs & (ONES << 7) & used;
    std::iter::from_fn(move || {
        let place = (equal != 0).then(|| equal.trailing_zeros() as usize / 8)?;
        equal &= equal - 1;
        Some(place)
    })
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
            table.put(room.unwrap_err(), number);
        }
        for number in 0..3_000 {
            let found = table.find(hash(number), |other| other == number);
            assert_eq!(found.ok(), Some(number));
        }
        assert!(table.find(hash(3_000), |other| other == 3_000).is_err());
    }
}
