//! The study guide's world in code, and what a search of it finds.

use fencepost::property::Property;
use fencepost::search::{Checked, Engine, Limits, Outcome, Reference};
use fencepost::world::{
    Adversary, Arrival, ClientSetup, Expiry, Fencing, Lock, Pauses, Reach, Step, World,
};

/// Every property that can be asked of the world with this fencing rule.
pub(crate) fn explore(fencing: Fencing) -> Outcome {
    Reference
        .explore(&model(fencing), &Limits::default())
        .unwrap()
}

/// Five lock servers, two clients that loop for ever, any pauses.
pub(crate) fn model(fencing: Fencing) -> Checked {
    let world = World {
        lock: Lock {
            servers: 5,
            ttl: 10,
            expiry: Expiry::Clock,
            reach: Reach::All,
        },
        clients: vec![client("A"), client("B")],
        fencing,
        adversary: Adversary {
            pauses: Pauses {
                count: None,
                length: None,
            },
        },
        seeded_fault: None,
    };
    let asked = Property::ALL.into_iter();
    let asked = asked.filter(|property| property.vacuous_in(&world).is_none());
    Checked::new(world.clone(), asked.collect())
}

fn client(name: &str) -> ClientSetup {
    ClientSetup {
        name: name.to_string(),
        program: vec![Step::Acquire, Step::Read, Step::Write, Step::Release],
        arrives: Arrival::Any,
        rounds: None,
        attempts: None,
        pausable: true,
    }
}
