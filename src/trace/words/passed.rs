//! Why a write passed.

use crate::trace::Trace;
use crate::trace::phrase;
use crate::world::{ClientId, Fencing, Observation, Token};

/// Why the write in the step at this position was accepted, as a clause.
pub(super) fn why(trace: &Trace, position: usize, writer: ClientId) -> String {
    match trace.world.fencing {
        Fencing::Off => "with fencing off the resource accepts every write".to_string(),
        Fencing::On | Fencing::Reads | Fencing::Strict => by_token(trace, position, writer),
        Fencing::Cas => "the value had not changed since it was read".to_string(),
        Fencing::Owner => format!(
            "{} held the lock at that instant",
            phrase::name(&trace.world, writer)
        ),
        Fencing::Ask => vouched(trace, position, writer),
    }
}

fn by_token(trace: &Trace, position: usize, writer: ClientId) -> String {
    let before = &trace.before(position).state;
    let bar = before.resource.bar;
    let Some(token) = before.client(writer).token else {
        return format!("the bar was at {bar}");
    };
    let comparison = if trace.world.fencing == Fencing::Strict {
        "above"
    } else {
        "not below"
    };
    let passed = format!("its token {token} was {comparison} the bar");
    let applied = highest_applied(trace, position).filter(|applied| *applied > bar);
    if let Some(applied) = applied {
        return format!("{passed}, which was at {bar} and should have been at {applied}");
    }
    match newer_without_write(trace, position, writer) {
        Some((newer, higher)) if higher > token => format!(
            "{passed}, which was still at {bar}: {} (token {higher}) had not written yet",
            phrase::name(&trace.world, newer)
        ),
        _ => format!("{passed}, which was at {bar}"),
    }
}

/// The highest token of the writes that were applied before this position.
fn highest_applied(trace: &Trace, position: usize) -> Option<Token> {
    let applied = trace.steps[..position].iter().flat_map(|step| &step.seen);
    applied
        .filter_map(|seen| match seen {
            Observation::WriteAccepted(_, token) => *token,
            _ => None,
        })
        .max()
}

/// The client of the newest grant, if it is newer than the writer's and nothing has been written under
/// it yet.
fn newer_without_write(
    trace: &Trace,
    position: usize,
    writer: ClientId,
) -> Option<(ClientId, Token)> {
    let newest = trace
        .grants()
        .take_while(|grant| grant.step < position)
        .last()
        .filter(|grant| grant.client != writer)?;
    let has_written = trace
        .accepted_writes()
        .any(|(write, client)| client == newest.client && (newest.step..position).contains(&write));
    (!has_written).then_some((newest.client, newest.token))
}

fn vouched(trace: &Trace, position: usize, writer: ClientId) -> String {
    let asked = trace.steps[..position]
        .iter()
        .rfind(|step| step.seen.contains(&Observation::Vouched(writer)));
    match asked {
        Some(step) => format!("the lock service had vouched for it at tick {}", step.tick),
        None => "the lock service had vouched for it".to_string(),
    }
}
