//! One counterexample, replayed: what every form of it is drawn from.

use super::{Invocation, world_line};
use crate::check::{Row, Run};
use crate::search::Counterexample;
use crate::spec::Override;
use crate::trace::{About, Trace, words};

/// A counterexample, or the example of a note, in the run that found it.
#[derive(Debug)]
pub struct Case<'a> {
    /// The run.
    pub run: &'a Run,
    /// The property that it is about.
    pub row: &'a Row,
    /// The path that the search found.
    pub found: &'a Counterexample,
    /// The path replayed.
    pub trace: Trace,
}

impl<'a> Case<'a> {
    /// The case of a row, if a path shows its verdict.
    #[must_use]
    pub fn of(run: &'a Run, row: &'a Row) -> Option<Case<'a>> {
        let found = row.verdict.counterexample()?;
        let trace = Trace::replay(&run.model, &found.events, found.loop_from);
        Some(Case {
            run,
            row,
            found,
            trace,
        })
    }

    /// Every case of these runs, in the order of reports.
    pub fn all(runs: &'a [Run]) -> impl Iterator<Item = Case<'a>> {
        let rows = runs
            .iter()
            .flat_map(|run| run.rows.iter().map(move |row| (run, row)));
        rows.filter_map(|(run, row)| Case::of(run, row))
    }

    /// What went wrong, in words.
    #[must_use]
    pub fn explanation(&self) -> String {
        words::explain(&self.trace, self.row.property)
    }

    /// Where it comes from.
    #[must_use]
    pub fn about(&self, invocation: &Invocation) -> About {
        let job = &self.run.job;
        About {
            model: job.model.clone(),
            variant: job.variant.clone(),
            set: job.overrides.iter().map(Override::argument).collect(),
            world: world_line(&self.run.model.world),
            property: self.row.property.name(),
            verdict: self.row.verdict.word(),
            explanation: self.explanation(),
            faults: self.trace.faults().to_string(),
            command: invocation.check(job, self.row.property),
        }
    }
}
