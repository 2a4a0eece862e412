//! The cost of a state as the time of the dataflow.
//!
//! Costs are ordered by faults first, then by steps: a total order. The loop of the dataflow adds one
//! step, the smallest possible advance; a fault adds one fault beforehand. So timely's own progress
//! tracking says when the states of one cost are all known, on however many workers.

use serde::{Deserialize, Serialize};
use timely::order::{PartialOrder, TotalOrder};
use timely::progress::timestamp::Refines;
use timely::progress::{PathSummary, Timestamp};

use crate::search::plain::Cost;

/// A cost, as a timestamp.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub(super) struct Moment {
    faults: u32,
    steps: u32,
}

/// So many steps more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps(pub(super) u32);

impl Moment {
    /// The moment of the states of this cost.
    pub(super) fn of(cost: Cost) -> Moment {
        Moment {
            faults: cost.faults,
            steps: cost.steps,
        }
    }

    /// The cost of the states of this moment.
    pub(super) fn cost(self) -> Cost {
        Cost {
            faults: self.faults,
            steps: self.steps,
        }
    }

    /// When a successor has to be sent to arrive, one step later, at its own cost.
    pub(super) fn to_send(self, is_fault: bool) -> Moment {
        Moment {
            faults: self.faults + u32::from(is_fault),
            ..self
        }
    }
}

impl PartialOrder for Moment {
    fn less_equal(&self, other: &Moment) -> bool {
        self <= other
    }
}

impl TotalOrder for Moment {}

impl Timestamp for Moment {
    type Summary = Steps;

    fn minimum() -> Moment {
        Moment::default()
    }
}

impl PartialOrder for Steps {
    fn less_equal(&self, other: &Steps) -> bool {
        self.0 <= other.0
    }
}

impl PathSummary<Moment> for Steps {
    fn results_in(&self, moment: &Moment) -> Option<Moment> {
        let steps = moment.steps.checked_add(self.0)?;
        Some(Moment { steps, ..*moment })
    }

    fn followed_by(&self, other: &Steps) -> Option<Steps> {
        self.0.checked_add(other.0).map(Steps)
    }
}

impl Refines<()> for Moment {
    fn to_inner((): ()) -> Moment {
        Moment::default()
    }

    fn to_outer(self) {}

    fn summarize(_: Steps) {}
}
