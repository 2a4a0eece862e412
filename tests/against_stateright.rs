//! The plain search against stateright's breadth-first search: same verdicts, same distinct states.
//!
//! A stateright run asks one property and goes [`ToTheEnd`], whatever it discovers on the way.

mod common;

use common::{any_world, asked_of, study_guide};
use fencepost::property::{Property, PropertySet};
use fencepost::search::{Checked, Engine, Limits, Reference, ToTheEnd};
use fencepost::world::{Fencing, World};
use proptest::prelude::*;
use stateright::{Checker, Model};

fn compare(world: &World) {
    for property in asked_of(world)
        .iter()
        .filter(|property| *property != Property::StuckLock)
    {
        let asked: PropertySet = [property].into_iter().collect();
        let checked = Checked::new(world.clone(), asked);
        let ours = Reference
            .explore(&checked, &Limits::default())
            .expect("the world does not panic");
        let theirs = ToTheEnd { checked, property }.checker().spawn_bfs().join();
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
