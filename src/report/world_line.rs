//! A world in one line.

use crate::trace::harmless::printable;
use crate::world::{Adversary, Arrival, Bound, ClientSetup, Expiry, Fencing, Reach, World};

/// Everything about a world that changes verdicts, in one line.
#[must_use]
pub fn world_line(world: &World) -> String {
    let parts = [
        servers(world),
        clients(world),
        format!("fencing {}", world.fencing.name()),
        pauses(world.adversary),
        "instant network".to_string(),
    ];
    let fault = world
        .seeded_fault
        .map(|fault| format!("SEEDED FAULT: {}", fault.name()));
    parts
        .into_iter()
        .chain(fault)
        .collect::<Vec<_>>()
        .join("; ")
}

fn servers(world: &World) -> String {
    let lock = &world.lock;
    let servers = match lock.servers {
        1 => "1 lock server".to_string(),
        servers => format!("{servers} lock servers, quorum {}", world.quorum()),
    };
    let lease = match lock.expiry {
        Expiry::Clock => format!("leases of {}", ticks(lock.ttl)),
        Expiry::Never => "leases that never expire".to_string(),
    };
    let reach = match lock.reach {
        Reach::All => "",
        Reach::Any => ", any of them reached in an attempt",
    };
    format!("{servers}{reach}; {lease}")
}

/// Clients that differ in nothing but their name are named together.
fn clients(world: &World) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for client in &world.clients {
        let does = client_line(client, world.fencing);
        match groups.iter_mut().find(|(other, _)| *other == does) {
            Some((_, names)) => names.push(printable(&client.name)),
            None => groups.push((does, vec![printable(&client.name)])),
        }
    }
    let described = groups
        .into_iter()
        .map(|(does, names)| match names.as_slice() {
            [name] => format!("client {name}: {does}"),
            names => format!("clients {}, each: {does}", names.join(", ")),
        });
    described.collect::<Vec<_>>().join("; ")
}

fn client_line(client: &ClientSetup, fencing: Fencing) -> String {
    let steps: Vec<_> = client.program.iter().map(|step| step.name()).collect();
    let rounds = times(client.rounds, "for ever", "round");
    let attempts = match client.attempts {
        None => String::new(),
        bound => format!(", {}", times(bound, "", "attempt a round")),
    };
    let arrives = match client.arrives {
        Arrival::Any => String::new(),
        Arrival::At(tick) => format!(", arriving at {tick}"),
    };
    let pausable = if client.pausable {
        ""
    } else {
        ", never paused"
    };
    let asks = if fencing == Fencing::Ask {
        " (write in two steps)"
    } else {
        ""
    };
    format!(
        "{}{asks}, {rounds}{attempts}{arrives}{pausable}",
        steps.join(" ")
    )
}

fn times(bound: Bound, unbounded: &str, what: &str) -> String {
    match bound {
        None => unbounded.to_string(),
        Some(1) => format!("1 {what}"),
        Some(most) => {
            let (noun, rest) = what.split_once(' ').unwrap_or((what, ""));
            format!("up to {most} {noun}s {rest}")
                .trim_end()
                .to_string()
        }
    }
}

fn pauses(adversary: Adversary) -> String {
    let pauses = adversary.pauses;
    match (pauses.count, pauses.length) {
        (Some(0), _) => "no pauses".to_string(),
        (None, None) => "pauses of any number and length".to_string(),
        (None, Some(length)) => format!("any number of pauses of up to {}", ticks(length)),
        (Some(1), None) => "1 pause of any length".to_string(),
        (Some(1), Some(length)) => format!("1 pause of up to {}", ticks(length)),
        (Some(count), None) => format!("up to {count} pauses of any length"),
        (Some(count), Some(length)) => format!("up to {count} pauses of up to {}", ticks(length)),
    }
}

fn ticks(ticks: u16) -> String {
    if ticks == 1 {
        "1 tick".to_string()
    } else {
        format!("{ticks} ticks")
    }
}
