//! Limits, interruption and panics of the world: what a search says that cannot be finished.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::{asked_of, client, study_guide};
use fencepost::property::Property;
use fencepost::search::fast::{Fast, Reductions};
use fencepost::search::{
    Cause, Checked, Counterexample, Engine, Limit, Limits, Outcome, Reference, Stock, Watch,
};
use fencepost::world::{Fencing, World};

fn model(world: &World) -> Checked {
    Checked::new(world.clone(), asked_of(world))
}

/// Millions of states.
fn large() -> World {
    let mut world = study_guide(Fencing::Off);
    world.clients = ["A", "B", "C", "D"].map(client).to_vec();
    world
}

fn fast(world: &World, limits: &Limits, threads: usize) -> Outcome {
    let engine = Fast {
        threads,
        reductions: Reductions::NONE,
    };
    engine
        .explore(&model(world), limits)
        .expect("the world does not panic")
}

/// The path can be walked, and its last event violates the property.
fn shows(world: &World, property: Property, counterexample: &Counterexample) -> bool {
    let model = model(world);
    let mut node = model.initial();
    for (event, choice) in counterexample.events.iter().zip(&counterexample.choices) {
        assert_eq!(model.world.events(&node.state)[*choice], *event);
        node = model.step(&node, *event, &mut Vec::new());
    }
    node.violated.contains(property)
}

fn stops_at(limits: &Limits, expected: Limit) {
    let world = large();
    for threads in [1, 2] {
        let begin = Instant::now();
        let outcome = fast(&world, limits, threads);
        assert!(begin.elapsed() < Duration::from_secs(60));
        assert_eq!(outcome.cut_off, Some(expected));
        for (property, counterexample) in &outcome.violations {
            assert!(shows(&world, *property, counterexample));
        }
        let proved = outcome.verdict(Property::GrantOverlap, &[]);
        assert_eq!(proved.word(), "unknown");
    }
}

#[test]
fn a_number_of_states() {
    let limits = Limits {
        states: Some(200_000),
        ..Limits::default()
    };
    stops_at(&limits, Limit::States(200_000));
    let found = fast(&large(), &limits, 1).violations;
    assert!(found.contains_key(&Property::StaleOverwrite));
}

#[test]
fn exactly_as_many_states_as_there_are() {
    let world = study_guide(Fencing::Off);
    let all = fast(&world, &Limits::default(), 1).states;
    let most = |states| Limits {
        states: Some(states),
        ..Limits::default()
    };
    assert_eq!(fast(&world, &most(all), 2).cut_off, None);
    assert_eq!(
        fast(&world, &most(all - 1), 2).cut_off,
        Some(Limit::States(all - 1))
    );
}

#[test]
fn an_amount_of_memory() {
    let limits = Limits {
        memory: Some(4 << 20),
        ..Limits::default()
    };
    stops_at(&limits, Limit::Memory(4 << 20));
}

#[test]
fn a_time() {
    let limits = Limits {
        time: Some(Duration::from_millis(300)),
        ..Limits::default()
    };
    stops_at(&limits, Limit::Time(Duration::from_millis(300)));
}

#[test]
fn an_interruption() {
    let limits = Limits {
        interrupt: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    stops_at(&limits, Limit::Interrupted);
    let others: [&dyn Engine; 2] = [&Reference, &Stock { threads: 2 }];
    for engine in others {
        let found = engine.explore(&model(&large()), &limits);
        let cut_off = found.expect("no panic").cut_off;
        assert_eq!(cut_off, Some(Limit::Interrupted));
    }
}

/// stateright's search knows nothing of our limits: it runs out of successors.
#[test]
fn a_time_for_stateright() {
    let time = Duration::from_millis(300);
    let limits = Limits {
        time: Some(time),
        ..Limits::default()
    };
    let asked = [Property::GrantOverlap, Property::StaleOverwrite];
    let model = Checked::new(large(), asked.into_iter().collect());
    let begin = Instant::now();
    let found = Stock { threads: 1 }
        .explore(&model, &limits)
        .expect("no panic");
    assert!(begin.elapsed() < Duration::from_secs(60));
    assert_eq!(found.cut_off, Some(Limit::Time(time)));
    assert_eq!(found.verdict(Property::GrantOverlap, &[]).word(), "unknown");
    assert!(found.states > 1, "it had begun");
}

/// A client with no attempts at all makes the world count below zero when it is denied.
fn defective() -> World {
    let mut world = study_guide(Fencing::Off);
    world.clients[1].attempts = Some(0);
    world
}

#[test]
fn a_panic_becomes_a_failure_with_the_path() {
    let model = model(&defective());
    let plain = Reference
        .explore(&model, &Limits::default())
        .expect_err("the world panics");
    for reductions in [Reductions::NONE, Reductions::ALL] {
        let mut found = Vec::new();
        for threads in [1, 2, 3] {
            let engine = Fast {
                threads,
                reductions,
            };
            let failure = engine
                .explore(&model, &Limits::default())
                .expect_err("the world panics");
            assert_eq!(failure.cause, Cause::World);
            assert_eq!(failure.message, plain.message);
            assert_eq!(failure.events.len(), plain.events.len());
            found.push(failure.events);
        }
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]));
    }
}

/// Whoever looks on sees how far a search is: here, after it was stopped in the middle.
#[test]
fn a_watch_tells_how_far_a_search_is() {
    let world = large();
    let engines: [&dyn Engine; 2] = [&Reference, &Fast::default()];
    for engine in engines {
        let watch = Arc::new(Watch::default());
        let limits = Limits {
            states: Some(20_000),
            watch: Some(Arc::clone(&watch)),
            ..Limits::default()
        };
        let outcome = engine.explore(&model(&world), &limits).expect("no panic");
        assert!(outcome.cut_off.is_some());
        assert!(watch.states.load(Ordering::Relaxed) > 20_000);
        assert!(watch.depth.load(Ordering::Relaxed) > 0);
        assert!(watch.waiting.load(Ordering::Relaxed) > 0);
    }
}
