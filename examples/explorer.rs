//! Serves the study guide's world, or with an argument the world with that fencing rule.
//!
//! `cargo run --example explorer -- on 127.0.0.1:3000`

use std::io::Write;
use std::net::SocketAddr;

use fencepost::explore::{self, Listing};
use fencepost::property::Property;
use fencepost::search::{Checked, Engine, Limits, Reference};
use fencepost::world::{
    Adversary, Arrival, ClientSetup, Expiry, Fencing, Lock, Pauses, Reach, Step, World,
};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let fencing = arguments.next().unwrap_or_else(|| "off".to_string());
    let addr = arguments.next();
    let addr: SocketAddr = addr.as_deref().unwrap_or("127.0.0.1:0").parse()?;
    let fencing = Fencing::ALL.into_iter().find(|rule| rule.name() == fencing);
    let model = model(fencing.ok_or("no such fencing rule")?);
    let outcome = Reference
        .explore(&model, &Limits::default())
        .map_err(|failure| failure.message)?;
    let listing = Listing::new(line(&model.world), &model.world, &outcome, explain);
    let ready = |addr| announce(&listing, addr).unwrap_or_default();
    Ok(explore::serve(model, &listing, addr, ready)?)
}

fn model(fencing: Fencing) -> Checked {
    let client = |name: &str| ClientSetup {
        name: name.to_string(),
        program: vec![Step::Acquire, Step::Read, Step::Write, Step::Release],
        arrives: Arrival::Any,
        rounds: None,
        attempts: None,
        pausable: true,
    };
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

fn line(world: &World) -> String {
    format!(
        "{} lock servers, ttl {}, {} clients, fencing {}",
        world.lock.servers,
        world.lock.ttl,
        world.clients.len(),
        world.fencing.name()
    )
}

fn explain(property: Property, found: &fencepost::search::Counterexample) -> String {
    format!(
        "After {} steps {}.",
        found.events.len(),
        property.violation()
    )
}

fn announce(listing: &Listing, addr: SocketAddr) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", explore::start(addr))?;
    for finding in &listing.findings {
        if let Some(found) = finding.verdict.counterexample() {
            let name = finding.property.name();
            writeln!(out, "{name} {}", explore::address(addr, found))?;
        }
    }
    out.flush()
}
