//! The plain search and the fast one against stateright's breadth-first search: same verdicts, same
//! distinct states.
//!
//! A stateright run asks one property, and beside it something that is never true, so that it does
//! not stop at the first discovery.

mod common;

use common::{any_world, asked_of, study_guide, worlds_of_the_catalogue};
use fencepost::property::{Property, PropertySet};
use fencepost::search::fast::{Fast, Reductions};
use fencepost::search::{Checked, Engine, Limits, Reference, Stock, ToTheEnd};
use fencepost::world::{Fencing, World};
use proptest::prelude::*;
use stateright::{Checker, Model};

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
        let to_the_end = ToTheEnd::of(model, property);
        let theirs = to_the_end.checker().spawn_bfs().join();
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

/// Every world of the catalogue: the fast search, exploring every state for itself, finds the distinct
/// states, the transitions and the verdicts that stateright finds.
#[test]
fn the_fast_search_on_the_whole_catalogue() {
    for (name, world) in worlds_of_the_catalogue() {
        compare_fast(&world, &name);
    }
}

fn compare_fast(world: &World, name: &str) {
    let asked = asked_of(world).iter();
    let asked = asked.filter(|property| *property != Property::StuckLock);
    let model = Checked::new(world.clone(), asked.collect());
    let fast = Fast {
        threads: 2,
        reductions: Reductions::NONE,
    };
    let explored = |engine: &dyn Engine| {
        let outcome = engine.explore(&model, &Limits::default());
        let outcome = outcome.expect("the world does not panic");
        let violated: Vec<_> = outcome.violations.into_keys().collect();
        (outcome.states, outcome.transitions, violated)
    };
    assert_eq!(explored(&fast), explored(&Stock { threads: 2 }), "{name}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_worlds(world in any_world()) {
        compare(&world);
    }
}
