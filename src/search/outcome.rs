//! What a search found.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::property::{Property, PropertySet};
use crate::world::Event;

/// When to stop before the space is exhausted.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most distinct states to visit; `None` for all.
    pub states: Option<usize>,
    /// The most memory, in bytes, that the states of this process may take; `None` for all there is.
    pub memory: Option<usize>,
    /// The longest time that the search may take.
    pub time: Option<Duration>,
    /// Set by somebody else when the search shall stop.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Where a search tells how far it is.
    pub watch: Option<Arc<Watch>>,
}

/// How far a search is, for somebody who looks on from another thread.
#[derive(Debug, Default)]
pub struct Watch {
    /// Distinct states found so far.
    pub states: AtomicUsize,
    /// Transitions on the cheapest path to the state that is explored now.
    pub depth: AtomicUsize,
    /// Found and not yet explored.
    pub waiting: AtomicUsize,
}

impl Watch {
    /// Tells how far the search is.
    pub(crate) fn tell(&self, extent: Extent) {
        self.states.store(extent.states, Ordering::Relaxed);
        self.depth.store(extent.depth, Ordering::Relaxed);
        self.waiting.store(extent.waiting, Ordering::Relaxed);
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Distinct states found so far.
    pub states: usize,
    /// Transitions on the cheapest path to the state that is explored now.
    pub depth: usize,
    /// Found and not yet explored; in the fast search with those that will turn out to be known.
    pub waiting: usize,
}

impl Limits {
    /// The limit that a search has reached which began then and is so far. Memory is not looked at:
    /// only an engine that keeps account of its memory can.
    pub(crate) fn exceeded(&self, begin: Instant, extent: Extent) -> Option<Limit> {
        if let Some(watch) = &self.watch {
            watch.tell(extent);
        }
        let too_many = self.states.filter(|most| extent.states > *most);
        too_many.map(Limit::States).or_else(|| self.is_over(begin))
    }

    /// Whether the time is up, or somebody has asked to stop.
    pub(crate) fn is_over(&self, begin: Instant) -> Option<Limit> {
        let interrupted = self.interrupt.as_ref();
        if interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Limit::Interrupted);
        }
        let time = self.time.filter(|most| begin.elapsed() > *most);
        time.map(Limit::Time)
    }
}

/// A limit that stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// So many distinct states had been found, and there were more.
    States(usize),
    /// So many bytes of memory were taken, and more were needed.
    Memory(usize),
    /// The time was up.
    Time(Duration),
    /// Somebody asked to stop.
    Interrupted,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::States(most) => write!(f, "the limit of {most} states"),
            Limit::Memory(bytes) => write!(f, "the limit of {} MiB of memory", bytes >> 20),
            Limit::Time(most) => write!(f, "the limit of {} s", most.as_secs_f64()),
            Limit::Interrupted => f.write_str("an interruption"),
        }
    }
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
    /// What cut the search off; `None` if the whole space was explored. In a search that was cut off
    /// counterexamples are real, but there may be others that come first.
    pub cut_off: Option<Limit>,
    /// A counterexample of each violated property.
    pub violations: BTreeMap<Property, Counterexample>,
    /// Whether these counterexamples are the cheapest there are.
    pub cheapest: bool,
    /// Whether states that differ only in names were explored once.
    pub reduced: bool,
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

/// The search could not be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What went wrong.
    pub cause: Cause,
    /// What is to be said about it.
    pub message: String,
    /// If the world panicked, the events that led to it; the last one is the one that panicked.
    pub events: Vec<Event>,
}

/// What can go wrong with a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The world panicked: a defect of the checker, not of the model.
    World,
    /// The workers could not be started.
    Start,
    /// The list of hosts, or the number of this process in it, is wrong.
    Hosts,
    /// Another process did not appear in time.
    Absent,
    /// A limit, or Ctrl-C, ended the wait for another process.
    Stopped,
    /// Another process searches something else, or has another version.
    Mismatch,
    /// Another process, or the connection to it, was lost during the search.
    Lost,
}

impl Failure {
    /// A failure that no path leads to.
    pub(crate) fn new(cause: Cause, message: impl Into<String>) -> Failure {
        Failure {
            cause,
            message: message.into(),
            events: Vec::new(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

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
