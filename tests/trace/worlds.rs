//! Small worlds, and the paths that a search finds in them.

use fencepost::property::Property;
use fencepost::search::{Checked, Counterexample, Engine, Limits, Reference};
use fencepost::trace::Trace;
use fencepost::world::{Event, Expiry, Fencing, Reach, SeededFault, Step, World};

use crate::common::{asked_of, client};

pub(crate) use crate::common::study_guide;

/// The world with so many clients, named A, B, C and so on.
pub(crate) fn with_clients(mut world: World, clients: u8) -> World {
    let names = (b'A'..).take(usize::from(clients));
    world.clients = names
        .map(|letter| client(&char::from(letter).to_string()))
        .collect();
    world
}

/// The world with every client running this program.
pub(crate) fn with_program(mut world: World, program: &[Step]) -> World {
    for client in &mut world.clients {
        client.program = program.to_vec();
    }
    world
}

/// The world with this deliberate defect.
pub(crate) fn with_fault(mut world: World, fault: SeededFault) -> World {
    world.seeded_fault = Some(fault);
    world
}

/// The world in which one granting server is enough, and an attempt may reach any of three.
pub(crate) fn quorum_of_one() -> World {
    let mut world = with_fault(counters_that_drift(Fencing::On), SeededFault::QuorumOfOne);
    for client in &mut world.clients {
        client.attempts = Some(1);
    }
    world
}

/// Three servers, any of which an attempt may fail to reach; one round of two attempts each.
pub(crate) fn counters_that_drift(fencing: Fencing) -> World {
    let mut world = study_guide(fencing);
    world.lock.servers = 3;
    world.lock.ttl = 3;
    world.lock.reach = Reach::Any;
    for client in &mut world.clients {
        client.rounds = Some(1);
        client.attempts = Some(2);
    }
    world
}

/// The study guide's world in which leases do not end by themselves.
pub(crate) fn without_expiry() -> World {
    let mut world = study_guide(Fencing::Off);
    world.lock.expiry = Expiry::Never;
    world
}

/// All properties that say something about the world, asked of it.
pub(crate) fn checked(world: World) -> Checked {
    let asked = asked_of(&world);
    Checked::new(world, asked)
}

/// The cheapest path that violates the property.
pub(crate) fn counterexample(world: &World, property: Property) -> Option<Counterexample> {
    let model = Checked::new(world.clone(), [property].into_iter().collect());
    let mut outcome = Reference
        .explore(&model, &Limits::default())
        .expect("the world does not panic");
    outcome.violations.remove(&property)
}

/// The cheapest path that violates the property, replayed.
pub(crate) fn violation(world: World, property: Property) -> Trace {
    let found = counterexample(&world, property).expect("the world violates the property");
    Trace::replay(&checked(world), &found.events, found.loop_from)
}

/// The path on which these numbers choose among the events of every state.
pub(crate) fn walk(world: &World, choices: &[u8]) -> Vec<Event> {
    let mut state = world.initial();
    let mut events = Vec::new();
    for choice in choices {
        let possible = world.events(&state);
        let event = possible[usize::from(*choice) % possible.len()];
        state = world.apply(&state, event, &mut Vec::new());
        events.push(event);
    }
    events
}
