//! A bucket of the table: as many bytes as memory hands over at a time.
//!
//! It has eleven places for states, which are filled one after another. Before the numbers of the
//! states stand the tags, so that all of them are compared at once, and between the two a few bits
//! more of each state and how many places are filled:
//!
//! ```text
//! 11 tags (88 bits) │ filled (4) │ away (11 × 1) │ coming (11 × 5) │ - (2) │ 11 numbers (352)
//! ```

/// The bytes of a bucket.
pub(super) type Bytes = [u8; BUCKET];

/// How many bytes a bucket has.
pub(super) const BUCKET: usize = 64;

/// How many states fit into a bucket.
pub(super) const PLACES: usize = 11;

/// How many bits [`Entry::coming`] has.
pub(super) const COMING: u32 = 5;

/// An empty bucket.
pub(super) const EMPTY: &Bytes = &[0; BUCKET];

/// What a bucket says of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its number.
    pub(super) number: u32,
    /// A byte of its hash, which spares most looks at the wrong state.
    pub(super) tag: u8,
    /// Whether it stands in another bucket than its own, because that was full.
    pub(super) is_away: bool,
    /// The bits of its hash that decide where it goes when the table grows, the next one highest.
    pub(super) coming: u8,
}

/// At which byte stands how many places are filled, and what goes with it.
const REST: usize = PLACES;

/// At which byte the numbers begin.
const NUMBERS: usize = 20;

/// Behind how many bits of the rest stand those of [`Entry::is_away`] and of [`Entry::coming`].
const AWAY_BEHIND: usize = 4;
const COMING_BEHIND: usize = AWAY_BEHIND + PLACES;

/// How many places are filled.
#[inline]
pub(super) fn filled(bytes: &Bytes) -> usize {
    usize::from(bytes[REST] & 0b1111)
}

/// Whether there is room for one more.
#[inline]
pub(super) fn has_room(bytes: &Bytes) -> bool {
    filled(bytes) < PLACES
}

/// The number of the state at a place.
#[inline]
pub(super) fn number(bytes: &Bytes, place: usize) -> u32 {
    let number = bytes[NUMBERS + 4 * place..].first_chunk();
    number.map_or(0, |number| u32::from_le_bytes(*number))
}

/// The places that may hold a state with this tag, and nearly always do: all are compared at once.
#[inline]
pub(super) fn matches(bytes: &Bytes, tag: u8) -> impl Iterator<Item = usize> + use<> {
    const ONES: u128 = u128::MAX / 255;
    let tags = bytes.first_chunk();
    let tags = tags.map_or(0, |tags| u128::from_le_bytes(*tags));
    let used = (1 << (8 * filled(bytes))) - 1;
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

/// All that stands in the bucket.
pub(super) fn entries(bytes: &Bytes) -> impl Iterator<Item = Entry> + '_ {
    let rest = rest(bytes);
    let bits = move |behind: usize, mask: u8| low(rest >> behind) & mask;
    (0..filled(bytes)).map(move |place| Entry {
        number: number(bytes, place),
        tag: bytes[place],
        is_away: bits(AWAY_BEHIND + place, 1) == 1,
        coming: bits(COMING_BEHIND + COMING as usize * place, (1 << COMING) - 1),
    })
}

/// Fills the next place. There has to be one.
#[inline]
pub(super) fn push(bytes: &mut Bytes, entry: Entry) {
    let place = filled(bytes);
    let more = 1
        | u128::from(entry.is_away) << (AWAY_BEHIND + place)
        | u128::from(entry.coming) << (COMING_BEHIND + COMING as usize * place);
    // Where the bits of this place go there are none yet.
    let rest = (rest(bytes) + more).to_le_bytes();
    bytes[REST..NUMBERS].copy_from_slice(&rest[..NUMBERS - REST]);
    bytes[place] = entry.tag;
    bytes[NUMBERS + 4 * place..][..4].copy_from_slice(&entry.number.to_le_bytes());
}

/// What stands between the tags and the numbers.
#[inline]
fn rest(bytes: &Bytes) -> u128 {
    const BEFORE: usize = NUMBERS - size_of::<u128>();
    let window = bytes[BEFORE..].first_chunk();
    window.map_or(0, |window| u128::from_le_bytes(*window)) >> (8 * (REST - BEFORE))
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the lowest bits are what is wanted"
)]
fn low(bits: u128) -> u8 {
    bits as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_into_a_bucket_stands_in_it() {
        let mut bytes = *EMPTY;
        let put: Vec<_> = (0..PLACES).map(entry).collect();
        for (place, entry) in put.iter().enumerate() {
            assert_eq!(filled(&bytes), place);
            assert!(has_room(&bytes));
            push(&mut bytes, *entry);
        }
        assert!(!has_room(&bytes));
        assert_eq!(entries(&bytes).collect::<Vec<_>>(), put);
    }

    /// An entry that differs from its neighbours in everything.
    fn entry(place: usize) -> Entry {
        let small = u8::try_from(place).unwrap();
        Entry {
            number: u32::MAX - u32::from(small),
            tag: 255 - 3 * small,
            is_away: place.is_multiple_of(2),
            coming: (7 * small) % (1 << COMING),
        }
    }

    #[test]
    fn all_places_with_a_tag_are_found_and_none_that_is_empty() {
        let mut bytes = *EMPTY;
        for tag in [0, 9, 0, 200] {
            let entry = Entry { tag, ..entry(0) };
            push(&mut bytes, entry);
        }
        let found = |tag| matches(&bytes, tag).collect::<Vec<_>>();
        assert_eq!(found(0), [0, 2]);
        assert_eq!(found(200), [3]);
        assert!(found(77).is_empty());
    }
}
