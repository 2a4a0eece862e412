//! Walks a path once more, with absolute times and values.

use super::leases::Registry;
use super::{Step, Trace, Value};
use crate::search::{Checked, Node};
use crate::world::{ClientId, Event, Observation};

impl Trace {
    /// Replays a path from the initial state. `loop_from` is the position of the first event of the
    /// part that repeats for ever, if there is one.
    ///
    /// # Panics
    /// May panic if an event is not possible in its state.
    #[must_use]
    pub fn replay(model: &Checked, events: &[Event], loop_from: Option<usize>) -> Trace {
        let initial = model.initial();
        let mut replay = Replay {
            model,
            node: initial.clone(),
            tick: 0,
            value: Value::new(),
            memory: vec![None; model.world.clients.len()],
            leases: Registry::default(),
        };
        let steps = events.iter().map(|event| replay.step(*event)).collect();
        Trace {
            world: model.world.clone(),
            initial,
            steps,
            // A loop of no events is none.
            loop_from: loop_from.filter(|from| *from < events.len()),
            leases: replay.leases.intervals,
        }
    }

    /// The part of the trace that ends with the step at this position.
    #[must_use]
    pub fn until(&self, position: usize) -> Trace {
        let steps = self.steps[..=position].to_vec();
        let mut leases = Registry::default();
        for step in &steps {
            for observation in &step.seen {
                leases.note(step.seen_at(), *observation);
            }
        }
        Trace {
            world: self.world.clone(),
            initial: self.initial.clone(),
            steps,
            loop_from: None,
            leases: leases.intervals,
        }
    }
}

struct Replay<'a> {
    model: &'a Checked,
    node: Node,
    tick: u64,
    value: Value,
    memory: Vec<Option<Value>>,
    leases: Registry,
}

impl Replay<'_> {
    fn step(&mut self, event: Event) -> Step {
        let tick = self.tick;
        let mut seen = Vec::new();
        self.node = self.model.step_unrenamed(&self.node, event, &mut seen);
        for observation in &seen {
            self.note(*observation);
        }
        Step {
            tick,
            event,
            seen,
            violated: self.node.violated,
            node: self.node.clone(),
            value: self.value.clone(),
            memory: self.memory.clone(),
        }
    }

    fn note(&mut self, observation: Observation) {
        match observation {
            Observation::ReadAccepted(client, _) => {
                self.memory[usize::from(client)] = Some(self.value.clone());
            }
            Observation::WriteAccepted(client, _) => {
                self.value = appended(self.memory[usize::from(client)].as_ref(), client);
                self.memory[usize::from(client)] = Some(self.value.clone());
            }
            Observation::RoundOver(client) => self.memory[usize::from(client)] = None,
            Observation::Ticked => self.tick += 1,
            _ => {}
        }
        self.leases.note(self.tick, observation);
    }
}

/// What a client writes: what it has in memory, and itself. One that has not read anything writes only
/// itself.
pub(super) fn appended(memory: Option<&Value>, client: ClientId) -> Value {
    let mut value = memory.cloned().unwrap_or_default();
    value.push(client);
    value
}
