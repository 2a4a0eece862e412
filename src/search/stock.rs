//! stateright's own breadth-first search as an [`Engine`]: a cross-check of the others.
//!
//! It asks one property a run, since with several its trace is the last discovery and not the first,
//! and beside it something that is never true, so that it does not stop early. Its counterexamples
//! are real, but the cheapest only by the number of steps, if at all; and it does not see cycles, so
//! `stuck-lock` is left to [`Reference`]. It counts neither states nor memory while it runs, so of the
//! limits it keeps those of time and interruption: from then on no state has successors.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use stateright::{Checker, Model, Path};

use super::{
    Cause, Checked, Counterexample, Engine, Failure, Limit, Limits, Node, Outcome, Reference,
};
use crate::property::Property;
use crate::world::Event;

/// stateright's breadth-first search.
#[derive(Clone, Copy, Debug)]
pub struct Stock {
    /// How many threads search, at least one.
    pub threads: usize,
}

impl Engine for Stock {
    fn explore(&self, model: &Checked, limits: &Limits) -> Result<Outcome, Failure> {
        if model.asked.contains(Property::StuckLock) {
            return Reference.explore(model, limits);
        }
        let begin = Instant::now();
        let mut outcome = Outcome {
            asked: model.asked,
            states: 0,
            transitions: 0,
            depth: 0,
            cut_off: None,
            violations: BTreeMap::new(),
            cheapest: false,
            reduced: false,
            time: begin.elapsed(),
        };
        let until = Until {
            limits: limits.clone(),
            begin,
            reached: Arc::default(),
        };
        for property in model.asked.iter() {
            let to_the_end = ToTheEnd {
                until: Some(until.clone()),
                ..ToTheEnd::of(model.clone(), property)
            };
            let counterexample = self.search(&to_the_end, &mut outcome)?;
            outcome
                .violations
                .extend(counterexample.map(|found| (property, found)));
            outcome.cut_off = until.reached.get().copied();
            if outcome.cut_off.is_some() {
                break;
            }
        }
        outcome.time = begin.elapsed();
        Ok(outcome)
    }
}

impl Stock {
    /// One run for one property, over the space of all that are asked.
    fn search(
        self,
        to_the_end: &ToTheEnd,
        outcome: &mut Outcome,
    ) -> Result<Option<Counterexample>, Failure> {
        let run = || {
            let checker = to_the_end.clone().checker();
            checker.threads(self.threads.max(1)).spawn_bfs().join()
        };
        let checker = super::plain::guarded(run, Vec::new)
            .map_err(|panicked| Failure::new(Cause::World, panicked.message))?;
        outcome.states = checker.unique_state_count();
        outcome.transitions = checker.state_count() - 1; // It counts the initial state among them.
        outcome.depth = checker.max_depth() - 1;
        Ok(checker
            .discovery(to_the_end.property.name())
            .map(|path| counterexample(&to_the_end.checked, path)))
    }
}

fn counterexample(model: &Checked, path: Path<Node, Event>) -> Counterexample {
    let encoded = path.encode(&ToTheEnd::of(model.clone(), Property::GrantOverlap));
    // The first number is that of the initial state.
    let choices = encoded
        .split('/')
        .skip(1)
        .filter_map(|choice| choice.parse().ok())
        .collect();
    Counterexample {
        events: path.into_actions(),
        choices,
        loop_from: None,
    }
}

/// The checked world for stateright's checkers, so that they walk all of it.
///
/// Asked only what the world violates, they stop at the last discovery, and their counts are those of
/// a part. So beside the one property they are asked something that is never true.
#[derive(Clone, Debug)]
pub struct ToTheEnd {
    /// The world with the monitors of all properties that are asked of it.
    pub checked: Checked,
    /// The property that stateright is asked, one of those. Not `stuck-lock`, which no state violates.
    pub property: Property,
    /// What ends it early all the same.
    until: Option<Until>,
}

/// When to end a search, and why it was ended.
#[derive(Clone, Debug)]
struct Until {
    limits: Limits,
    begin: Instant,
    reached: Arc<OnceLock<Limit>>,
}

impl Until {
    fn is_over(&self) -> bool {
        if let Some(limit) = self.limits.is_over(self.begin) {
            let _ = self.reached.set(limit); // The first one counts.
        }
        self.reached.get().is_some()
    }
}

impl ToTheEnd {
    /// This world, asked this property.
    #[must_use]
    pub fn of(checked: Checked, property: Property) -> ToTheEnd {
        ToTheEnd {
            checked,
            property,
            until: None,
        }
    }
}

impl Model for ToTheEnd {
    type State = Node;
    type Action = Event;

    fn init_states(&self) -> Vec<Node> {
        self.checked.init_states()
    }

    fn actions(&self, node: &Node, actions: &mut Vec<Event>) {
        if !self.until.as_ref().is_some_and(Until::is_over) {
            self.checked.actions(node, actions);
        }
    }

    fn next_state(&self, node: &Node, event: Event) -> Option<Node> {
        self.checked.next_state(node, event)
    }

    fn properties(&self) -> Vec<stateright::Property<ToTheEnd>> {
        let holds: fn(&ToTheEnd, &Node) -> bool =
            |model, node| !node.violated.contains(model.property);
        vec![
            stateright::Property::always(self.property.name(), holds),
            stateright::Property::sometimes("never", |_, _| false),
        ]
    }
}
