//! What the page is told about steps and paths, evaluated where it is shown.

use serde::Serialize;

use crate::property::Property;
use crate::search::{Checked, Node};
use crate::trace;
use crate::world::Event;

/// A whole path, told from its beginning.
#[derive(Debug, Serialize)]
pub(super) struct Account {
    /// The steps, in order.
    steps: Vec<Step>,
    /// The states between them: the initial one, and that after each step.
    states: Vec<Situation>,
}

/// One step.
#[derive(Debug, Serialize)]
pub(super) struct Step {
    /// What happens, in words.
    what: String,
    /// Whether it is a fault, which the adversary has to spend.
    fault: bool,
    /// The properties that this very step violates.
    violates: Vec<&'static str>,
    /// What it is an example of that is worth knowing and no failure.
    notes: Vec<&'static str>,
}

/// One state.
#[derive(Debug, Serialize)]
struct Situation {
    /// How many ticks have ended.
    time: usize,
    /// The state as a table in plain text.
    table: String,
    /// The first state of the path from which exactly the same can happen, which is this one itself
    /// if there is none before it. Tokens only matter in comparison with one another, so they may
    /// differ.
    same_as: usize,
}

impl Account {
    /// Walks the path and tells what happens.
    pub(super) fn of(checked: &Checked, way: &[Event]) -> Account {
        let mut node = checked.initial();
        let mut searched = vec![node.clone()];
        let mut time = 0;
        let mut account = Account {
            steps: Vec::new(),
            states: vec![Situation::of(checked, time, &node, &searched)],
        };
        for &event in way {
            let next = checked.step_unrenamed(&node, event, &mut Vec::new());
            account.steps.push(step(checked, &node, event, &next));
            node = next;
            time += usize::from(event == Event::Tick);
            searched.extend(
                searched
                    .last()
                    .map(|last| checked.step(last, event, &mut Vec::new())),
            );
            account
                .states
                .push(Situation::of(checked, time, &node, &searched));
        }
        account
    }
}

impl Situation {
    /// `searched` are the nodes so far as the search knows them, this one last.
    fn of(checked: &Checked, time: usize, node: &Node, searched: &[Node]) -> Situation {
        let here = searched.len() - 1;
        let before = &searched[..here];
        Situation {
            time,
            table: trace::describe_node(&checked.world, node),
            same_as: before
                .iter()
                .position(|other| *other == searched[here])
                .unwrap_or(here),
        }
    }
}

/// Tells one step.
pub(super) fn step(checked: &Checked, before: &Node, event: Event, after: &Node) -> Step {
    let (notes, violates): (Vec<_>, Vec<_>) = after.violated.iter().partition(|p| p.is_note());
    Step {
        what: trace::describe_event(&checked.world, before, event),
        fault: checked.world.is_fault(event),
        violates: names(&violates),
        notes: names(&notes),
    }
}

fn names(properties: &[Property]) -> Vec<&'static str> {
    properties.iter().map(|property| property.name()).collect()
}
