//! The fast search against the plain one: the same states, the same transitions, the same verdicts
//! and the same counterexamples, with any number of threads, with reductions and without.

mod common;

use common::{
    any_symmetric_world, any_world, asked_of, client, study_guide, worlds_of_the_catalogue,
};
use fencepost::property::Property;
use fencepost::search::fast::codec::Codec;
use fencepost::search::fast::{Fast, Reductions};
use fencepost::search::{Checked, Engine, Extent, Limit, Limits, Outcome, Reference, plain};
use fencepost::world::{Expiry, Fencing, Reach, World};
use proptest::prelude::*;

/// The worlds of random tests are left out if they are larger than this.
const MOST: usize = 30_000;

fn model(world: &World) -> Checked {
    Checked::new(world.clone(), asked_of(world))
}

fn fast(world: &World, threads: usize, reductions: Reductions) -> Outcome {
    let engine = Fast {
        threads,
        reductions,
    };
    engine
        .explore(&model(world), &Limits::default())
        .expect("the world does not panic")
}

/// What the plain search finds, unless the world is too large for it.
fn reference(world: &World) -> Option<Outcome> {
    let limits = Limits {
        states: Some(MOST),
        ..Limits::default()
    };
    let found = Reference
        .explore(&model(world), &limits)
        .expect("the world does not panic");
    found.cut_off.is_none().then_some(found)
}

fn assert_same(one: &Outcome, other: &Outcome, world: &World) {
    assert_eq!(one.states, other.states, "states of {world:?}");
    assert_eq!(
        one.transitions, other.transitions,
        "transitions of {world:?}"
    );
    assert_same_verdicts(one, other, world);
}

fn assert_same_verdicts(one: &Outcome, other: &Outcome, world: &World) {
    assert_eq!(one.depth, other.depth, "depth of {world:?}");
    assert_eq!(one.violations, other.violations, "violations in {world:?}");
    assert_eq!(one.cut_off, other.cut_off, "limit in {world:?}");
}

fn compare(world: &World) {
    let Some(plain) = reference(world) else {
        return;
    };
    assert_same(&fast(world, 1, Reductions::NONE), &plain, world);
    let mut states = Vec::new();
    for (servers, clients) in [(true, false), (false, true), (true, true)] {
        let reduced = fast(world, 1, Reductions { servers, clients });
        assert_same_verdicts(&reduced, &plain, world);
        states.push(reduced.states);
    }
    let fewest = states.iter().min();
    assert!(states.iter().all(|some| *some <= plain.states));
    assert_eq!(
        states.last(),
        fewest,
        "both reductions together: {states:?}"
    );
}

fn packs_and_unpacks(world: &World) {
    let model = model(world);
    let codec = Codec::new(&model);
    let stop = |extent: Extent| (extent.states > MOST).then_some(Limit::States(MOST));
    let space = plain::explore(&model, |event| world.is_fault(*event), stop)
        .expect("the world does not panic");
    let mut node = model.initial();
    let mut bytes = Vec::new();
    for state in (0..space.len()).map(|state| space.state(state)) {
        codec.pack(state, &mut bytes).expect("the state fits");
        assert_eq!(bytes.len(), codec.width());
        codec.unpack(&bytes, &mut node);
        assert_eq!(node, *state);
        assert_eq!(codec.violated(&bytes), state.violated);
    }
}

fn with_clients(fencing: Fencing, clients: usize) -> World {
    let mut world = study_guide(fencing);
    world.clients = ["A", "B", "C", "D"][..clients]
        .iter()
        .map(|name| client(name))
        .collect();
    world
}

/// Every world of the catalogue: the same counts without reductions, the same verdicts and
/// counterexamples with them.
#[test]
fn the_whole_catalogue() {
    for (_, world) in worlds_of_the_catalogue() {
        let plain = Reference
            .explore(&model(&world), &Limits::default())
            .expect("the world does not panic");
        assert_same(&fast(&world, 2, Reductions::NONE), &plain, &world);
        assert_same_verdicts(&fast(&world, 1, Reductions::ALL), &plain, &world);
    }
}

/// A hundred runs with one to four threads, in no particular order.
#[test]
fn a_hundred_runs_with_any_number_of_threads_find_the_same() {
    let world = study_guide(Fencing::Off);
    let first = fast(&world, 1, Reductions::ALL);
    let mut number: u32 = 1;
    for _ in 0..100 {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let threads = 1 + (number >> 30) as usize;
        assert_same(&fast(&world, threads, Reductions::ALL), &first, &world);
    }
}

#[test]
fn the_study_guide_under_every_rule() {
    for fencing in Fencing::ALL {
        packs_and_unpacks(&study_guide(fencing));
        compare(&study_guide(fencing));
    }
}

#[test]
fn the_study_guide_without_expiry_gets_stuck() {
    let mut world = study_guide(Fencing::Off);
    world.lock.expiry = Expiry::Never;
    compare(&world);
    let found = fast(&world, 2, Reductions::ALL);
    assert!(found.violations.contains_key(&Property::StuckLock));
}

#[test]
fn three_clients_are_explored_once_for_each_order() {
    let mut world = with_clients(Fencing::On, 3);
    world.lock.ttl = 3;
    let plain = fast(&world, 1, Reductions::NONE);
    let reduced = fast(&world, 1, Reductions::ALL);
    assert_same_verdicts(&reduced, &plain, &world);
    assert!(
        reduced.states * 5 < plain.states,
        "{} of {}",
        reduced.states,
        plain.states
    );
}

#[test]
fn partial_reach_is_explored_once_for_each_order_of_servers() {
    let mut world = with_clients(Fencing::On, 2);
    world.lock.servers = 3;
    world.lock.reach = Reach::Any;
    world.lock.ttl = 2;
    for client in &mut world.clients {
        client.rounds = Some(1);
        client.attempts = Some(1);
    }
    compare(&world);
    let plain = fast(&world, 1, Reductions::NONE);
    let reduced = fast(&world, 1, Reductions::ALL);
    assert!(
        reduced.states * 5 < plain.states,
        "{} of {}",
        reduced.states,
        plain.states
    );
}

#[test]
fn four_clients_fit_into_ten_bytes() {
    let world = with_clients(Fencing::Reads, 4);
    assert!(Codec::new(&model(&world)).width() <= 10);
}

#[test]
fn every_number_of_threads_finds_the_same() {
    for fencing in [Fencing::Off, Fencing::On, Fencing::Reads] {
        let world = study_guide(fencing);
        for reductions in [Reductions::ALL, Reductions::NONE] {
            let alone = fast(&world, 1, reductions);
            for threads in [2, 3, 4] {
                assert_same(&fast(&world, threads, reductions), &alone, &world);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_worlds(world in any_world()) {
        compare(&world);
    }

    #[test]
    fn arbitrary_symmetric_worlds(world in any_symmetric_world()) {
        compare(&world);
    }

    #[test]
    fn arbitrary_worlds_packed(world in prop_oneof![any_world(), any_symmetric_world()]) {
        packs_and_unpacks(&world);
    }

    #[test]
    fn arbitrary_worlds_with_threads(world in any_symmetric_world(), threads in 2..5_usize) {
        if reference(&world).is_some() {
            for reductions in [Reductions::ALL, Reductions::NONE] {
                let alone = fast(&world, 1, reductions);
                assert_same(&fast(&world, threads, reductions), &alone, &world);
            }
        }
    }
}
