//! Which world each cell stands for. All of them are built, and so checked, before one is explored.

use super::Axis;
use crate::check::{PlanError, one_world};
use crate::property::{Property, PropertySet};
use crate::spec::{ModelFile, Override, Quantity, SpecError};
use crate::world::World;

/// The most cells of a sweep.
pub const MOST_CELLS: usize = 100_000;

/// A sweep that can be computed.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) subject: Subject,
    pub(super) axes: Vec<Axis>,
    /// The properties asked of every cell.
    pub(super) asked: PropertySet,
    pub(super) asked_by_name: bool,
    /// One world a cell; the first axis runs fastest.
    pub(super) worlds: Vec<World>,
}

/// What is swept, apart from the axes.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub model: String,
    pub origin: String,
    pub variant: Option<String>,
    pub set: Vec<String>,
}

impl Plan {
    /// Plans a sweep over one or two axes, the first across and the second up. Without properties
    /// asked for by name all are asked that say something, notes excepted.
    ///
    /// # Errors
    /// If there are no axes or more than two, if they contradict each other or what is set, if there
    /// are more than [`MOST_CELLS`] cells, or if the world of a cell is wrong.
    pub fn new(
        file: &ModelFile,
        variant: Option<&str>,
        overrides: &[Override],
        axes: Vec<Axis>,
        by_name: &[Property],
    ) -> Result<Plan, PlanError> {
        one_or_two(&axes)?;
        nothing_twice(&axes, overrides)?;
        few_enough(&axes)?;
        let mut asked = PropertySet::EMPTY;
        let mut worlds = Vec::new();
        for values in combinations(&axes) {
            let settings = axes
                .iter()
                .zip(&values)
                .map(|(axis, value)| axis.setting(*value));
            let all: Vec<_> = overrides.iter().cloned().chain(settings).collect();
            let job = one_world(file, variant, &all, by_name)?;
            asked = job.asked.into_iter().collect();
            worlds.push(job.world);
        }
        if by_name.is_empty() {
            asked = asked
                .iter()
                .filter(|property| !property.is_note())
                .collect();
        }
        Ok(Plan {
            subject: Subject {
                model: file.name.clone(),
                origin: file.origin.clone(),
                variant: variant.map(str::to_string),
                set: overrides.iter().map(Override::argument).collect(),
            },
            axes,
            asked,
            asked_by_name: !by_name.is_empty(),
            worlds,
        })
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.worlds.len()
    }

    /// The properties that a formula is about: those asked for by name, or `stale-overwrite`.
    pub(super) fn topic(&self) -> PropertySet {
        if self.asked_by_name {
            self.asked
        } else {
            PropertySet::from_iter([Property::StaleOverwrite])
        }
    }

    /// The axes: across, then up.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }
}

/// The values of every cell, in the order of cells.
pub(super) fn combinations(axes: &[Axis]) -> Vec<Vec<u16>> {
    match axes {
        [across, up] => {
            let row = |up: &u16| {
                let up = *up;
                across.values().iter().map(move |across| vec![*across, up])
            };
            up.values().iter().flat_map(row).collect()
        }
        _ => axes
            .iter()
            .flat_map(|axis| axis.values().iter().map(|value| vec![*value]))
            .collect(),
    }
}

fn one_or_two(axes: &[Axis]) -> Result<(), SpecError> {
    match axes {
        [] => Err(SpecError::new("a sweep needs an axis")
            .help(["for example: sweep pause=1..40 ttl=1..40"])),
        [_] | [_, _] => Ok(()),
        [_, _, third, ..] => Err(SpecError::at(
            &third.key_place(),
            "a sweep has one axis or two",
            "one too many",
        )
        .help(["give this one a value with --set, and sweep again for each value"])),
    }
}

/// Two axes must not set the same number, and `--set` none that an axis sets.
fn nothing_twice(axes: &[Axis], overrides: &[Override]) -> Result<(), SpecError> {
    if let [one, other] = axes
        && Quantity::overlaps(one.key(), other.key())
    {
        let title = format!("both axes set `{}`", other.key());
        let error = SpecError::at(&other.key_place(), title, "set by this axis");
        return Err(error.beside(&one.key_place(), "and by this one"));
    }
    for axis in axes {
        let overlaps = |set: &&Override| Quantity::overlaps(set.key(), axis.key());
        let whole_table =
            |set: &&Override| set.key().split('.').count() < axis.key().split('.').count();
        // A whole table, such as all of `adversary.pauses`, is what an axis may then vary in part.
        if let Some(set) = overrides
            .iter()
            .find(|set| overlaps(set) && !whole_table(set))
        {
            let title = format!("`{}` is set as well as swept", axis.key());
            let error = SpecError::at(&axis.key_place(), title, "this axis gives it every value");
            return Err(error.help([format!("leave out --set {}", set.argument())]));
        }
    }
    Ok(())
}

fn few_enough(axes: &[Axis]) -> Result<(), SpecError> {
    let cells: usize = axes.iter().map(|axis| axis.values().len()).product();
    match axes.last() {
        Some(last) if cells > MOST_CELLS => Err(SpecError::at(
            &last.key_place(),
            format!("a sweep has at most {MOST_CELLS} cells, not {cells}"),
            "",
        )
        .help(["take fewer values, or a wider step: KEY=FROM..TO..STEP"])),
        _ => Ok(()),
    }
}
