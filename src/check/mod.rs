//! One check: from model files to verdicts, and to the exit code.
//!
//! [`plan`] says which worlds are checked and what decides each of them; [`Run::of`] explores one
//! world and holds what was found against that.

mod plan;

use std::collections::BTreeMap;

pub use plan::{Job, Judge, PlanError, one_world, plan};

use crate::property::Property;
use crate::search::{self, Checked, Engine, Failure, Limits, Outcome, Verdict};
use crate::spec::Expected;

/// A world that was explored, and what became of each property.
#[derive(Debug)]
pub struct Run {
    /// What was asked for.
    pub job: Job,
    /// The world together with the properties asked of it.
    pub model: Checked,
    /// What the search found.
    pub outcome: Outcome,
    /// A row for each property asked, in the order of reports.
    pub rows: Vec<Row>,
}

/// One property in one world.
#[derive(Debug)]
pub struct Row {
    /// The property.
    pub property: Property,
    /// What is known of it.
    pub verdict: Verdict,
    /// What that means for the check.
    pub standing: Standing,
}

/// What a verdict means for the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is as it should be.
    Good,
    /// A property is violated that decides the check.
    Violated,
    /// A violation beyond what the fencing rule promises: shown, but it does not decide.
    Finding,
    /// A note: worth knowing, no failure.
    Note,
    /// A limit stopped the search before it knew.
    Unknown,
    /// The model file expects another verdict, at this place.
    Unexpected(Expected),
    /// The model file says nothing about this property, though it can be checked.
    NoExpectation,
}

/// How a check ended: the exit code of `check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Conclusion {
    /// Every deciding property holds, or every expectation is met.
    Holds,
    /// A limit stopped a search before a verdict.
    Unknown,
    /// A deciding property is violated, or an expectation is not met.
    Fails,
}

impl Conclusion {
    /// The exit code that stands for it.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Conclusion::Holds => 0,
            Conclusion::Fails => 1,
            Conclusion::Unknown => 3,
        }
    }
}

impl Run {
    /// Explores the world of a job.
    ///
    /// # Errors
    /// If the world panics.
    pub fn of(job: Job, engine: &dyn Engine, limits: &Limits) -> Result<Run, Failure> {
        let model = Checked::new(job.world.clone(), job.asked.iter().copied().collect());
        let outcome = search::explore(engine, &model, limits)?;
        let bounds = model.world.bounds();
        let row = |property| {
            let verdict = outcome.verdict(property, &bounds);
            let standing = job.judge.standing(property, &verdict);
            Row {
                property,
                verdict,
                standing,
            }
        };
        let rows = model.asked.iter().map(row).collect();
        Ok(Run {
            job,
            model,
            outcome,
            rows,
        })
    }

    /// How this run ended.
    #[must_use]
    pub fn conclusion(&self) -> Conclusion {
        self.rows
            .iter()
            .map(|row| row.standing.conclusion())
            .max()
            .unwrap_or(Conclusion::Holds)
    }
}

impl Standing {
    fn conclusion(self) -> Conclusion {
        match self {
            Standing::Good | Standing::Finding | Standing::Note => Conclusion::Holds,
            Standing::Unknown => Conclusion::Unknown,
            Standing::Violated | Standing::Unexpected(_) | Standing::NoExpectation => {
                Conclusion::Fails
            }
        }
    }
}

impl Judge {
    /// What this verdict means under this judge.
    fn standing(&self, property: Property, verdict: &Verdict) -> Standing {
        match self {
            Judge::Expectations(expected) => as_expected(expected, property, verdict),
            Judge::Properties { deciding } => match verdict {
                Verdict::Proved | Verdict::ProvedWithin(_) => Standing::Good,
                Verdict::Reached(_) => Standing::Note,
                Verdict::Violated(_) if deciding.contains(property) => Standing::Violated,
                Verdict::Violated(_) => Standing::Finding,
                Verdict::Unknown(_) => Standing::Unknown,
            },
        }
    }
}

fn as_expected(
    expected: &BTreeMap<Property, Expected>,
    property: Property,
    verdict: &Verdict,
) -> Standing {
    match (expected.get(&property), verdict) {
        (None, _) => Standing::NoExpectation,
        (Some(expected), _) if expected.verdict.word() == verdict.word() => Standing::Good,
        (Some(_), Verdict::Unknown(_)) => Standing::Unknown,
        (Some(expected), _) => Standing::Unexpected(*expected),
    }
}
