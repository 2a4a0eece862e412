//! Where a state is, by its hash: a table of the numbers of states.
//!
//! The table is made of buckets as large as what memory hands over at a time, so that a look at one
//! costs one wait. A bucket holds up to twelve numbers, and of each state a byte of its hash, which
//! spares most looks at the wrong state. Whoever finds the bucket full goes on to the next.

use super::pages::Pages;
use crate::search::Limit;

/// A table of numbers below 2^32.
#[derive(Debug)]
pub(super) struct Table {
    pages: Pages,
    buckets: usize,
}

/// How many bytes a bucket has.
const BUCKET: usize = 64;

/// How many numbers fit into a bucket.
const PLACES: usize = 12;

/// Where in a bucket it stands how many there are. Before it stand the bytes of the hashes, behind it
/// the numbers, four bytes each.
const COUNT: usize = 12;
const NUMBERS: usize = 16;

/// A bucket that has room for one more number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    bucket: usize,
    count: u8,
    tag: u8,
}

impl Table {
    /// A table without room.
    pub(super) fn empty() -> Table {
        Table {
            pages: Pages::Heap(Box::new([])),
            buckets: 0,
        }
    }

    /// How many buckets a table has that follows one that is full.
    pub(super) fn buckets_after(&self) -> usize {
        (self.buckets + self.buckets / 2).max(128)
    }

    /// How many bytes a table of so many buckets has.
    pub(super) fn bytes(buckets: usize) -> usize {
        buckets * BUCKET
    }

    /// An empty table of so many buckets.
    pub(super) fn with(buckets: usize) -> Result<Table, Limit> {
        Ok(Table {
            pages: Pages::zeroed(Table::bytes(buckets))?,
            buckets,
        })
    }

    /// How many buckets it has.
    pub(super) fn buckets(&self) -> usize {
        self.buckets
    }

    /// Whether so many numbers are as many as there should be: four fifths of the places.
    #[inline]
    pub(super) fn is_full_with(&self, numbers: u32) -> bool {
        numbers as usize * 5 >= self.buckets * (PLACES * 4)
    }

    /// The number with this hash that is the right one, or else where there is room for it.
    #[inline]
    pub(super) fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Result<u32, Room> {
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
            let count = bytes[COUNT];
            if usize::from(count) < PLACES {
                return Err(Room { bucket, count, tag });
            }
            bucket = self.after(bucket);
        }
    }

    /// Puts a number where there is room.
    #[inline]
    pub(super) fn put(&mut self, room: Room, number: u32) {
        let begin = room.bucket * BUCKET;
        let Some(bytes) = self.pages[begin..].first_chunk_mut::<BUCKET>() else {
            return;
        };
        let place = usize::from(room.count);
        bytes[place] = room.tag;
        bytes[COUNT] = room.count + 1;
        bytes[NUMBERS + 4 * place..][..4].copy_from_slice(&number.to_le_bytes());
    }

    /// Where there is room for another number with this hash.
    #[inline]
    pub(super) fn room(&self, hash: u64) -> Room {
        let mut bucket = self.home(hash);
        loop {
            let count = self.bucket(bucket)[COUNT];
            if usize::from(count) < PLACES {
                let tag = tag_of(hash);
                return Room { bucket, count, tag };
            }
            bucket = self.after(bucket);
        }
    }

    /// Looks at the bucket of this hash, so that it is at hand; what it sees means nothing.
    ///
    /// Nothing is decided by what it sees either: a processor that has to guess which way to go does
    /// not look at the next bucket before it knows this one.
    #[inline]
    pub(super) fn touch(&self, hash: u64) -> u8 {
        self.bucket(self.home(hash))[COUNT]
    }

    /// A number that may be the right one.
    #[inline]
    pub(super) fn guess(&self, hash: u64) -> Option<u32> {
        let bytes = self.bucket(self.home(hash));
        let place = matches(bytes, tag_of(hash)).next()?;
        Some(number_at(bytes, place))
    }

    /// The bucket at which the search for a hash begins: its place among all hashes, in proportion.
    #[inline]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the product is below the number of buckets"
    )]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets as u128) >> 64) as usize
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
    let tags = bucket.first_chunk().map_or(0, |tags| u128::from_le_bytes(*tags));
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
        let mut table = Table::with(8).unwrap();
        let hash = |number: u32| u64::from(number % 7) << 61 | u64::from(number % 3);
        for number in 0..80 {
            let room = table.find(hash(number), |other| other == number);
            table.put(room.unwrap_err(), number);
        }
        for number in 0..80 {
            let found = table.find(hash(number), |other| other == number);
            assert_eq!(found.ok(), Some(number));
        }
        assert!(table.find(hash(80), |other| other == 80).is_err());
        assert!(table.is_full_with(80) && !table.is_full_with(70));
    }
}
