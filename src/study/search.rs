//! What an exhaustive search says of a world, where a section asks for it.

use super::Defect;
use crate::property::Property;
use crate::search::{Checked, Engine, Limits, Outcome, Reference};
use crate::spec::{Override, catalogue};
use crate::world::World;

/// A world to be searched: a model of the catalogue, a variant of it, and changes.
#[derive(Clone, Debug)]
pub(super) struct Question {
    model: &'static str,
    variant: Option<&'static str>,
    overrides: Vec<Override>,
}

impl Question {
    pub(super) fn variant(model: &'static str, variant: &'static str) -> Question {
        Question {
            model,
            variant: Some(variant),
            overrides: Vec::new(),
        }
    }

    pub(super) fn with(mut self, key: &str, value: impl ToString) -> Question {
        self.overrides
            .extend(Override::parse(&format!("{key}={}", value.to_string())));
        self
    }

    pub(super) fn world(&self) -> Result<World, Defect> {
        let missing = || Defect::new(format!("there is no model {}", self.model));
        let model = catalogue::get(self.model).ok_or_else(missing)?;
        Ok(model.world(self.variant, &self.overrides)?)
    }
}

/// Explores every schedule, with these properties.
pub(super) fn explore(question: &Question, asked: &[Property]) -> Result<Outcome, Defect> {
    let model = Checked::new(question.world()?, asked.iter().copied().collect());
    Ok(Reference.explore(&model, &Limits::default())?)
}

/// The verdict on each of these properties, as reports word it.
pub(super) fn verdicts(
    question: &Question,
    asked: &[Property],
) -> Result<Vec<&'static str>, Defect> {
    let outcome = explore(question, asked)?;
    let bounds = question.world()?.bounds();
    let word = |property: &Property| outcome.verdict(*property, &bounds).word();
    Ok(asked.iter().map(word).collect())
}
