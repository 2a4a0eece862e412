//! The engine that decides verdicts: the plain search over the checked world.

use std::collections::BTreeMap;
use std::time::Instant;

use super::lasso::{self, Edge};
use super::plain::{self, Explored, Panicked};
use super::{Cause, Checked, Counterexample, Engine, Failure, Limits, Node, Outcome};
use crate::property::Property;
use crate::world::{Event, Observation};

/// The plain search as an [`Engine`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

impl Engine for Reference {
    fn explore(&self, model: &Checked, limits: &Limits) -> Result<Outcome, Failure> {
        let begin = Instant::now();
        let is_fault = |event: &Event| model.world.is_fault(*event);
        let space = plain::explore(model, is_fault, |extent| limits.exceeded(begin, extent))
            .map_err(|panicked| failure(model, panicked))?;
        let mut violations = first_violations(model, &space);
        if model.asked.contains(Property::StuckLock) && space.cut_off.is_none() {
            let stuck = stuck_lock(model, &space);
            violations.extend(stuck.map(|found| (Property::StuckLock, found)));
        }
        Ok(Outcome {
            asked: model.asked,
            states: space.len(),
            transitions: space.transitions,
            depth: (0..space.len())
                .map(|state| space.cost(state).steps as usize)
                .max()
                .unwrap_or(0),
            cut_off: space.cut_off,
            violations,
            cheapest: true,
            reduced: false,
            time: begin.elapsed(),
        })
    }
}

/// The cheapest path to a violation of each property that has one.
fn first_violations(model: &Checked, space: &Explored<Node>) -> BTreeMap<Property, Counterexample> {
    let cheapest = |property| {
        let violating = |number: &usize| space.state(*number).violated.contains(property);
        let number = space.best((0..space.len()).filter(violating))?;
        Some((property, counterexample(model, space.choices(number), None)))
    };
    model.asked.iter().filter_map(cheapest).collect()
}

fn stuck_lock(model: &Checked, space: &Explored<Node>) -> Option<Counterexample> {
    let edges = ungranted(model, space);
    let lasso = lasso::find(space.len(), &edges, |states| space.best(states))?;
    let way_in = space.choices(lasso.entry);
    let loop_from = way_in.len();
    let choices = way_in.into_iter().chain(lasso.choices).collect();
    Some(counterexample(model, choices, Some(loop_from)))
}

/// Every transition by which nobody is granted the lock.
fn ungranted(model: &Checked, space: &Explored<Node>) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(space.transitions);
    let mut seen = Vec::new();
    for from in 0..space.len() {
        let node = space.state(from);
        for (choice, event) in model.world.events(&node.state).into_iter().enumerate() {
            seen.clear();
            let next = model.step(node, event, &mut seen);
            if seen
                .iter()
                .any(|seen| matches!(seen, Observation::Acquired(..)))
            {
                continue;
            }
            let to = space
                .number(&next)
                .expect("a complete search has found every successor");
            let asks = seen
                .iter()
                .any(|seen| matches!(seen, Observation::Asked(_)));
            let is_fault = model.world.is_fault(event);
            edges.push(Edge {
                from,
                to,
                choice,
                is_fault,
                asks,
            });
        }
    }
    edges
}

fn counterexample(
    model: &Checked,
    choices: Vec<usize>,
    loop_from: Option<usize>,
) -> Counterexample {
    Counterexample {
        events: events(model, &choices),
        choices,
        loop_from,
    }
}

/// The events that these choices stand for.
fn events(model: &Checked, choices: &[usize]) -> Vec<Event> {
    let mut node = model.initial();
    let mut events = Vec::with_capacity(choices.len());
    for (position, choice) in choices.iter().enumerate() {
        let event = model.world.events(&node.state)[*choice];
        events.push(event);
        if position + 1 < choices.len() {
            node = model.step(&node, event, &mut Vec::new());
        }
    }
    events
}

fn failure(model: &Checked, panicked: Panicked) -> Failure {
    Failure {
        events: events(model, &panicked.choices),
        ..Failure::new(Cause::World, panicked.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::PropertySet;
    use crate::world::{Arrival, ClientSetup, ServerSet, World};

    /// A world that no model file can describe: its client has no program.
    fn broken() -> World {
        let client = ClientSetup {
            name: "A".to_string(),
            program: Vec::new(),
            arrives: Arrival::At(1),
            rounds: None,
            attempts: None,
            pausable: false,
        };
        World {
            clients: vec![client],
            ..World::empty()
        }
    }

    #[test]
    fn a_panic_in_the_world_is_a_failure_with_the_events_that_led_to_it() {
        let model = Checked::new(broken(), PropertySet::EMPTY);
        let failure = Reference.explore(&model, &Limits::default()).unwrap_err();
        let acts = Event::Act {
            client: 0,
            reaches: ServerSet::all(1),
        };
        assert_eq!(failure.events, [Event::Tick, acts]);
        assert!(
            failure.message.contains("out of bounds"),
            "{}",
            failure.message
        );
    }
}
