//! What was found: a cell for each combination of values.

use super::plan::{Plan, Subject, combinations};
use super::{Axis, fixed};
use crate::property::{Property, PropertySet};
use crate::report::grouped;
use crate::world::Fencing;

/// What is known of one world of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The properties that were found violated; notes, that were reached.
    pub violated: PropertySet,
    /// The properties that hold. What was asked and is in neither set is unknown.
    pub proved: PropertySet,
    /// Whether what holds is proved within bounds.
    pub is_bounded: bool,
    /// How many states were explored; 0 if the sweep ended before this cell.
    pub states: usize,
}

/// The one thing to show of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Everything that was asked holds.
    Clean,
    /// An update is lost, and nothing stale is written.
    LostUpdate,
    /// A stale write is accepted.
    StaleOverwrite,
    /// Another property is violated, and neither of those two.
    Other,
    /// A limit or the end of the sweep came before the verdict.
    Unknown,
}

impl Kind {
    /// Every kind, in the order of legends.
    pub const ALL: [Kind; 5] = [
        Kind::Clean,
        Kind::LostUpdate,
        Kind::StaleOverwrite,
        Kind::Other,
        Kind::Unknown,
    ];

    /// The word for it in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Clean => "clean",
            Kind::LostUpdate => "lost-update",
            Kind::StaleOverwrite => "stale-overwrite",
            Kind::Other => "other",
            Kind::Unknown => "unknown",
        }
    }
}

impl Cell {
    /// Whether a property is violated; `None` if that is unknown, or was not asked.
    #[must_use]
    pub fn is_violated(&self, property: Property) -> Option<bool> {
        let violated = self.violated.contains(property);
        (violated || self.proved.contains(property)).then_some(violated)
    }

    /// Whether one of these properties is violated; `None` if that is unknown.
    #[must_use]
    pub fn violates_any(&self, properties: PropertySet) -> Option<bool> {
        let known: Vec<_> = properties.iter().map(|p| self.is_violated(p)).collect();
        if known.contains(&Some(true)) {
            Some(true)
        } else if known.contains(&None) {
            None
        } else {
            Some(false)
        }
    }

    /// The verdict on a property in one word, the same as everywhere.
    #[must_use]
    pub fn word(&self, property: Property) -> &'static str {
        match self.is_violated(property) {
            Some(true) if property.is_note() => "reached",
            Some(true) => "violated",
            Some(false) if self.is_bounded => "proved within bounds",
            Some(false) => "proved",
            None => "unknown",
        }
    }

    fn kind(&self, asked: PropertySet) -> Kind {
        let unknown = asked
            .iter()
            .any(|property| self.is_violated(property).is_none());
        if self.violated.contains(Property::StaleOverwrite) {
            Kind::StaleOverwrite
        } else if unknown {
            // What is known to be violated is then not known to be all there is.
            Kind::Unknown
        } else if self.violated.contains(Property::LostUpdate) {
            Kind::LostUpdate
        } else if self.violated.is_empty() {
            Kind::Clean
        } else {
            Kind::Other
        }
    }
}

/// A sweep that was computed, as far as there was time.
#[derive(Clone, Debug)]
pub struct Grid {
    pub(super) subject: Subject,
    pub(super) fencing: Option<Fencing>,
    /// The numbers that are the same in every cell, such as "ttl = 10".
    pub(super) fixed: Vec<String>,
    axes: Vec<Axis>,
    asked: PropertySet,
    asked_by_name: bool,
    cells: Vec<Cell>,
}

impl Grid {
    pub(super) fn new(plan: &Plan, cells: Vec<Cell>) -> Grid {
        Grid {
            subject: plan.subject.clone(),
            fencing: plan.worlds.first().map(|world| world.fencing),
            fixed: plan
                .worlds
                .first()
                .map_or(Vec::new(), |world| fixed::numbers(world, &plan.axes)),
            axes: plan.axes.clone(),
            asked: plan.asked,
            asked_by_name: plan.asked_by_name,
            cells,
        }
    }

    /// The axes: across, then up if there is a second one.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The axis whose values stand side by side.
    #[must_use]
    pub fn across(&self) -> &Axis {
        &self.axes[0]
    }

    /// The axis whose values stand one above the other.
    #[must_use]
    pub fn up(&self) -> Option<&Axis> {
        self.axes.get(1)
    }

    /// How many cells stand side by side.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.across().values().len()
    }

    /// How many stand one above the other.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.up().map_or(1, |axis| axis.values().len())
    }

    /// The properties that were asked of every cell.
    #[must_use]
    pub fn asked(&self) -> PropertySet {
        self.asked
    }

    /// The properties that the sweep is about: those asked for by name, or the two corruptions.
    #[must_use]
    pub fn topics(&self) -> PropertySet {
        let corruption =
            |p: &Property| matches!(p, Property::StaleOverwrite | Property::LostUpdate);
        let all = self.asked.iter();
        all.filter(|property| self.asked_by_name || corruption(property))
            .collect()
    }

    /// Every cell: row by row from the lowest, in each from the left.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Every cell with its values, across and up.
    pub fn valued_cells(&self) -> impl Iterator<Item = (Vec<u16>, &Cell)> {
        combinations(&self.axes).into_iter().zip(&self.cells)
    }

    /// The cell in this column and row, from 0 at the lower left; `None` beyond the grid.
    #[must_use]
    pub fn cell(&self, column: usize, row: usize) -> Option<&Cell> {
        if column >= self.columns() {
            return None;
        }
        self.cells.get(row * self.columns() + column)
    }

    /// What to show of the cell in this column and row.
    #[must_use]
    pub fn kind(&self, column: usize, row: usize) -> Option<Kind> {
        self.cell(column, row).map(|cell| self.kind_of(cell))
    }

    /// What to show of a cell of this grid.
    #[must_use]
    pub fn kind_of(&self, cell: &Cell) -> Kind {
        cell.kind(self.asked)
    }

    /// How many cells are of this kind.
    #[must_use]
    pub fn count(&self, kind: Kind) -> usize {
        self.cells
            .iter()
            .filter(|cell| self.kind_of(cell) == kind)
            .count()
    }

    /// Whether every verdict of every cell is known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let known = |cell: &Cell| self.asked.iter().all(|p| cell.is_violated(p).is_some());
        self.cells.iter().all(known)
    }

    /// What a kind means in this grid, for legends.
    #[must_use]
    pub fn meaning(&self, kind: Kind) -> String {
        match kind {
            Kind::Clean if self.asked_by_name => format!("clean: {} holds", self.names()),
            Kind::Clean => "clean: every property holds".to_string(),
            Kind::StaleOverwrite => "stale overwrite".to_string(),
            Kind::LostUpdate if self.asked.contains(Property::StaleOverwrite) => {
                "lost update without a stale overwrite".to_string()
            }
            Kind::LostUpdate => "lost update".to_string(),
            Kind::Other => format!("another violation: {}", self.other_names()),
            Kind::Unknown => "unknown: stopped before the verdict".to_string(),
        }
    }

    /// What a kind means in this grid, and how many cells are of it.
    #[must_use]
    pub fn legend_entry(&self, kind: Kind) -> String {
        let count = self.count(kind);
        let cells = if count == 1 { "cell" } else { "cells" };
        format!("{} ({} {cells})", self.meaning(kind), grouped(count))
    }

    fn names(&self) -> String {
        let names: Vec<_> = self.asked.iter().map(Property::name).collect();
        names.join(", ")
    }

    /// The properties that are violated in cells of the kind [`Kind::Other`].
    fn other_names(&self) -> String {
        let other = |cell: &&Cell| self.kind_of(cell) == Kind::Other;
        let violated = self
            .cells
            .iter()
            .filter(other)
            .flat_map(|cell| cell.violated.iter());
        let names: Vec<_> = violated
            .collect::<PropertySet>()
            .iter()
            .map(Property::name)
            .collect();
        names.join(", ")
    }

    /// What is swept, in one line: the model, its variant, the fencing rule and what was set.
    #[must_use]
    pub fn title(&self) -> String {
        let subject = &self.subject;
        let variant = subject.variant.iter().map(|name| format!("variant {name}"));
        let fencing = self.fencing.map(|rule| format!("fencing {}", rule.name()));
        let is_fencing = |set: &&String| set.starts_with("resource.fencing=");
        let set = subject.set.iter().filter(|set| !is_fencing(set)).cloned();
        let parts = [subject.model.clone()].into_iter();
        parts
            .chain(variant)
            .chain(fencing)
            .chain(set)
            .collect::<Vec<_>>()
            .join(", ")
    }
}
