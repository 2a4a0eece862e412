//! Renaming tokens and versions changes no verdict: a bounded world is explored with its real tokens
//! too, and both searches must agree.

mod common;

use common::{any_world, asked_of, explore, study_guide, violated};
use fencepost::property::PropertySet;
use fencepost::search::{Checked, Node, plain};
use fencepost::world::{Event, Fencing, World};
use proptest::prelude::*;
use stateright::Model;

/// The checked world with its real tokens; finite only if rounds are bounded.
struct RealTokens(Checked);

impl Model for RealTokens {
    type State = Node;
    type Action = Event;

    fn init_states(&self) -> Vec<Node> {
        self.0.init_states()
    }

    fn actions(&self, node: &Node, actions: &mut Vec<Event>) {
        self.0.actions(node, actions);
    }

    fn next_state(&self, node: &Node, event: Event) -> Option<Node> {
        Some(self.0.step_unrenamed(node, event, &mut Vec::new()))
    }
}

/// What a search with the real tokens finds, and how many states it needs.
fn with_real_tokens(world: &World) -> (PropertySet, usize) {
    let model = RealTokens(Checked::new(world.clone(), asked_of(world)));
    let space = plain::explore(&model, |event| world.is_fault(*event), |_| None)
        .expect("the world does not panic");
    let found = (0..space.len())
        .flat_map(|state| space.state(state).violated.iter())
        .collect();
    (found, space.len())
}

fn compare(world: &World) {
    let renamed = explore(world);
    let (found, states) = with_real_tokens(world);
    let stuck = fencepost::property::Property::StuckLock;
    let invariants: PropertySet = violated(&renamed)
        .iter()
        .filter(|found| *found != stuck)
        .collect();
    assert_eq!(invariants, found);
    assert!(renamed.states <= states, "renaming only ever merges states");
}

#[test]
fn the_study_guide_with_two_rounds() {
    for fencing in Fencing::ALL {
        let mut world = study_guide(fencing);
        world.lock.servers = 1;
        world.lock.ttl = 4;
        world
            .clients
            .iter_mut()
            .for_each(|client| client.rounds = Some(2));
        compare(&world);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bounded_worlds(mut world in any_world()) {
        for client in &mut world.clients {
            client.rounds.get_or_insert(1);
        }
        compare(&world);
    }
}
