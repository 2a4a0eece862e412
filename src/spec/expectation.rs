//! `expect`: the verdicts that a variant deserves.

use std::collections::BTreeMap;

use super::SpecError;
use super::fields::Field;
use super::node::Entry;
use super::words::{did_you_mean, listed, quoted};
use crate::property::Property;
use crate::world::World;

/// A verdict that a model file can expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ExpectedVerdict {
    /// Holds in every execution of any length.
    Proved,
    /// Holds in every execution within the bounds of the world.
    ProvedWithinBounds,
    /// Does not hold.
    Violated,
    /// A note, and there is an example of it.
    Reached,
}

impl ExpectedVerdict {
    /// Every verdict that can be expected.
    pub const ALL: [ExpectedVerdict; 4] = [
        ExpectedVerdict::Proved,
        ExpectedVerdict::ProvedWithinBounds,
        ExpectedVerdict::Violated,
        ExpectedVerdict::Reached,
    ];

    /// The word for it, the same as in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ExpectedVerdict::Proved => "proved",
            ExpectedVerdict::ProvedWithinBounds => "proved within bounds",
            ExpectedVerdict::Violated => "violated",
            ExpectedVerdict::Reached => "reached",
        }
    }

    /// Whether this can become of the property: a note is reached, and everything else violated.
    pub(super) fn fits(self, property: Property) -> bool {
        match self {
            ExpectedVerdict::Proved | ExpectedVerdict::ProvedWithinBounds => true,
            ExpectedVerdict::Violated => !property.is_note(),
            ExpectedVerdict::Reached => property.is_note(),
        }
    }
}

/// An expected verdict, and where the model file says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The verdict.
    pub verdict: ExpectedVerdict,
    /// The line of the verdict in the model file, from 1.
    pub line: usize,
    /// The column of its first character in that line, from 1.
    pub column: usize,
}

/// Reads the expectations about one world.
///
/// # Errors
/// If one of them cannot be met whatever a search finds.
pub(super) fn read(
    field: &Field<'_>,
    world: &World,
) -> Result<BTreeMap<Property, Expected>, SpecError> {
    let Some(table) = field.node.table() else {
        return Err(field.must_be("a table of properties and their verdicts"));
    };
    let expectations = table.entries.iter().map(|entry| expected(entry, world));
    expectations.collect()
}

fn expected(entry: &Entry, world: &World) -> Result<(Property, Expected), SpecError> {
    let property = property(entry)?;
    if let Some(reason) = property.vacuous_in(world) {
        let title = format!("`{}` says nothing about this variant", property.name());
        return Err(SpecError::at(&entry.key_place, title, "nothing to expect")
            .note(reason)
            .help(["leave it out"]));
    }
    let verdict = verdict(property, entry)?;
    within_bounds(verdict, entry, world)?;
    let (line, column) = entry.node.place.line_and_column();
    Ok((
        property,
        Expected {
            verdict,
            line,
            column,
        },
    ))
}

fn property(entry: &Entry) -> Result<Property, SpecError> {
    Property::from_name(&entry.key).ok_or_else(|| {
        let names = || Property::ALL.into_iter().map(Property::name);
        SpecError::at(
            &entry.key_place,
            format!("there is no property {}", quoted(&entry.key)),
            "unknown property",
        )
        .note(format!("the properties are {}", listed(names(), "and")))
        .help(did_you_mean(&entry.key, names()))
    })
}

fn verdict(property: Property, entry: &Entry) -> Result<ExpectedVerdict, SpecError> {
    let field = Field {
        path: property.name().to_string(),
        node: &entry.node,
    };
    let unfit = if property.is_note() {
        ExpectedVerdict::Violated
    } else {
        ExpectedVerdict::Reached
    };
    let words: Vec<_> = ExpectedVerdict::ALL
        .into_iter()
        .filter(|verdict| verdict.fits(property))
        .map(|verdict| (verdict.word(), verdict))
        .collect();
    field.choice(&words).map_err(|error| {
        if entry.node.text() != Some(unfit.word()) {
            error
        } else if property.is_note() {
            error.help(["it is a note and no failure, so the word is `reached`"])
        } else {
            error.help(["it is a failure and no note, so the word is `violated`"])
        }
    })
}

/// A complete search of a world proves as much as the bounds of the world allow, no more and no less.
fn within_bounds(verdict: ExpectedVerdict, entry: &Entry, world: &World) -> Result<(), SpecError> {
    let bounds = world.bounds();
    let place = &entry.node.place;
    match verdict {
        ExpectedVerdict::Proved if !bounds.is_empty() => Err(SpecError::at(
            place,
            "this variant has bounds, and nothing is proved beyond them",
            "a search can only prove it within bounds",
        )
        .note(format!("the bounds are: {}", bounds.join("; ")))
        .help(["write \"proved within bounds\""])),
        ExpectedVerdict::ProvedWithinBounds if bounds.is_empty() => Err(SpecError::at(
            place,
            "this variant has no bounds",
            "a search proves it for executions of every length",
        )
        .help(["write \"proved\""])),
        _ => Ok(()),
    }
}
