//! What one client did under one grant, as a sentence.

use crate::trace::deed::Deed;
use crate::trace::facts::Grant;
use crate::trace::phrase::{self, interval, listed};
use crate::trace::{LeaseEnd, LeaseInterval, Trace};
use crate::world::{ClientId, Event, Observation};

/// "A acquired the lock at tick 0 (token 1, lease [0, 10)), read '' at tick 1 and was paused from tick
/// 2 to tick 12; its lease expired at tick 10." Tells what the client did before the step at `until`.
pub(super) fn story(trace: &Trace, client: ClientId, until: usize) -> String {
    let grant = trace.grant_of(client, until);
    let begin = begin_of_work(trace, client, grant.as_ref(), until);
    let mut parts = Vec::new();
    match &grant {
        Some(grant) => parts.push(format!("acquired the lock {}", terms(trace, grant))),
        None => parts.push(format!(
            "went on at tick {} although it was denied the lock",
            trace.steps[begin].tick
        )),
    }
    for position in begin + 1..until {
        parts.extend(part(trace, client, position, until));
    }
    let name = phrase::name(&trace.world, client);
    let fate = grant.and_then(|grant| fate(trace, &grant));
    let fate = fate.map_or(String::new(), |fate| format!("; {fate}"));
    format!("{name} {}{fate}.", listed(&parts))
}

/// Where the work began that the client is at: with its grant, or with a denial that it ignored.
fn begin_of_work(trace: &Trace, client: ClientId, grant: Option<&Grant>, until: usize) -> usize {
    let denied = || {
        trace.steps[..until]
            .iter()
            .rposition(|step| step.seen.contains(&Observation::Denied(client)))
    };
    grant
        .map(|grant| grant.step)
        .or_else(denied)
        .unwrap_or(until)
}

/// "at tick 0 (token 1, lease [0, 10))", with the servers if not all of them granted.
pub(super) fn terms(trace: &Trace, grant: &Grant) -> String {
    let leases = trace.leases_of(grant);
    let promised = leases.first().and_then(|lease| lease.promised);
    let lease = interval(grant.tick, promised);
    let servers: Vec<_> = leases.iter().map(|lease| lease.server).collect();
    let on = if servers.len() == usize::from(trace.world.lock.servers) {
        String::new()
    } else {
        format!(" on {}", phrase::servers(&trace.world, &servers))
    };
    format!(
        "at tick {} (token {}, lease {lease}{on})",
        grant.tick, grant.token
    )
}

/// What the client did or suffered in one step.
fn part(trace: &Trace, client: ClientId, position: usize, until: usize) -> Option<String> {
    let step = &trace.steps[position];
    if step.client() != Some(client) {
        return None;
    }
    let tick = step.tick;
    let value = trace.show(&step.value);
    match step.event {
        Event::Pause(_) => Some(paused(trace, client, position, until)),
        Event::Resume(_) | Event::Tick => None,
        Event::Act { .. } => Some(match Deed::of(&step.seen) {
            Deed::Read { accepted: true, .. } => format!("read {value} at tick {tick}"),
            Deed::Read { .. } => format!("was refused a read at tick {tick}"),
            Deed::Write { accepted: true, .. } => format!("wrote {value} at tick {tick}"),
            Deed::Write { .. } => format!("was refused a write at tick {tick}"),
            Deed::Vouched => format!("was vouched for by the lock service at tick {tick}"),
            Deed::Seal { accepted: true, .. } => format!("raised the bar at tick {tick}"),
            Deed::Seal { .. } => format!("could not raise the bar at tick {tick}"),
            Deed::Checked { holds: true } => {
                format!("learned at tick {tick} that it held the lock")
            }
            Deed::Checked { .. } => format!("learned at tick {tick} that it had lost the lock"),
            Deed::LookedAtClock { in_time: true } => {
                format!("saw on its clock at tick {tick} that it was in time")
            }
            Deed::LookedAtClock { .. } => {
                format!("saw on its clock at tick {tick} that it was too late")
            }
            Deed::Released { .. } => format!("released at tick {tick}"),
            Deed::Acquired { .. } | Deed::Denied { .. } => return None,
        }),
    }
}

fn paused(trace: &Trace, client: ClientId, position: usize, until: usize) -> String {
    let from = trace.steps[position].tick;
    let resumed = trace.steps[position..until]
        .iter()
        .find(|step| step.seen.contains(&Observation::Resumed(client)));
    match resumed {
        Some(step) => format!("was paused from tick {from} to tick {}", step.seen_at()),
        None => format!("was paused at tick {from}"),
    }
}

/// What became of the leases of a grant, if they are no longer as they were promised.
fn fate(trace: &Trace, grant: &Grant) -> Option<String> {
    let leases = trace.leases_of(grant);
    let last = *leases.iter().max_by_key(|lease| lease.end.is_none())?;
    let alike = |lease: &&LeaseInterval| lease.ended == last.ended && lease.end == last.end;
    if !leases.iter().all(alike) {
        return None;
    }
    ended(trace, last)
}

/// "its lease expired at tick 10".
fn ended(trace: &Trace, lease: &LeaseInterval) -> Option<String> {
    let over = lease.end.filter(|end| *end <= trace.last_tick());
    match (lease.ended, over) {
        (Some(LeaseEnd::Expired), Some(end)) => Some(format!("its lease expired at tick {end}")),
        (Some(end @ (LeaseEnd::FreedFor(..) | LeaseEnd::GrantedOver(..))), _) => {
            Some(broken(trace, end, "its"))
        }
        (None, Some(end)) => Some(format!(
            "its lease was over at tick {end}, but the lock service did not end it"
        )),
        (Some(LeaseEnd::Released | LeaseEnd::Expired), _) | (None, None) => None,
    }
}

/// What a defective lock service did to a lease, and whose lease it was.
pub(super) fn broken(trace: &Trace, end: LeaseEnd, whose: &str) -> String {
    match end {
        LeaseEnd::FreedFor(client, tick) => format!(
            "the lock service freed {whose} lease at tick {tick} because {} asked for a release",
            phrase::name(&trace.world, client)
        ),
        LeaseEnd::GrantedOver(client, tick) => format!(
            "the lock service granted to {} at tick {tick} although {whose} lease was out",
            phrase::name(&trace.world, client)
        ),
        LeaseEnd::Expired => format!("{whose} lease expired"),
        LeaseEnd::Released => format!("{whose} lease was released"),
    }
}
