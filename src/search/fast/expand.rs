//! From one packed state to its successors, without a single allocation once it is warm.

use std::sync::Arc;

use super::codec::{Codec, Misfit};
use super::symmetry::{Reductions, Symmetry};
use crate::search::{Checked, Node};
use crate::world::{ClientId, Event, Observation};

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
    /// The packed form of `node`.
    opened: Vec<u8>,
    /// In what `next` differs from `node`.
    changed: Changed,
    can_repack: bool,
}

/// What a transition has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Changed {
    /// Nothing but one client.
    Client(ClientId),
    /// Anything.
    All,
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
        let symmetry = Symmetry::new(&model.world, reductions);
        Expander {
            can_repack: symmetry.is_trivial()
                && codec.can_repack()
                && model.world.seeded_fault.is_none(),
            symmetry,
            next: node.clone(),
            node,
            model,
            codec,
            events: Vec::new(),
            seen: Vec::new(),
            packed: Vec::new(),
            opened: Vec::new(),
            changed: Changed::All,
        }
    }

    /// The representative of a node, packed.
    pub(super) fn pack(&mut self, node: &Node) -> Result<&[u8], Misfit> {
        copy(node, &mut self.next);
        self.changed = Changed::All;
        self.pack_whole()?;
        Ok(&self.packed)
    }

    /// The representative of a packed state that need not be one.
    pub(super) fn representative(&mut self, state: &[u8]) -> Result<&[u8], Misfit> {
        self.codec.unpack(state, &mut self.next);
        self.changed = Changed::All;
        self.pack_whole()?;
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
        self.opened.clear();
        self.opened.extend_from_slice(state);
        self.changed = Changed::All;
        self.events.clear();
        self.model
            .world
            .list_events(&self.node.state, &mut self.events);
        self.events.len()
    }

    /// One transition from the state that was opened, and the packed state that it leads to.
    pub(super) fn take(&mut self, choice: usize) -> Result<(Transition, &[u8]), Misfit> {
        let event = self.events[choice];
        self.restore();
        self.changed = Changed::All; // Should the world panic, anything may have changed.
        self.seen.clear();
        self.model.advance(&mut self.next, event, &mut self.seen);
        self.pack_next(event)?;
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

    /// Makes `next` equal to `node` again.
    fn restore(&mut self) {
        match self.changed {
            Changed::Client(client) => {
                let client = usize::from(client);
                self.next.state.clients[client] = self.node.state.clients[client];
                self.next.violated = self.node.violated;
            }
            Changed::All => copy(&self.node, &mut self.next),
        }
    }

    /// Packs `next`. Most transitions change one client and nothing else; then a few bits of what was
    /// opened are all that has to be written.
    fn pack_next(&mut self, event: Event) -> Result<(), Misfit> {
        let Some(client) = self.only_changed(event).filter(|_| self.can_repack) else {
            return self.pack_whole();
        };
        self.changed = Changed::Client(client);
        self.packed.clear();
        self.packed.extend_from_slice(&self.opened);
        self.codec.repack(&self.next, client, &mut self.packed)?;
        debug_assert_eq!(self.packed, {
            let mut whole = Vec::new();
            self.codec.pack(&self.next, &mut whole)?;
            whole
        });
        Ok(())
    }

    /// The client that is all that the event has changed: the one that is paused, goes on, or asks and
    /// is denied.
    fn only_changed(&self, event: Event) -> Option<ClientId> {
        match event {
            Event::Pause(client) | Event::Resume(client) => Some(client),
            Event::Act { client, .. } => {
                let denied = [Observation::Asked(client), Observation::Denied(client)];
                (self.seen == denied).then_some(client)
            }
            Event::Tick => None,
        }
    }

    fn pack_whole(&mut self) -> Result<(), Misfit> {
        self.symmetry
            .pack(&self.codec, &mut self.next, &mut self.packed)
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
