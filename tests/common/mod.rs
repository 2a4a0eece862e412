//! Worlds for tests: the study guide's, and arbitrary small ones.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test file uses its own part of this"
)]

use fencepost::property::{Property, PropertySet};
use fencepost::search::{Checked, Engine, Limits, Outcome, Reference};
use fencepost::spec::catalogue;
use fencepost::world::{
    Adversary, Arrival, ClientSetup, Expiry, Fencing, Lock, Pauses, Reach, SeededFault, Step, World,
};
use proptest::prelude::*;

/// Two clients that loop for ever, five servers, leases of ten ticks, any pause (study guide, 4).
pub fn study_guide(fencing: Fencing) -> World {
    World {
        lock: Lock {
            servers: 5,
            ttl: 10,
            expiry: Expiry::Clock,
            reach: Reach::All,
        },
        clients: ["A", "B"].map(client).to_vec(),
        fencing,
        adversary: Adversary {
            pauses: Pauses {
                count: None,
                length: None,
            },
        },
        seeded_fault: None,
    }
}

/// A client with the study guide's program that arrives when it likes and loops for ever.
pub fn client(name: &str) -> ClientSetup {
    ClientSetup {
        name: name.to_string(),
        program: vec![Step::Acquire, Step::Read, Step::Write, Step::Release],
        arrives: Arrival::Any,
        rounds: None,
        attempts: None,
        pausable: true,
    }
}

/// Every world of the catalogue, with its name.
pub fn worlds_of_the_catalogue() -> Vec<(String, World)> {
    let files = catalogue::entries()
        .iter()
        .map(|(name, _)| (name, catalogue::get(name).expect("it is in the catalogue")));
    let worlds: Vec<_> = files
        .flat_map(|(name, file)| {
            let world_of = |variant: &str| file.world(Some(variant), &[]);
            let variants = file.variants.iter();
            let named = variants.map(|variant| {
                let world = world_of(&variant.name).expect("it has no mistake");
                (format!("{name}, {}", variant.name), world)
            });
            named.collect::<Vec<_>>()
        })
        .collect();
    assert!(worlds.len() > 50, "only {} worlds", worlds.len());
    worlds
}

/// Every property that says something about this world.
pub fn asked_of(world: &World) -> PropertySet {
    Property::ALL
        .into_iter()
        .filter(|property| property.vacuous_in(world).is_none())
        .collect()
}

/// Explores the whole space with every property that says something.
pub fn explore(world: &World) -> Outcome {
    let model = Checked::new(world.clone(), asked_of(world));
    Reference
        .explore(&model, &Limits::default())
        .expect("the world does not panic")
}

/// The properties that a search found violated.
pub fn violated(outcome: &Outcome) -> PropertySet {
    outcome.violations.keys().copied().collect()
}

/// Small worlds of every kind: all rules, programs with every step, faults and none.
pub fn any_world() -> impl Strategy<Value = World> {
    let lock = (
        1..=3_u8,
        1..=4_u16,
        any::<bool>(),
        prop::bool::weighted(0.2),
    );
    let clients = prop::collection::vec(any_client(), 1..=2);
    let rule = prop::sample::select(Fencing::ALL.to_vec());
    let pauses = (prop::option::of(0..=2_u16), prop::option::of(1..=4_u16));
    let fault = prop::option::weighted(0.3, prop::sample::select(SeededFault::ALL.to_vec()));
    (lock, clients, rule, pauses, fault).prop_map(
        |(lock, clients, fencing, pauses, seeded_fault)| {
            let (servers, ttl, expires, partial) = lock;
            let expiry = if expires {
                Expiry::Clock
            } else {
                Expiry::Never
            };
            let reach = if partial { Reach::Any } else { Reach::All };
            let (count, length) = pauses;
            let mut world = World {
                lock: Lock {
                    servers,
                    ttl,
                    expiry,
                    reach,
                },
                clients,
                fencing,
                adversary: Adversary {
                    pauses: Pauses { count, length },
                },
                seeded_fault,
            };
            name_clients(&mut world);
            bound_partial_reach(&mut world);
            world
        },
    )
}

/// Worlds in which some clients have equal setups, and attempts may reach any servers.
pub fn any_symmetric_world() -> impl Strategy<Value = World> {
    let partial = prop::bool::weighted(0.4);
    let others = prop::collection::vec(prop::bool::weighted(0.7), 1..=2);
    (any_world(), partial, 2..=3_u8, others).prop_map(|(mut world, partial, servers, twins)| {
        let first = world.clients[0].clone();
        let other = world.clients.pop().unwrap_or_else(|| first.clone());
        let others = twins.iter().map(|twin| if *twin { &first } else { &other });
        world.clients = std::iter::once(&first).chain(others).cloned().collect();
        for client in &mut world.clients {
            client.rounds.get_or_insert(1);
        }
        world.lock.ttl = world.lock.ttl.min(2);
        name_clients(&mut world);
        if partial {
            world.lock.reach = Reach::Any;
            world.lock.servers = servers;
            for client in &mut world.clients {
                client.rounds = Some(1);
                client.attempts = Some(1 + u16::from(servers < 3));
            }
        }
        world
    })
}

fn any_client() -> impl Strategy<Value = ClientSetup> {
    let tail = prop::sample::select(vec![
        vec![Step::Read, Step::Write, Step::Release],
        vec![Step::Read, Step::Write],
        vec![Step::Release],
        vec![Step::Read, Step::Write, Step::Write, Step::Release],
        vec![Step::Read, Step::Check, Step::Write, Step::Release],
        vec![Step::Read, Step::CheckDeadline, Step::Write, Step::Release],
        vec![Step::Seal, Step::Read, Step::Write, Step::Release],
        vec![Step::Release, Step::Read, Step::Write],
    ]);
    let arrives = prop_oneof![Just(Arrival::Any), (0..=3_u16).prop_map(Arrival::At)];
    let rounds = prop::option::of(1..=2_u16);
    (tail, arrives, rounds, any::<bool>()).prop_map(|(tail, arrives, rounds, pausable)| {
        ClientSetup {
            name: String::new(),
            program: std::iter::once(Step::Acquire).chain(tail).collect(),
            arrives,
            rounds,
            attempts: None,
            pausable,
        }
    })
}

fn name_clients(world: &mut World) {
    for (client, name) in world.clients.iter_mut().zip(["A", "B", "C", "D"]) {
        client.name = name.to_string();
    }
}

/// With partial reach the counters drift apart, and the space is finite only if attempts are bounded.
fn bound_partial_reach(world: &mut World) {
    if world.lock.reach == Reach::Any {
        world.lock.servers = world.lock.servers.min(2);
        for client in &mut world.clients {
            client.rounds = Some(1);
            client.attempts = Some(2);
        }
    }
}
