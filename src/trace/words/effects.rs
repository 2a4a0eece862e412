//! The stories of what the resource accepted and refused.

use super::paragraph;
use super::passed;
use super::story::story;
use crate::trace::facts::holders;
use crate::trace::phrase::{self, interval, listed};
use crate::trace::{Trace, describe};
use crate::world::{ClientId, Observation};

pub(super) fn stale_overwrite(trace: &Trace, position: usize) -> Option<String> {
    let writer = trace.steps[position].client()?;
    let grant = trace.grant_of(writer, position)?;
    let (newer_write, newer) = trace
        .accepted_writes()
        .filter(|(write, _)| *write < position)
        .filter(|(write, client)| {
            let other = trace.grant_of(*client, *write);
            *client != writer && other.is_some_and(|other| other.step > grant.step)
        })
        .last()?;
    Some(paragraph(
        [
            story(trace, writer, position),
            story(trace, newer, newer_write + 1),
            write(trace, position, writer, true),
        ]
        .into_iter()
        .chain(disjoint(trace)),
    ))
}

pub(super) fn lost_update(trace: &Trace, position: usize) -> Option<String> {
    let writer = trace.steps[position].client()?;
    let snapshot = snapshot_of(trace, position, writer)?;
    let lost: Vec<_> = trace
        .accepted_writes()
        .filter(|(write, client)| (snapshot..position).contains(write) && *client != writer)
        .collect();
    let began = |client, position| trace.grant_of(client, position).map(|grant| grant.step);
    let mine = began(writer, position);
    let mut stories = vec![(mine, story(trace, writer, position))];
    let mut explained_lost = Vec::new();
    for (write, client) in last_of_each(&lost) {
        let theirs = began(client, write);
        stories.push((theirs, story(trace, client, write + 1)));
        if theirs < mine {
            let name = phrase::name(&trace.world, client);
            let why = passed::why(trace, write, client);
            explained_lost.push(format!("{name}'s write was accepted because {why}."));
        }
    }
    stories.sort_by_key(|(began, _)| *began);
    let stories = stories.into_iter().map(|(_, story)| story);
    let says_why = explained_lost.is_empty();
    let losers: Vec<_> = last_of_each(&lost)
        .into_iter()
        .map(|(_, client)| format!("{}'s", phrase::name(&trace.world, client)))
        .collect();
    let updates = if lost.len() == 1 {
        "update is"
    } else {
        "updates are"
    };
    let gone = format!("{} {updates} lost.", listed(&losers));
    let told = stories
        .chain(explained_lost)
        .chain([write(trace, position, writer, says_why), gone])
        .chain(disjoint(trace));
    Some(paragraph(told))
}

pub(super) fn false_rejection(trace: &Trace, position: usize) -> Option<String> {
    let step = &trace.steps[position];
    let writer = step.client()?;
    let before = trace.before(position);
    let grant = trace.grant_of(writer, position)?;
    let name = phrase::name(&trace.world, writer);
    let token = before.state.client(writer).token;
    let why = describe::write_refusal(&trace.world, before, writer, token);
    let written = trace.show(&trace.written(position, writer));
    let lease = trace
        .leases_of(&grant)
        .first()
        .map(|lease| interval(lease.start, lease.end))?;
    let refused = format!(
        "At tick {} its write of {written} was refused ({why}), although nobody had been granted the \
         lock after {name}, and its lease {lease} was still live.",
        step.tick
    );
    let sentences = [story(trace, writer, position), refused];
    Some(paragraph(
        sentences
            .into_iter()
            .chain(who_raised_bar(trace, position, writer)),
    ))
}

pub(super) fn unlocked_write(trace: &Trace, position: usize) -> Option<String> {
    let writer = trace.steps[position].client()?;
    let state = &trace.before(position).state;
    let holders = holders(&trace.world, state);
    let held = match holders.as_slice() {
        [] => "nobody held the lock".to_string(),
        some if some == [writer] => {
            "the lock service still named it as the holder, though its promise was over".to_string()
        }
        some => format!("the lock was held by {}", phrase::names(&trace.world, some)),
    };
    Some(paragraph([
        story(trace, writer, position),
        write(trace, position, writer, true),
        format!("At that instant {held}."),
    ]))
}

/// "At tick 12 A wrote 'A', computed from '', which replaced 'B': with fencing off ..."
fn write(trace: &Trace, position: usize, writer: ClientId, says_why: bool) -> String {
    let step = &trace.steps[position];
    let name = phrase::name(&trace.world, writer);
    let value = trace.show(&step.value);
    let from = match trace.memory_before(position, writer) {
        Some(memory) => format!("computed from {}", trace.show(memory)),
        None => "without having read anything".to_string(),
    };
    let before = trace.value_before(position);
    let effect = match before {
        before if step.value.starts_with(before) => "",
        before => &format!(", and that replaced {}", trace.show(before)),
    };
    let why = if says_why {
        format!(
            "; it was accepted because {}",
            passed::why(trace, position, writer)
        )
    } else {
        String::new()
    };
    format!(
        "At tick {} {name} wrote {value}, {from}{effect}{why}.",
        step.tick
    )
}

/// Where the writer got the value that it goes on from.
fn snapshot_of(trace: &Trace, position: usize, writer: ClientId) -> Option<usize> {
    trace.steps[..position].iter().rposition(|step| {
        step.seen.iter().any(|seen| {
            matches!(seen, Observation::ReadAccepted(client, _) | Observation::WriteAccepted(client, _)
                if *client == writer)
        })
    })
}

/// The last write of each client.
fn last_of_each(writes: &[(usize, ClientId)]) -> Vec<(usize, ClientId)> {
    let is_last = |place: usize, client: ClientId| {
        writes[place + 1..]
            .iter()
            .all(|(_, later)| *later != client)
    };
    writes
        .iter()
        .enumerate()
        .filter(|(place, (_, client))| is_last(*place, *client))
        .map(|(_, write)| *write)
        .collect()
}

/// That no two leases overlapped, if there were two and it is so.
fn disjoint(trace: &Trace) -> Option<String> {
    (trace.grants().count() > 1 && trace.leases_are_disjoint())
        .then(|| "All the while no two leases of one server overlapped.".to_string())
}

/// Who raised the bar to where it was before this position.
fn who_raised_bar(trace: &Trace, position: usize, writer: ClientId) -> Option<String> {
    if !trace.world.fencing.compares_tokens() {
        return None;
    }
    let bar = |position: usize| trace.before(position).state.resource.bar;
    let at = (0..position).rfind(|step| bar(*step) < bar(*step + 1))?;
    let step = &trace.steps[at];
    let client = step.client()?;
    let what = step.seen.iter().find_map(|seen| match seen {
        Observation::WriteAccepted(..) => Some("write"),
        Observation::ReadAccepted(..) => Some("read"),
        Observation::Sealed(..) => Some("seal"),
        _ => None,
    })?;
    let whose = if client == writer {
        "its own".to_string()
    } else {
        format!("{}'s", phrase::name(&trace.world, client))
    };
    let bar = bar(position);
    Some(format!(
        "The bar had been raised to {bar} by {whose} {what} at tick {}.",
        step.tick
    ))
}
