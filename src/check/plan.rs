//! Which worlds a check explores, and what decides each of them.

use std::collections::BTreeMap;
use std::fmt;

use crate::property::{Property, PropertySet};
use crate::spec::{Expected, ModelFile, Override, SpecError};
use crate::world::World;

/// One world to explore.
#[derive(Clone, Debug)]
pub struct Job {
    /// The name of the model.
    pub model: String,
    /// What the model calls itself in one line.
    pub summary: String,
    /// Where the model was read from.
    pub origin: String,
    /// The word that names the model on the command line.
    pub argument: String,
    /// The variant, if one was chosen.
    pub variant: Option<String>,
    /// The line at which the model file begins to describe this world, from 1: that of the variant, or
    /// the first.
    pub line: usize,
    /// The column of its first character in that line, from 1.
    pub column: usize,
    /// What was set on the command line, in order.
    pub overrides: Vec<Override>,
    /// The world that results.
    pub world: World,
    /// The properties asked of it.
    pub asked: Vec<Property>,
    /// Whether the properties were asked for by name.
    pub asked_by_name: bool,
    /// What decides the check.
    pub judge: Judge,
}

/// What decides whether a check succeeds.
#[derive(Clone, Debug)]
pub enum Judge {
    /// The verdicts that the model file expects.
    Expectations(BTreeMap<Property, Expected>),
    /// The properties themselves: none of these may be violated.
    Properties {
        /// Those that were asked for by name, or else those that the fencing rule promises.
        deciding: PropertySet,
    },
}

/// What is wrong with a plan.
#[derive(Debug)]
pub enum PlanError {
    /// A model file or an override is wrong.
    Spec(SpecError),
    /// A property was asked for by name that says nothing about this world.
    Vacuous {
        /// The model.
        model: String,
        /// The property.
        property: Property,
        /// Why nothing could violate it.
        reason: &'static str,
    },
}

impl From<SpecError> for PlanError {
    fn from(error: SpecError) -> PlanError {
        PlanError::Spec(error)
    }
}

impl PlanError {
    /// The message, in colour if wanted.
    #[must_use]
    pub fn render(&self, color: bool) -> String {
        match self {
            PlanError::Spec(error) => error.render(color),
            PlanError::Vacuous { .. } => self.to_string(),
        }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Spec(error) => error.fmt(f),
            PlanError::Vacuous {
                model,
                property,
                reason,
            } => write!(
                f,
                "error: `--property {}` cannot be checked in `{model}`: {reason}, so nothing could \
                 violate it; leave it out, or choose a world in which it can fail",
                property.name()
            ),
        }
    }
}

impl std::error::Error for PlanError {}

/// The worlds to explore for one model file.
///
/// Every variant is held against its expectations. If a variant is chosen, something is overridden, or
/// the file has no variants, only that one world is checked, and the properties decide.
///
/// Properties asked for by name are looked for in every variant in which they say something.
///
/// # Errors
/// If an override does not fit the model, the variant does not exist, or a property that was asked for
/// by name says nothing about any of the worlds.
pub fn plan(
    file: &ModelFile,
    variant: Option<&str>,
    overrides: &[Override],
    by_name: &[Property],
) -> Result<Vec<Job>, PlanError> {
    if variant.is_some() || !overrides.is_empty() || file.variants.is_empty() {
        return Ok(vec![one_world(file, variant, overrides, by_name)?]);
    }
    Request {
        file,
        overrides,
        by_name,
        one_world: false,
    }
    .expected_worlds()
}

/// One world of a model file, in which the properties decide.
///
/// # Errors
/// As [`plan`].
pub fn one_world(
    file: &ModelFile,
    variant: Option<&str>,
    overrides: &[Override],
    by_name: &[Property],
) -> Result<Job, PlanError> {
    Request {
        file,
        overrides,
        by_name,
        one_world: true,
    }
    .one_world(variant)
}

struct Request<'a> {
    file: &'a ModelFile,
    overrides: &'a [Override],
    by_name: &'a [Property],
    /// Whether a single world was asked for; a property that says nothing about it is then a mistake.
    one_world: bool,
}

impl Request<'_> {
    fn one_world(&self, variant: Option<&str>) -> Result<Job, PlanError> {
        let world = self.file.world(variant, self.overrides)?;
        let asked = self.asked_of(&world)?;
        let decides = |property: &Property| {
            !property.is_note()
                && (!self.by_name.is_empty() || property.decides_under(world.fencing))
        };
        let deciding = asked.iter().copied().filter(decides).collect();
        Ok(self.job(variant, world, asked, Judge::Properties { deciding }))
    }

    fn expected_worlds(&self) -> Result<Vec<Job>, PlanError> {
        let mut jobs = Vec::new();
        let mut says_nothing = None;
        for variant in &self.file.variants {
            let world = self.file.world(Some(&variant.name), &[])?;
            match self.asked_of(&world) {
                Ok(asked) => {
                    let judge = Judge::Expectations(variant.expect.clone());
                    jobs.push(self.job(Some(&variant.name), world, asked, judge));
                }
                Err(vacuous) => says_nothing = Some(vacuous),
            }
        }
        match says_nothing {
            Some(vacuous) if jobs.is_empty() => Err(vacuous),
            _ => Ok(jobs),
        }
    }

    /// The properties asked for by name, or all that say something about this world. Those that say
    /// nothing are an error if they were all that was asked for.
    fn asked_of(&self, world: &World) -> Result<Vec<Property>, PlanError> {
        let says_something = |property: &Property| property.vacuous_in(world).is_none();
        let wanted = if self.by_name.is_empty() {
            &Property::ALL[..]
        } else {
            self.by_name
        };
        let asked: Vec<_> = wanted.iter().copied().filter(says_something).collect();
        match self
            .by_name
            .iter()
            .find_map(|p| Some((*p, p.vacuous_in(world)?)))
        {
            Some((property, reason)) if asked.is_empty() || self.one_world => {
                let model = self.file.name.clone();
                Err(PlanError::Vacuous {
                    model,
                    property,
                    reason,
                })
            }
            _ => Ok(asked),
        }
    }

    fn job(&self, variant: Option<&str>, world: World, asked: Vec<Property>, judge: Judge) -> Job {
        let described = variant.and_then(|name| self.file.variant(name).ok());
        let (line, column) = described.map_or((1, 1), |variant| (variant.line, variant.column));
        Job {
            model: self.file.name.clone(),
            summary: self.file.summary.clone(),
            origin: self.file.origin.clone(),
            argument: self.file.argument().to_string(),
            variant: variant.map(str::to_string),
            line,
            column,
            overrides: self.overrides.to_vec(),
            world,
            asked,
            asked_by_name: !self.by_name.is_empty(),
            judge,
        }
    }
}
