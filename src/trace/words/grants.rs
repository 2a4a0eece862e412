//! The stories of what the lock service granted.

use super::paragraph;
use super::story::{broken, terms};
use crate::trace::facts::Grant;
use crate::trace::phrase::{self, capital, interval};
use crate::trace::{LeaseEnd, LeaseInterval, Trace};
use crate::world::{ClientId, Observation, ServerId};

pub(super) fn overlap(trace: &Trace, position: usize) -> Option<String> {
    let granted = granted_in(trace, position);
    let (earlier, later) = granted.iter().find_map(|later| {
        let earlier = trace
            .leases
            .iter()
            .take_while(|lease| lease != later)
            .find(|lease| lease.overlaps(later))?;
        Some((earlier, *later))
    })?;
    let alike: Vec<_> = granted
        .iter()
        .filter(|other| {
            let mut twins = trace.leases.iter().filter(|lease| {
                lease.server == other.server
                    && (lease.client, lease.start, lease.end)
                        == (earlier.client, earlier.start, earlier.end)
            });
            (other.client, other.start, other.end) == (later.client, later.start, later.end)
                && twins.any(|twin| twin.overlaps(other))
        })
        .map(|lease| lease.server)
        .collect();
    let name = |client| phrase::name(&trace.world, client);
    let (first, second) = (name(earlier.client), name(later.client));
    let which = capital(&phrase::servers(&trace.world, &alike));
    let promised = format!(
        "{which} promised the lock to {first} for {} (token {}) and to {second} for {} (token {}).",
        interval(earlier.start, earlier.end),
        earlier.token,
        interval(later.start, later.end),
        later.token
    );
    let end = shared_end(earlier, later);
    let shared = match end {
        Some(end) if end <= later.start => {
            format!(
                "The second was granted at tick {}, inside the first.",
                later.start
            )
        }
        Some(end) => format!("Both cover {}.", interval(later.start, Some(end))),
        None => format!("Both cover every tick from {} on.", later.start),
    };
    let how = earlier
        .ended
        .map(|end| capital(&broken(trace, end, &format!("{first}'s"))) + ".");
    Some(paragraph([promised, shared].into_iter().chain(how)))
}

/// Where the stretch ends that both leases cover.
fn shared_end(one: &LeaseInterval, other: &LeaseInterval) -> Option<u64> {
    match (one.end, other.end) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

fn granted_in(trace: &Trace, position: usize) -> Vec<&LeaseInterval> {
    // The trace ends with this step, so its leases are the last ones.
    let count = trace.steps[position]
        .seen
        .iter()
        .filter(|seen| matches!(seen, Observation::Granted { .. }))
        .count();
    let first = trace.leases.len() - count;
    trace.leases[first..].iter().collect()
}

pub(super) fn double(trace: &Trace, position: usize) -> Option<String> {
    let newcomer = trace.steps[position].client()?;
    let tick = trace.steps[position].tick;
    let new = trace.grant_of(newcomer, position)?;
    let rival = trace
        .world
        .client_ids()
        .filter(|client| *client != newcomer)
        .find(|client| live(trace, *client, tick).len() >= usize::from(trace.world.quorum()))?;
    let theirs = live(trace, rival, tick);
    let first = theirs.first()?;
    let name = |client| phrase::name(&trace.world, client);
    let servers: Vec<_> = theirs.iter().map(|lease| lease.server).collect();
    let double = format!(
        "{} acquired the lock {} while the lease {} of {} on {} was live.",
        name(newcomer),
        terms(trace, &new),
        interval(first.start, first.end),
        name(rival),
        phrase::servers(&trace.world, &servers)
    );
    let ended = theirs.iter().find_map(|lease| lease.ended);
    let how = match ended {
        Some(end @ (LeaseEnd::FreedFor(..) | LeaseEnd::GrantedOver(..))) => {
            let whose = format!("{}'s", name(rival));
            Some(capital(&broken(trace, end, &whose)) + ".")
        }
        _ => no_shared_server(trace, &new, &servers),
    };
    Some(paragraph([double].into_iter().chain(how)))
}

fn no_shared_server(trace: &Trace, new: &Grant, others: &[ServerId]) -> Option<String> {
    let shares = trace
        .leases_of(new)
        .iter()
        .any(|lease| others.contains(&lease.server));
    (!shares).then(|| {
        format!(
            "The two have no server in common, and {} enough to hold the lock.",
            match trace.world.quorum() {
                1 => "one server was".to_string(),
                quorum => format!("{quorum} servers were"),
            }
        )
    })
}

/// The leases of a client that cover this tick, one for each server.
fn live(trace: &Trace, client: ClientId, tick: u64) -> Vec<&LeaseInterval> {
    let mut live: Vec<&LeaseInterval> = Vec::new();
    for lease in &trace.leases {
        let is_new = live.iter().all(|other| other.server != lease.server);
        if lease.client == client && lease.covers(tick) && is_new {
            live.push(lease);
        }
    }
    live
}

pub(super) fn token_order(trace: &Trace, position: usize) -> Option<String> {
    let client = trace.steps[position].client()?;
    let new = trace.grant_of(client, position)?;
    let old = trace
        .grants()
        .filter(|grant| grant.step < position)
        .max_by_key(|grant| grant.token)
        .filter(|grant| grant.token >= new.token);
    let name = |client| phrase::name(&trace.world, client);
    let acquired = format!("{} acquired the lock {}", name(client), terms(trace, &new));
    let Some(old) = old else {
        return Some(format!(
            "{acquired}, and a token has to be higher than {} even for the first grant.",
            new.token
        ));
    };
    let who = if old.client == client {
        "it had acquired it itself".to_string()
    } else {
        format!("{} had acquired it", name(old.client))
    };
    let compared = if old.token == new.token {
        "the same token"
    } else {
        "a higher token"
    };
    let order = format!(
        "{acquired}, although {who} under {compared} before: {}.",
        terms(trace, &old)
    );
    Some(paragraph(
        [order].into_iter().chain(drift(trace, &old, &new)),
    ))
}

/// That the older token came from servers that did not take part in the newer grant.
fn drift(trace: &Trace, old: &Grant, new: &Grant) -> Option<String> {
    let newer: Vec<_> = trace
        .leases_of(new)
        .iter()
        .map(|lease| lease.server)
        .collect();
    let source: Vec<_> = trace
        .leases_of(old)
        .iter()
        .filter(|lease| lease.token == old.token)
        .map(|lease| lease.server)
        .collect();
    let takes_part = source.iter().any(|server| newer.contains(server));
    (!takes_part && !source.is_empty()).then(|| {
        let source = phrase::servers(&trace.world, &source);
        let newer = phrase::servers(&trace.world, &newer);
        format!(
            "Every server counts its own grants: token {} was the count of {source}, and the newer \
             grant came from {newer}.",
            old.token
        )
    })
}
