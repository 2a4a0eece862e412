//! In which order the states of a level are expanded.

use std::ops::Range;

/// In which order the states of a part of a level are expanded: those that are alike one after
/// another. Which order that is makes no difference but to the time.
#[derive(Default)]
pub(super) struct Order {
    numbers: Vec<u32>,
    cursor: usize,
    kinds: Vec<u16>,
    ends: Vec<u32>,
}

/// How many states are put into order at a time.
pub(super) const PART: u32 = 1 << 17;

/// So many kinds of states are told apart.
const KINDS: u32 = 1 << 13;

impl Order {
    /// The next state.
    pub(super) fn next(&mut self) -> Option<u32> {
        let number = *self.numbers.get(self.cursor)?;
        self.cursor += 1;
        Some(number)
    }

    /// Puts these states into order, and begins with the first.
    pub(super) fn prepare(&mut self, states: Range<u32>, likeness: impl Fn(u32) -> u64) {
        self.cursor = 0;
        self.kinds.clear();
        self.ends.clear();
        self.ends.resize(KINDS as usize, 0);
        for number in states.clone() {
            let kind = kind_of(likeness(number));
            self.kinds.push(kind);
            self.ends[usize::from(kind)] += 1;
        }
        let mut end = 0;
        for count in &mut self.ends {
            end += *count;
            *count = end;
        }
        self.numbers.clear();
        self.numbers.resize(self.kinds.len(), 0);
        for (number, kind) in states.zip(&self.kinds) {
            let place = &mut self.ends[usize::from(*kind)];
            *place -= 1;
            self.numbers[*place as usize] = number;
        }
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "what is left after the shift has thirteen bits"
)]
fn kind_of(likeness: u64) -> u16 {
    (likeness >> (u64::BITS - KINDS.ilog2())) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_comes_once_and_those_that_are_alike_side_by_side() {
        let likeness = |number: u32| u64::from(number % 3) << 62;
        let mut order = Order::default();
        for states in [10..40, 40..43, 43..44] {
            order.prepare(states.clone(), likeness);
            let mut numbers: Vec<_> = std::iter::from_fn(|| order.next()).collect();
            assert!(numbers.is_sorted_by_key(|number| number % 3));
            numbers.sort_unstable();
            assert_eq!(numbers, states.collect::<Vec<_>>());
        }
    }
}
