//! The world and its monitors as a [`stateright::Model`].

use crate::property::{Monitors, Property, PropertySet};
use crate::world::rank::Ranks;
use crate::world::{Event, Observation, State, World};

/// A world and the properties asked of it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The world.
    pub world: World,
    /// The properties asked of it.
    pub asked: PropertySet,
}

/// One state of the searched space: of the world, and of the monitors that watch it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The state of the world.
    pub state: State,
    /// What the monitors remember.
    pub monitors: Monitors,
    /// The properties that the last transition violated.
    pub violated: PropertySet,
}

impl Checked {
    /// Asks these properties of this world.
    #[must_use]
    pub fn new(world: World, asked: PropertySet) -> Checked {
        Checked { world, asked }
    }

    /// The state before anything has happened.
    #[must_use]
    pub fn initial(&self) -> Node {
        self.renamed(Node {
            state: self.world.initial(),
            monitors: Monitors::new(self.world.quorum()),
            violated: PropertySet::EMPTY,
        })
    }

    /// The node after the event, tokens and versions renamed. What was seen is added to `seen`.
    #[must_use]
    pub fn step(&self, node: &Node, event: Event, seen: &mut Vec<Observation>) -> Node {
        self.renamed(self.step_unrenamed(node, event, seen))
    }

    /// The node after the event with its real tokens, as a person wants to see them.
    #[must_use]
    pub fn step_unrenamed(&self, node: &Node, event: Event, seen: &mut Vec<Observation>) -> Node {
        let mut next = node.clone();
        self.apply(&mut next, event, seen);
        next
    }

    /// As [`Checked::step`], without a copy: the node before is gone.
    pub fn advance(&self, node: &mut Node, event: Event, seen: &mut Vec<Observation>) {
        self.apply(node, event, seen);
        // Tokens and versions change in a client's step and nowhere else.
        if matches!(event, Event::Act { .. }) {
            self.rename(node);
        }
    }

    fn apply(&self, node: &mut Node, event: Event, seen: &mut Vec<Observation>) {
        let before = seen.len();
        self.world.apply_to(&mut node.state, event, seen);
        node.violated = PropertySet::EMPTY;
        for observation in &seen[before..] {
            let violated = node.monitors.observe(self.asked, *observation);
            node.violated = node.violated.union(violated);
        }
    }

    fn renamed(&self, mut node: Node) -> Node {
        self.rename(&mut node);
        node
    }

    fn rename(&self, node: &mut Node) {
        node.state.rename_versions();
        if self.world.tokens_are_ranks() {
            let tokens = node.state.tokens_mut().chain(node.monitors.tokens_mut());
            let ranks = Ranks::of(tokens.map(|token| *token));
            if ranks.are_tokens() {
                return;
            }
            for token in node.state.tokens_mut().chain(node.monitors.tokens_mut()) {
                *token = ranks.rank(*token);
            }
        }
    }
}

impl stateright::Model for Checked {
    type State = Node;
    type Action = Event;

    fn init_states(&self) -> Vec<Node> {
        vec![self.initial()]
    }

    fn actions(&self, node: &Node, actions: &mut Vec<Event>) {
        actions.extend(self.world.events(&node.state));
    }

    fn next_state(&self, node: &Node, event: Event) -> Option<Node> {
        Some(self.step(node, event, &mut Vec::new()))
    }

    fn properties(&self) -> Vec<stateright::Property<Checked>> {
        self.asked.iter().filter_map(as_invariant).collect()
    }
}

/// The property as an invariant over nodes. `stuck-lock` is none: see [`super::lasso`].
fn as_invariant(property: Property) -> Option<stateright::Property<Checked>> {
    macro_rules! never {
        ($property:ident) => {
            |_, node| !node.violated.contains(Property::$property)
        };
    }
    let holds: fn(&Checked, &Node) -> bool = match property {
        Property::GrantOverlap => never!(GrantOverlap),
        Property::DoubleGrant => never!(DoubleGrant),
        Property::TokenOrder => never!(TokenOrder),
        Property::StaleOverwrite => never!(StaleOverwrite),
        Property::LostUpdate => never!(LostUpdate),
        Property::FalseRejection => never!(FalseRejection),
        Property::UnlockedWrite => never!(UnlockedWrite),
        Property::StuckLock => return None,
    };
    Some(stateright::Property::always(property.name(), holds))
}
