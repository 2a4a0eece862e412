//! Which values of an axis are written beside it, so that the numbers stand apart.

/// One value that is written, and its position on the axis, from 0.
pub(super) type Tick = (usize, u16);

/// Picks round values that are far enough apart: `fits` says whether a number has room beside the one
/// before it, for the two ticks. The first value is among them if there is room for it.
pub(super) fn pick(values: &[u16], fits: impl Fn(Tick, Tick) -> bool) -> Vec<Tick> {
    let ticks = || (0..).zip(values.iter().copied());
    let apart = |picked: &[Tick]| picked.windows(2).all(|pair| fits(pair[0], pair[1]));
    let round =
        |unit: u16| -> Vec<Tick> { ticks().filter(|(_, value)| value % unit == 0).collect() };
    let by_value = ROUND
        .into_iter()
        .map(round)
        .find(|picked| picked.len() >= 2 && apart(picked));
    let by_position = || {
        let every = |step: usize| -> Vec<Tick> { ticks().step_by(step).collect() };
        (1..=values.len()).map(every).find(|picked| apart(picked))
    };
    let mut picked = by_value.or_else(by_position).unwrap_or_default();
    if let (Some(first), Some(next)) = (ticks().next(), picked.first().copied())
        && first != next
        && fits(first, next)
    {
        picked.insert(0, first);
    }
    picked
}

/// Distances between values that people find round.
const ROUND: [u16; 13] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

#[cfg(test)]
mod tests {
    use super::*;

    fn values(values: &[u16], room: usize) -> Vec<u16> {
        let picked = pick(values, |one, other| other.0 - one.0 >= room);
        picked.into_iter().map(|(_, value)| value).collect()
    }

    #[test]
    fn round_values_stand_apart_and_the_first_is_there_if_it_fits() {
        let all: Vec<u16> = (1..=20).collect();
        assert_eq!(values(&all, 1), all);
        assert_eq!(values(&all, 3), [1, 5, 10, 15, 20]);
        assert_eq!(values(&all, 7), [1, 10, 20]);
        assert_eq!(values(&[1, 4, 7, 10, 13], 2), [4, 10]);
        assert_eq!(values(&[3], 5), [3]);
        assert_eq!(values(&[1, 7, 13], 2), [1, 13]);
        assert_eq!(values(&[], 1), [] as [u16; 0]);
    }
}
