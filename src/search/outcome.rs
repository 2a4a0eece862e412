//! What a search found.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::property::{Property, PropertySet};
use crate::world::Event;

/// When to stop before the space is exhausted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most distinct states to visit; `None` for all.
    pub states: Option<usize>,
}

/// A limit that stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many distinct states had been found, and there were more.
    States(usize),
}

/// What a search found, and how much of the space it has seen.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The properties that were asked.
    pub asked: PropertySet,
    /// Distinct states.
    pub states: usize,
    /// Transitions taken, those into states already seen included.
    pub transitions: usize,
    /// The most transitions that the cheapest path to any state has.
    pub depth: usize,
    /// What cut the search off; `None` if the whole space was explored.
    pub cut_off: Option<Limit>,
    /// The cheapest counterexample of each violated property.
    pub violations: BTreeMap<Property, Counterexample>,
    /// How long the search took.
    pub time: Duration,
}

/// A path from the initial state that violates a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// What happens, in order. The last event violates the property, unless there is a loop.
    pub events: Vec<Event>,
    /// For each event its place among [`crate::world::World::events`] of its state: the path of the
    /// Explorer.
    pub choices: Vec<usize>,
    /// For an infinite execution: the events from this position on are repeated for ever.
    pub loop_from: Option<usize>,
}

/// What is known of one property after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Holds in every execution of any length.
    Proved,
    /// Holds in every execution within these bounds.
    ProvedWithin(Vec<String>),
    /// Does not hold.
    Violated(Counterexample),
    /// A note, and this is an example of it.
    Reached(Counterexample),
    /// The search was cut off before it knew.
    Unknown(Limit),
}

impl Verdict {
    /// The word for it, in reports and in the expectations of model files.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::ProvedWithin(_) => "proved within bounds",
            Verdict::Violated(_) => "violated",
            Verdict::Reached(_) => "reached",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// The path that shows it, if it is one that a path shows.
    #[must_use]
    pub fn counterexample(&self) -> Option<&Counterexample> {
        match self {
            Verdict::Violated(counterexample) | Verdict::Reached(counterexample) => {
                Some(counterexample)
            }
            Verdict::Proved | Verdict::ProvedWithin(_) | Verdict::Unknown(_) => None,
        }
    }
}

/// The world panicked: a defect of the checker, not of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What the panic said.
    pub message: String,
    /// The events that led to it; the last one is the one that panicked.
    pub events: Vec<Event>,
}

impl Outcome {
    /// The verdict on a property that was asked. `bounds` are those of the world: a complete search
    /// of a bounded world proves only what lies within them.
    #[must_use]
    pub fn verdict(&self, property: Property, bounds: &[String]) -> Verdict {
        match (self.violations.get(&property), self.cut_off) {
            (Some(found), _) if property.is_note() => Verdict::Reached(found.clone()),
            (Some(found), _) => Verdict::Violated(found.clone()),
            (None, Some(limit)) => Verdict::Unknown(limit),
            (None, None) if bounds.is_empty() => Verdict::Proved,
            (None, None) => Verdict::ProvedWithin(bounds.to_vec()),
        }
    }
}
