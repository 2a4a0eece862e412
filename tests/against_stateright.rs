//! The plain search against stateright's breadth-first search: same verdicts, same distinct states.
//!
//! A stateright run asks one property, and beside it something that is never true, so that it does
//! not stop at the first discovery.

mod common;

use common::{any_world, asked_of, study_guide};
use fencepost::property::{Property, PropertySet};
use fencepost::search::{Checked, Engine, Limits, Node, Reference};
use fencepost::world::{Event, Fencing, World};
use proptest::prelude::*;
use stateright::{Checker, Model};

/// The checked world, with a property that keeps stateright from stopping early.
struct ToTheEnd(Checked);

impl Model for ToTheEnd {
    type State = Node;
    type Action = Event;

    fn init_states(&self) -> Vec<Node> {
        self.0.init_states()
    }

    fn actions(&self, node: &Node, actions: &mut Vec<Event>) {
        self.0.actions(node, actions);
    }

    fn next_state(&self, node: &Node, event: Event) -> Option<Node> {
        self.0.next_state(node, event)
    }

    fn properties(&self) -> Vec<stateright::Property<ToTheEnd>> {
        let asked = self.0.asked.iter().next().expect("one property is asked");
        let never = stateright::Property::sometimes("never", |_, _| false);
        vec![always(asked), never]
    }
}

fn always(property: Property) -> stateright::Property<ToTheEnd> {
    macro_rules! not {
        ($($property:ident),*) => {
            match property {
                $(Property::$property => stateright::Property::always(
                    property.name(),
                    |_, node: &Node| !node.violated.contains(Property::$property),
                ),)*
                Property::StuckLock => unreachable!("it is not an invariant"),
            }
        };
    }
    not!(
        GrantOverlap,
        DoubleGrant,
        TokenOrder,
        StaleOverwrite,
        LostUpdate,
        FalseRejection,
        UnlockedWrite
    )
}

fn compare(world: &World) {
    for property in asked_of(world)
        .iter()
        .filter(|property| *property != Property::StuckLock)
    {
        let asked: PropertySet = [property].into_iter().collect();
        let model = Checked::new(world.clone(), asked);
        let ours = Reference
            .explore(&model, &Limits::default())
            .expect("the world does not panic");
        let theirs = ToTheEnd(model).checker().spawn_bfs().join();
        let name = property.name();
        assert_eq!(
            ours.states,
            theirs.unique_state_count(),
            "distinct states, asking {name}"
        );
        // stateright counts the initial state among the states it generates.
        assert_eq!(
            ours.transitions + 1,
            theirs.state_count(),
            "transitions, asking {name}"
        );
        let violated = theirs.discovery(name).is_some();
        assert_eq!(
            ours.violations.contains_key(&property),
            violated,
            "verdict on {name}"
        );
    }
}

#[test]
fn the_study_guide_under_every_rule() {
    for fencing in Fencing::ALL {
        compare(&study_guide(fencing));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_worlds(world in any_world()) {
        compare(&world);
    }
}
