//! A formula held against every cell.

use super::plan::combinations;
use super::{Formula, Grid, Plan};
use crate::property::PropertySet;
use crate::spec::SpecError;

/// What a formula says of every cell of a plan, worked out before anything is computed.
#[derive(Clone, Debug)]
pub struct Prediction {
    formula: String,
    properties: PropertySet,
    truths: Vec<bool>,
}

/// Where a prediction and the verdicts differ.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The formula as it was written.
    pub formula: String,
    /// It predicts that one of these properties is violated.
    pub properties: PropertySet,
    /// The cells that were compared and differ, in the order of cells.
    pub differences: Vec<Difference>,
    /// How many cells could not be compared, because their verdict is unknown.
    pub unknown: usize,
}

/// A cell in which the formula is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The values of the axes.
    pub values: Vec<u16>,
    /// What the formula says. The search found the contrary.
    pub predicted: bool,
}

impl Prediction {
    /// Works out the formula for every cell.
    ///
    /// # Errors
    /// If it has no answer for one of them, or if no client could violate what it is about.
    pub fn new(formula: &Formula, plan: &Plan) -> Result<Prediction, SpecError> {
        if plan
            .topic()
            .iter()
            .any(|property| !plan.asked.contains(property))
        {
            let title = "a formula is about `stale-overwrite`, which says nothing here";
            return Err(SpecError::new(title).help(["name another property with --property"]));
        }
        let truths = combinations(plan.axes())
            .into_iter()
            .map(|values| formula.holds(&values));
        Ok(Prediction {
            formula: formula.argument().to_string(),
            properties: plan.topic(),
            truths: truths.collect::<Result<_, _>>()?,
        })
    }

    /// Holds the prediction against a grid of the same plan.
    #[must_use]
    pub fn compare(&self, grid: &Grid) -> Comparison {
        let properties = self.properties;
        let mut comparison = Comparison {
            formula: self.formula.clone(),
            properties,
            differences: Vec::new(),
            unknown: 0,
        };
        for ((values, cell), predicted) in grid.valued_cells().zip(&self.truths) {
            match cell.violates_any(properties) {
                None => comparison.unknown += 1,
                Some(found) if found != *predicted => comparison.differences.push(Difference {
                    values,
                    predicted: *predicted,
                }),
                Some(_) => {}
            }
        }
        comparison
    }
}
