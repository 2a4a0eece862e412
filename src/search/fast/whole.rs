//! Transitions by the rules of the world, on states that are laid out whole.

use std::sync::Arc;

use super::codec::Codec;
use super::learned::Kind;
use crate::search::{Checked, Node};
use crate::world::{Event, Observation};

/// Takes transitions from one state after another, without a single allocation once it is warm.
#[derive(Debug)]
pub(super) struct Whole {
    model: Arc<Checked>,
    codec: Arc<Codec>,
    /// The state from which transitions are taken.
    node: Node,
    /// Where the last one led.
    next: Node,
    events: Vec<Event>,
    seen: Vec<Observation>,
}

impl Whole {
    /// Takes transitions in this model.
    pub(super) fn new(model: Arc<Checked>, codec: Arc<Codec>) -> Whole {
        let node = model.initial();
        Whole {
            next: node.clone(),
            node,
            model,
            codec,
            events: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Makes a packed state the one from which transitions are taken.
    pub(super) fn open(&mut self, state: &[u8]) {
        self.codec.unpack(state, &mut self.node);
        self.events.clear();
        self.model
            .world
            .list_events(&self.node.state, &mut self.events);
    }

    /// What can happen in the state that was opened.
    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    /// Takes one of the transitions.
    pub(super) fn take(&mut self, choice: usize) -> Kind {
        let event = self.events[choice];
        copy(&self.node, &mut self.next);
        self.seen.clear();
        self.model.advance(&mut self.next, event, &mut self.seen);
        let asks = |seen: &Observation| matches!(seen, Observation::Asked(_));
        let grants = |seen: &Observation| matches!(seen, Observation::Acquired(..));
        Kind {
            is_fault: self.model.world.is_fault(event),
            asks: self.seen.iter().any(asks),
            grants: self.seen.iter().any(grants),
        }
    }

    /// Where the last transition led; it may be changed.
    pub(super) fn next(&mut self) -> &mut Node {
        &mut self.next
    }

    /// Becomes where a transition leads, although none was taken.
    pub(super) fn lay_out(&mut self, node: &Node) -> &mut Node {
        copy(node, &mut self.next);
        &mut self.next
    }

    /// As [`Whole::lay_out`], from a packed state.
    pub(super) fn unpack(&mut self, state: &[u8]) -> &mut Node {
        self.codec.unpack(state, &mut self.next);
        &mut self.next
    }
}

/// Copies a node into one of the same model, whose memory is used again.
fn copy(from: &Node, to: &mut Node) {
    to.state.servers.clone_from(&from.state.servers);
    to.state.clients.clone_from(&from.state.clients);
    to.state.resource = from.state.resource;
    to.state.pauses_left = from.state.pauses_left;
    to.monitors.copy_from(&from.monitors);
    to.violated = from.violated;
}
