//! Where the violations of a property begin: the simplest formula that says it of every cell.
//!
//! The family, from the simplest on; `a` and `b` are the axes, `c` and `d` numbers, and OP is `>=` or
//! `<=`:
//!
//! ```text
//! a OP c     a OP b + d     a OP d - b     a OP c * b
//! a OP max(c, b + d)        a OP min(c, b + d)
//! ```
//!
//! Where several numbers fit, a `d` near zero is taken, and a `c` that is the value of a violating
//! cell.

use super::formula::name_of;
use super::{Axis, Grid};
use crate::property::Property;

/// What a sweep says of one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boundary {
    /// The property.
    pub property: Property,
    /// In how many cells it is violated.
    pub violated: usize,
    /// In how many cells that is known.
    pub known: usize,
    /// Where.
    pub shape: Shape,
}

/// Where a property is violated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// In no cell that is known.
    Nowhere,
    /// In every cell that is known.
    Everywhere,
    /// In all those known cells, and only those, of which this formula is true.
    Where(String),
    /// No formula of the family matches.
    Irregular,
}

/// What the sweep says of each property that it is about.
#[must_use]
pub fn boundaries(grid: &Grid) -> Vec<Boundary> {
    grid.topics()
        .iter()
        .map(|property| boundary(grid, property))
        .collect()
}

/// What the sweep says of this property.
#[must_use]
pub fn boundary(grid: &Grid, property: Property) -> Boundary {
    let found = grid
        .cells()
        .iter()
        .filter_map(|cell| cell.is_violated(property));
    let (violated, known) = found.fold((0, 0), |(violated, known), is_violated| {
        (violated + usize::from(is_violated), known + 1)
    });
    let shape = match violated {
        0 => Shape::Nowhere,
        all if all == known => Shape::Everywhere,
        _ => formula(grid, property).map_or(Shape::Irregular, Shape::Where),
    };
    Boundary {
        property,
        violated,
        known,
        shape,
    }
}

fn formula(grid: &Grid, property: Property) -> Option<String> {
    let profiles = profiles(grid, property);
    FORMS.into_iter().find_map(|form| {
        profiles.iter().find_map(|profile| {
            let threshold = form(profile)?;
            let sign = match profile.direction {
                Direction::Up => ">=",
                Direction::Down => "<=",
            };
            Some(format!("{} {sign} {threshold}", profile.subject))
        })
    })
}

/// From the simplest on.
const FORMS: [fn(&Profile) -> Option<String>; 6] = [
    constant,
    sum,
    difference,
    product,
    |profile| extreme(profile, Extreme::Max),
    |profile| extreme(profile, Extreme::Min),
];

/// Whether violations lie above the threshold or below it. The threshold itself is violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extreme {
    Min,
    Max,
}

/// What the cells demand of a threshold on one axis.
struct Profile {
    /// The axis that has the threshold.
    subject: String,
    /// The axis that the threshold may depend on.
    other: Option<String>,
    direction: Direction,
    demands: Vec<Demand>,
}

/// For one value of the other axis, the lowest and the highest threshold that the cells allow.
#[derive(Clone, Copy, Debug)]
struct Demand {
    /// The value of the other axis.
    at: i64,
    low: i64,
    high: i64,
}

/// Beyond every number of a model, and far from the ends of its type.
const FAR: i64 = 1 << 40;

fn profiles(grid: &Grid, property: Property) -> Vec<Profile> {
    let profile = |subject: usize| {
        [Direction::Up, Direction::Down]
            .into_iter()
            .filter_map(move |direction| profile(grid, property, subject, direction))
    };
    (0..grid.axes().len()).flat_map(profile).collect()
}

/// `None` if, for some value of the other axis, violations do not all lie on one side.
fn profile(
    grid: &Grid,
    property: Property,
    subject: usize,
    direction: Direction,
) -> Option<Profile> {
    let other = grid
        .axes()
        .iter()
        .enumerate()
        .find(|(axis, _)| *axis != subject);
    let lines = other.map_or(1, |(_, axis)| axis.values().len());
    let demand = |line| {
        let at = other.map_or(0, |(_, axis)| i64::from(axis.values()[line]));
        let cells = grid.axes()[subject].values().iter().enumerate();
        let cells = cells.filter_map(|(position, value)| {
            let (column, row) = if subject == 0 {
                (position, line)
            } else {
                (line, position)
            };
            let is_violated = grid.cell(column, row)?.is_violated(property)?;
            Some((i64::from(*value), is_violated))
        });
        demand(at, cells, direction)
    };
    Some(Profile {
        subject: name_of(&grid.axes()[subject]),
        other: other.map(|(_, axis): (usize, &Axis)| name_of(axis)),
        direction,
        demands: (0..lines).map(demand).collect::<Option<_>>()?,
    })
}

fn demand(
    at: i64,
    cells: impl Iterator<Item = (i64, bool)>,
    direction: Direction,
) -> Option<Demand> {
    // Everything at or below `low` must lie on one side, everything from `high` on upon the other.
    let (mut low, mut high) = (-FAR, FAR);
    for (value, is_violated) in cells {
        if is_violated == (direction == Direction::Up) {
            high = high.min(value);
        } else {
            low = low.max(value);
        }
    }
    let (low, high) = match direction {
        Direction::Up => (low + 1, high),
        Direction::Down => (low, high - 1),
    };
    (low <= high).then_some(Demand { at, low, high })
}

impl Profile {
    fn highest(&self, of: impl Fn(&Demand) -> i64) -> i64 {
        self.demands.iter().map(of).max().unwrap_or(-FAR)
    }

    fn lowest(&self, of: impl Fn(&Demand) -> i64) -> i64 {
        self.demands.iter().map(of).min().unwrap_or(FAR)
    }

    /// Of the numbers in this range the one that is the value of a violating cell.
    fn seen(&self, low: i64, high: i64) -> i64 {
        match self.direction {
            Direction::Up => high,
            Direction::Down => low,
        }
    }
}

fn constant(profile: &Profile) -> Option<String> {
    let (low, high) = (profile.highest(|d| d.low), profile.lowest(|d| d.high));
    (low <= high).then(|| profile.seen(low, high).to_string())
}

fn sum(profile: &Profile) -> Option<String> {
    let low = profile.highest(|d| d.low - d.at);
    let high = profile.lowest(|d| d.high - d.at);
    (low <= high).then(|| shifted(profile.other.as_deref(), 0_i64.clamp(low, high)))?
}

fn difference(profile: &Profile) -> Option<String> {
    let low = profile.highest(|d| d.low + d.at);
    let high = profile.lowest(|d| d.high + d.at);
    let other = profile.other.as_ref()?;
    (low <= high).then(|| format!("{} - {other}", profile.seen(low, high)))
}

fn product(profile: &Profile) -> Option<String> {
    let other = profile.other.as_ref()?;
    if profile.demands.iter().any(|demand| demand.at < 1) {
        return None;
    }
    let low = profile.highest(|d| -(-d.low).div_euclid(d.at));
    let high = profile.lowest(|d| d.high.div_euclid(d.at));
    (low <= high).then(|| format!("{} * {other}", profile.seen(low, high)))
}

/// The greater or the lesser of a number and a shifted axis.
///
/// For `max` neither part may ever exceed what is allowed, and at every value one of them has to reach
/// it; for `min` the same upside down. So the shift is as near to zero as it can be with the number
/// at the end of its range, and then the number is chosen.
fn extreme(profile: &Profile, extreme: Extreme) -> Option<String> {
    let upright = Upright::of(profile, extreme);
    let most = upright.demands.iter().map(|d| d.high).min()?;
    let most_shift = upright.demands.iter().map(|d| d.high - d.at).min()?;
    let shift = upright.shift(most, most_shift)?;
    let least = upright.least(shift).min(most);
    let (low, high) = match extreme {
        Extreme::Max => (least, most),
        Extreme::Min => (-most, -least),
    };
    let shift = if extreme == Extreme::Max {
        shift
    } else {
        -shift
    };
    let number = profile.seen(low, high);
    let name = if extreme == Extreme::Max {
        "max"
    } else {
        "min"
    };
    let other = shifted(profile.other.as_deref(), shift)?;
    (number.abs() < FAR).then(|| format!("{name}({number}, {other})"))
}

/// The demands as `max` sees them: for `min`, everything is turned upside down.
struct Upright {
    demands: Vec<Demand>,
}

impl Upright {
    fn of(profile: &Profile, extreme: Extreme) -> Upright {
        let turned = |d: &Demand| match extreme {
            Extreme::Max => *d,
            Extreme::Min => Demand {
                at: -d.at,
                low: -d.high,
                high: -d.low,
            },
        };
        Upright {
            demands: profile.demands.iter().map(turned).collect(),
        }
    }

    /// The shift nearest to zero with which the demands are met, the number being `most`.
    fn shift(&self, most: i64, most_shift: i64) -> Option<i64> {
        let meets = |shift: i64| self.demands.iter().all(|d| most.max(d.at + shift) >= d.low);
        let nearest = most_shift.min(0);
        if meets(nearest) {
            return Some(nearest);
        }
        if most_shift <= 0 || most_shift >= FAR || !meets(most_shift) {
            return None;
        }
        // A greater shift meets more demands, so the least that meets all can be bracketed.
        let (mut too_small, mut enough) = (nearest, most_shift);
        while enough - too_small > 1 {
            let middle = too_small + (enough - too_small) / 2;
            if meets(middle) {
                enough = middle;
            } else {
                too_small = middle;
            }
        }
        Some(enough)
    }

    /// The least number that meets what the shifted axis leaves unmet.
    fn least(&self, shift: i64) -> i64 {
        let unmet = self.demands.iter().filter(|d| d.at + shift < d.low);
        unmet.map(|d| d.low).max().unwrap_or(-FAR)
    }
}

/// "ttl", "ttl + 2", "ttl - 1"
fn shifted(name: Option<&str>, shift: i64) -> Option<String> {
    let name = name?;
    Some(match shift {
        0 => name.to_string(),
        shift if shift > 0 => format!("{name} + {shift}"),
        shift => format!("{name} - {}", -shift),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::PropertySet;
    use crate::spec::catalogue;
    use crate::sweep::{Cell, Formula, Plan};
    use proptest::prelude::*;

    /// A grid in which the property is violated where the function says so.
    fn grid(axes: &[&str], is_violated: impl Fn(&[i64]) -> Option<bool>) -> Grid {
        let axes: Vec<_> = axes.iter().map(|axis| Axis::parse(axis).unwrap()).collect();
        let file = catalogue::get("pause-against-lease").unwrap();
        let plan = Plan::new(&file, None, &[], axes.clone(), &[]).unwrap();
        let cells = super::super::plan::combinations(&axes)
            .into_iter()
            .map(|values| {
                let values: Vec<_> = values.into_iter().map(i64::from).collect();
                let set = PropertySet::from_iter([Property::StaleOverwrite]);
                match is_violated(&values) {
                    Some(true) => Cell {
                        violated: set,
                        ..Cell::default()
                    },
                    Some(false) => Cell {
                        proved: set,
                        ..Cell::default()
                    },
                    None => Cell::default(),
                }
            });
        Grid::new(&plan, cells.collect())
    }

    fn shape(axes: &[&str], is_violated: impl Fn(&[i64]) -> bool) -> Shape {
        boundary(
            &grid(axes, |values| Some(is_violated(values))),
            Property::StaleOverwrite,
        )
        .shape
    }

    fn place(formula: &str) -> Shape {
        Shape::Where(formula.to_string())
    }

    #[test]
    fn the_simplest_formula_is_proposed() {
        let axes = ["pause=1..20", "ttl=1..20"];
        assert_eq!(shape(&axes, |v| v[0] > 7), place("pause >= 8"));
        assert_eq!(shape(&axes, |v| v[1] < 7), place("ttl <= 6"));
        assert_eq!(shape(&axes, |v| v[0] >= v[1]), place("pause >= ttl"));
        assert_eq!(shape(&axes, |v| v[0] > v[1] + 2), place("pause >= ttl + 3"));
        assert_eq!(shape(&axes, |v| v[0] < v[1] - 2), place("pause <= ttl - 3"));
        assert_eq!(
            shape(&axes, |v| v[0] + v[1] > 20),
            place("pause >= 21 - ttl")
        );
        assert_eq!(
            shape(&axes, |v| v[0] > 3 * v[1] - 1),
            place("pause >= 3 * ttl")
        );
        assert_eq!(
            shape(&axes, |v| v[0] > v[1].max(12)),
            place("pause >= max(13, ttl + 1)")
        );
        assert_eq!(
            shape(&axes, |v| v[0] >= v[1].max(12)),
            place("pause >= max(12, ttl)")
        );
        assert_eq!(
            shape(&axes, |v| v[0] <= v[1].max(12)),
            place("pause <= max(12, ttl)")
        );
        assert_eq!(
            shape(&axes, |v| v[0] >= (v[1] - 3).min(9)),
            place("pause >= min(9, ttl - 3)")
        );
        assert_eq!(
            shape(&axes, |v| v[0] < (v[1] + 2).min(9)),
            place("pause <= min(8, ttl + 1)")
        );
        assert_eq!(shape(&axes, |_| true), Shape::Everywhere);
        assert_eq!(shape(&axes, |_| false), Shape::Nowhere);
        assert_eq!(shape(&axes, |v| v[0] * v[1] % 3 == 1), Shape::Irregular);
        assert_eq!(shape(&axes, |v| v[0] == v[1]), Shape::Irregular);
    }

    #[test]
    fn one_axis_has_a_threshold_or_none() {
        assert_eq!(shape(&["pause=1..20"], |v| v[0] > 7), place("pause >= 8"));
        assert_eq!(shape(&["pause=1..20"], |v| v[0] == 7), Shape::Irregular);
        assert_eq!(
            shape(&["pause=1..20..5"], |v| v[0] > 7),
            place("pause >= 11")
        );
    }

    #[test]
    fn what_is_unknown_demands_nothing() {
        let grid = grid(&["pause=1..9"], |v| (v[0] != 4).then_some(v[0] > 4));
        let found = boundary(&grid, Property::StaleOverwrite);
        assert_eq!((found.violated, found.known), (5, 8));
        assert_eq!(found.shape, place("pause >= 5"));
    }

    proptest! {
        /// Whatever is proposed is true of every cell; and what lies in the family is found.
        #[test]
        fn a_proposal_matches_every_cell(
            c in 0..14_i64, d in -8..8_i64, form in 0..6_usize, up: bool, turned: bool,
            step in 1..4_u16,
        ) {
            let is_violated = |values: &[i64]| {
                let (a, b) = if turned { (values[1], values[0]) } else { (values[0], values[1]) };
                let threshold = match form {
                    0 => c,
                    1 => b + d,
                    2 => c - b,
                    3 => c.max(b + d),
                    4 => c * b,
                    _ => c.min(b + d),
                };
                if up { a >= threshold } else { a <= threshold }
            };
            let axes = [format!("pause=1..12..{step}"), "ttl=1..12".to_string()];
            let axes = [axes[0].as_str(), axes[1].as_str()];
            let grid = grid(&axes, |values| Some(is_violated(values)));
            match boundary(&grid, Property::StaleOverwrite).shape {
                Shape::Irregular => prop_assert!(false, "nothing was proposed"),
                Shape::Where(text) => {
                    let formula = Formula::parse(&text, grid.axes()).unwrap();
                    for (values, cell) in grid.valued_cells() {
                        let found = cell.is_violated(Property::StaleOverwrite);
                        prop_assert_eq!(Some(formula.holds(&values).unwrap()), found, "{}", text);
                    }
                }
                Shape::Nowhere | Shape::Everywhere => {}
            }
        }
    }
}
