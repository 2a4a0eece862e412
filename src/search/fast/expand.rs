//! From one packed state to its successors, without a single allocation once it is warm.

use std::sync::Arc;

use super::codec::{Codec, Misfit};
use super::symmetry::{Reductions, Symmetry};
use crate::search::{Checked, Node};
use crate::world::{Event, Observation};

/// Works out successors.
#[derive(Debug)]
pub(super) struct Expander {
    model: Arc<Checked>,
    codec: Arc<Codec>,
    symmetry: Symmetry,
    node: Node,
    next: Node,
    events: Vec<Event>,
    seen: Vec<Observation>,
    packed: Vec<u8>,
}

/// What there is to know about a transition, apart from where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transition {
    /// Its place among the events of the state.
    pub(super) choice: usize,
    /// Whether it is a fault.
    pub(super) is_fault: bool,
    /// Whether a client asks in it.
    pub(super) asks: bool,
    /// Whether a client is granted the lock in it.
    pub(super) grants: bool,
}

impl Expander {
    /// Works out successors in this model; each is replaced by its representative.
    pub(super) fn new(model: Arc<Checked>, codec: Arc<Codec>, reductions: Reductions) -> Expander {
        let node = model.initial();
        Expander {
            symmetry: Symmetry::new(&model.world, reductions),
            next: node.clone(),
            node,
            model,
            codec,
            events: Vec::new(),
            seen: Vec::new(),
            packed: Vec::new(),
        }
    }

    /// The representative of a node, packed.
    pub(super) fn pack(&mut self, node: &Node) -> Result<&[u8], Misfit> {
        copy(node, &mut self.next);
        self.symmetry
            .pack(&self.codec, &mut self.next, &mut self.packed)?;
        Ok(&self.packed)
    }

    /// The representative of a packed state that need not be one.
    pub(super) fn representative(&mut self, state: &[u8]) -> Result<&[u8], Misfit> {
        self.codec.unpack(state, &mut self.next);
        self.symmetry
            .pack(&self.codec, &mut self.next, &mut self.packed)?;
        Ok(&self.packed)
    }

    /// Shows every transition from a state, and the packed state that it leads to. The answer is how
    /// many there are.
    pub(super) fn expand(
        &mut self,
        state: &[u8],
        mut visit: impl FnMut(Transition, &[u8]),
    ) -> Result<usize, Misfit> {
        let count = self.open(state);
        for choice in 0..count {
            let (transition, next) = self.take(choice)?;
            visit(transition, next);
        }
        Ok(count)
    }

    /// Makes a state the one from which transitions are taken. The answer is how many there are.
    pub(super) fn open(&mut self, state: &[u8]) -> usize {
        self.codec.unpack(state, &mut self.node);
        self.events.clear();
        self.model
            .world
            .list_events(&self.node.state, &mut self.events);
        self.events.len()
    }

    /// One transition from the state that was opened, and the packed state that it leads to.
    pub(super) fn take(&mut self, choice: usize) -> Result<(Transition, &[u8]), Misfit> {
        let event = self.events[choice];
        copy(&self.node, &mut self.next);
        self.seen.clear();
        self.model.advance(&mut self.next, event, &mut self.seen);
        self.symmetry
            .pack(&self.codec, &mut self.next, &mut self.packed)?;
        let asks = |seen: &Observation| matches!(seen, Observation::Asked(_));
        let grants = |seen: &Observation| matches!(seen, Observation::Acquired(..));
        let transition = Transition {
            choice,
            is_fault: self.model.world.is_fault(event),
            asks: self.seen.iter().any(asks),
            grants: self.seen.iter().any(grants),
        };
        Ok((transition, &self.packed))
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
