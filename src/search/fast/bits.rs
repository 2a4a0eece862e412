//! Numbers in as few bits as their bounds allow.

/// A number from zero to a bound, and the bits that it needs. A bound of zero needs none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Field {
    most: u64,
    bits: u32,
}

impl Field {
    /// The field of a number that is at most so large; more than 32 bits are never needed.
    pub(super) fn up_to(most: u64) -> Field {
        let most = most.min(u64::from(u32::MAX));
        Field {
            most,
            bits: u64::BITS - most.leading_zeros(),
        }
    }

    /// The field of any number of so many bits; at most 32.
    #[inline]
    pub(super) fn of_bits(bits: u32) -> Field {
        let most = (1 << bits) - 1;
        Field { most, bits }
    }

    /// The largest number that it holds.
    pub(super) fn most(self) -> u64 {
        self.most
    }

    /// As many ones as it has bits.
    pub(super) fn mask(self) -> u64 {
        (1 << self.bits) - 1
    }

    /// How many bits it has.
    pub(super) fn bits(self) -> u32 {
        self.bits
    }

    /// The field of a truth that can be true at all only if it is `possible`.
    pub(super) fn flag(possible: bool) -> Field {
        Field::up_to(u64::from(possible))
    }

    /// The field of a number that may be absent: one more than [`Field::up_to`].
    pub(super) fn maybe_up_to(most: u64) -> Field {
        Field::up_to(most + 1)
    }
}

/// Writes fields one after another.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    bytes: &'a mut Vec<u8>,
    held: u64,
    bits: u32,
    fits: bool,
}

impl<'a> Writer<'a> {
    /// Writes from the beginning.
    pub(super) fn new(bytes: &'a mut Vec<u8>) -> Writer<'a> {
        bytes.clear();
        Writer {
            bytes,
            held: 0,
            bits: 0,
            fits: true,
        }
    }

    /// Writes a number. If it is larger than the field allows, [`Writer::finish`] says so.
    #[inline]
    pub(super) fn put(&mut self, field: Field, value: u64) {
        self.fits &= value <= field.most;
        self.held |= value << self.bits;
        self.bits += field.bits;
        if self.bits >= 32 {
            self.bytes.extend_from_slice(&self.held.to_le_bytes()[..4]);
            self.held >>= 32;
            self.bits -= 32;
        }
    }

    /// Writes the lowest bits of a number; there have to be no others.
    #[inline]
    pub(super) fn put_wide(&mut self, bits: u32, value: u128) {
        let (mut bits, mut value) = (bits, value);
        while bits > 32 {
            let low = value & u128::from(u32::MAX);
            self.put(Field::of_bits(32), u64::try_from(low).unwrap_or(0));
            bits -= 32;
            value >>= 32;
        }
        self.put(
            Field::of_bits(bits),
            u64::try_from(value).unwrap_or(u64::MAX),
        );
    }

    /// Notes whether something holds that the fields take for granted.
    #[inline]
    pub(super) fn expect(&mut self, holds: bool) {
        self.fits &= holds;
    }

    /// Writes what is left. The answer is whether every number fitted its field.
    pub(super) fn finish(self) -> bool {
        let left = self.bits.div_ceil(8) as usize;
        self.bytes
            .extend_from_slice(&self.held.to_le_bytes()[..left]);
        self.fits
    }
}

/// Reads fields in the order in which they were written.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    held: u64,
    bits: u32,
}

impl<'a> Reader<'a> {
    /// Reads from the beginning.
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader {
            bytes,
            held: 0,
            bits: 0,
        }
    }

    /// The next number.
    #[inline]
    pub(super) fn get(&mut self, field: Field) -> u64 {
        if self.bits < field.bits {
            self.refill();
        }
        let value = self.held & ((1 << field.bits) - 1);
        self.held >>= field.bits;
        self.bits -= field.bits.min(self.bits);
        value
    }

    /// The next number of so many bits.
    #[inline]
    pub(super) fn get_wide(&mut self, bits: u32) -> u128 {
        let (mut got, mut value) = (0, 0);
        while bits - got > 32 {
            value |= u128::from(self.get(Field::of_bits(32))) << got;
            got += 32;
        }
        value | u128::from(self.get(Field::of_bits(bits - got))) << got
    }

    #[inline]
    fn refill(&mut self) {
        if let Some((word, rest)) = self.bytes.split_first_chunk::<4>() {
            self.held |= u64::from(u32::from_le_bytes(*word)) << self.bits;
            self.bits += 32;
            self.bytes = rest;
            return;
        }
        for byte in self.bytes {
            self.held |= u64::from(*byte) << self.bits;
            self.bits += 8;
        }
        self.bytes = &[];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_back() {
        let fields = [0, 1, 4, 0, 255, u64::from(u32::MAX), 6, 40, 1_000_000, 1].map(Field::up_to);
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes);
        for field in fields {
            writer.put(field, field.most);
        }
        assert!(writer.finish());
        let bits: u32 = fields.iter().map(|field| field.bits).sum();
        assert_eq!(bytes.len(), bits.div_ceil(8) as usize);
        let mut reader = Reader::new(&bytes);
        for field in fields {
            assert_eq!(reader.get(field), field.most);
        }
    }

    #[test]
    fn wide_numbers_too() {
        let value = u128::MAX / 3;
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes);
        writer.put(Field::up_to(4), 3);
        writer.put_wide(127, value);
        writer.put_wide(0, 0);
        assert!(writer.finish());
        let mut reader = Reader::new(&bytes);
        assert_eq!(reader.get(Field::up_to(4)), 3);
        assert_eq!(reader.get_wide(127), value);
        assert_eq!(reader.get_wide(0), 0);
    }

    #[test]
    fn a_number_that_is_too_large_is_noticed() {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes);
        writer.put(Field::up_to(4), 5);
        assert!(!writer.finish());
    }
}
