//! The story of a lock that nobody is ever granted again.

use super::paragraph;
use super::story::{story, terms};
use crate::trace::Trace;
use crate::trace::facts::holders;
use crate::trace::phrase;
use crate::world::{ClientId, Event, Observation, Stage};

pub(super) fn stuck_lock(trace: &Trace) -> String {
    let Some(from) = trace.loop_from.filter(|from| *from < trace.steps.len()) else {
        return "This trace is finite, so it does not show a stuck lock.".to_string();
    };
    let state = &trace.before(from).state;
    let holders = holders(&trace.world, state);
    let mut told = Vec::new();
    if holders.is_empty() {
        told.push("No client holds a majority of the lock servers.".to_string());
    }
    for holder in &holders {
        told.extend(holding(trace, *holder, from));
        told.push(never_ends(trace, *holder, from));
    }
    told.push(askers(trace, from));
    paragraph(told)
}

/// What the holder did under its grant, or only how it came by it if its round is over.
fn holding(trace: &Trace, holder: ClientId, from: usize) -> Option<String> {
    // What the loop brings has no part in the story of the way in.
    let trace = &trace.until(from.checked_sub(1)?);
    if trace.grant_of(holder, from).is_some() {
        return Some(story(trace, holder, from));
    }
    let grant = trace
        .grants()
        .filter(|grant| grant.client == holder && grant.step < from)
        .last()?;
    let name = phrase::name(&trace.world, holder);
    Some(format!(
        "{name} acquired the lock {}.",
        terms(trace, &grant)
    ))
}

/// Why the lease does not end.
fn never_ends(trace: &Trace, holder: ClientId, from: usize) -> String {
    let name = phrase::name(&trace.world, holder);
    let ends = trace.steps[from..]
        .iter()
        .flat_map(|step| &step.seen)
        .any(|seen| {
            matches!(seen, Observation::Expired(_, client) | Observation::Released(_, client)
            if *client == holder)
        });
    if ends {
        return format!("The lease of {name} ends in the part that repeats.");
    }
    let lease = trace
        .leases
        .iter()
        .rfind(|lease| lease.client == holder && lease.ended.is_none());
    let promised = lease.and_then(|lease| lease.promised);
    let why = match promised {
        Some(end) => {
            format!("The lease was to end at tick {end}, but the lock service does not end it")
        }
        None => format!("The lease does not end by itself: only a release by {name} would end it"),
    };
    format!("{why}, and {}.", no_release(trace, holder, from, &name))
}

/// Why the holder does not release.
fn no_release(trace: &Trace, holder: ClientId, from: usize, name: &str) -> String {
    let acts = trace.steps[from..]
        .iter()
        .any(|step| matches!(step.event, Event::Act { client, .. } if client == holder));
    let client = trace.before(from).state.client(holder);
    match client.stage {
        _ if acts => format!("{name} goes on without releasing it"),
        _ if client.pause.is_some() => format!("{name} stays paused for ever"),
        Stage::Done => format!("{name} has finished without releasing it"),
        Stage::Away(_) => format!("{name} ended its round without releasing it"),
        Stage::At(_) => format!("{name} never gets that far"),
    }
}

/// Who asks for ever.
fn askers(trace: &Trace, from: usize) -> String {
    let asks = |client: &ClientId| {
        trace.steps[from..]
            .iter()
            .any(|step| step.seen.contains(&Observation::Asked(*client)))
    };
    let askers: Vec<_> = trace.world.client_ids().filter(asks).collect();
    if askers.is_empty() {
        return "Nobody asks for it in the part that repeats.".to_string();
    }
    let (ask, are, they) = match askers.len() {
        1 => ("asks", "is", "it"),
        _ => ("ask", "are", "they"),
    };
    format!(
        "From tick {} on {} {ask} again and again and {are} denied each time {they} {ask}, for ever.",
        trace.steps[from].tick,
        phrase::names(&trace.world, &askers)
    )
}
