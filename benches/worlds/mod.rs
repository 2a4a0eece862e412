//! The worlds that are measured.

#![allow(unreachable_pub, reason = "each benchmark is a program of its own")]

#[path = "../../tests/common/mod.rs"]
mod common;

use common::client;
use fencepost::property::{Property, PropertySet};
use fencepost::search::Checked;
use fencepost::world::{Fencing, Reach, World};

/// All of them, by name.
pub fn all() -> Vec<(&'static str, World)> {
    vec![
        ("study guide, reads, 2 clients", study_guide(2)),
        ("study guide, reads, 3 clients", study_guide(3)),
        ("study guide, reads, 4 clients", study_guide(4)),
        ("partial reach, 3 servers", partial_reach(3)),
        ("partial reach, 5 servers", partial_reach(5)),
    ]
}

/// A world with those properties that hold in it, so that no engine has to look for counterexamples.
pub fn model(world: World) -> Checked {
    let unsafe_ones = [Property::UnlockedWrite, Property::StuckLock];
    let partial = world.lock.reach == Reach::Any;
    let asked: PropertySet = Property::ALL
        .into_iter()
        .filter(|property| !unsafe_ones.contains(property))
        .filter(|property| !partial || *property == Property::GrantOverlap)
        .collect();
    Checked::new(world, asked)
}

fn study_guide(clients: usize) -> World {
    let names = ["A", "B", "C", "D"].into_iter().take(clients);
    World {
        clients: names.map(client).collect(),
        ..common::study_guide(Fencing::Reads)
    }
}

/// Two clients, one round each, every subset of the servers in each attempt.
fn partial_reach(servers: u8) -> World {
    let mut world = study_guide(2);
    world.lock.servers = servers;
    world.lock.reach = Reach::Any;
    for client in &mut world.clients {
        client.rounds = Some(1);
        client.attempts = Some(if servers == 3 { 2 } else { 1 });
    }
    world
}
