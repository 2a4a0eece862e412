//! Section 6.2: why every number of the run has to be what it is.

use super::Defect;
use super::lab::{A, B, Experiment};
use super::table::{lease_of, paragraph, table};
use crate::schedule::Ran;
use crate::trace::{Trace, describe_event};
use crate::world::{ClientId, Event};

pub(super) fn tell() -> Result<String, Defect> {
    let ran = Experiment::guide()?.run()?;
    let ticks = table(
        &["tick", "what happens", "the lock is held by"],
        by_tick(&ran),
    );
    let sums = table(&["what", "how", "so"], sums(&ran)?);
    let said = format!(
        "At the tick in which A's write lands, the lock is held by {}. No rival corrupts the value, \
         but a client that the lock service would have turned away, had anybody asked.",
        holder(&ran, written(&ran, A)?)
    );
    Ok(format!("{ticks}\n{sums}\n{}", paragraph(&said)))
}

/// The ticks in which somebody takes a step, and those at the end of A's lease.
fn by_tick(ran: &Ran) -> Vec<Vec<String>> {
    let end = ran.lease(A).and_then(|lease| lease.end);
    let is_told = |tick: u64| Some(tick) == end || Some(tick + 1) == end;
    (0..=ran.trace.last_tick())
        .filter(|tick| is_told(*tick) || !deeds(&ran.trace, *tick).is_empty())
        .map(|tick| {
            let mut deeds = deeds(&ran.trace, tick);
            if deeds.is_empty() {
                deeds.push("the last tick of A's lease".to_string());
            }
            let deeds = deeds.join("; ");
            vec![tick.to_string(), deeds, holder(ran, tick)]
        })
        .collect()
}

/// The steps of clients in this tick, and the leases that end at its beginning, as sentences.
fn deeds(trace: &Trace, tick: u64) -> Vec<String> {
    let told = trace
        .steps
        .iter()
        .enumerate()
        .filter_map(|(position, step)| {
            let deed = || describe_event(&trace.world, trace.before(position), step.event);
            match step.event {
                Event::Act { .. } if step.tick == tick => Some(deed()),
                // "a tick passes; A's lease expires"
                Event::Tick if step.seen_at() == tick => {
                    deed().split_once("; ").map(|(_, rest)| rest.to_string())
                }
                _ => None,
            }
        });
    told.collect()
}

fn holder(ran: &Ran, tick: u64) -> String {
    let holders = ran.trace.holders_at(tick);
    let names = holders
        .iter()
        .map(|client| ran.world().client(*client).name.clone());
    match names.collect::<Vec<_>>() {
        names if names.is_empty() => "nobody".to_string(),
        names => names.join(", "),
    }
}

fn written(ran: &Ran, client: ClientId) -> Result<u64, Defect> {
    let write = ran.wrote_at(client);
    write
        .map(|(tick, _)| tick)
        .ok_or_else(|| Defect::new("a write is missing"))
}

/// The sums that lead from the numbers of the model to those of the run.
fn sums(ran: &Ran) -> Result<Vec<Vec<String>>, Defect> {
    let none = || Defect::new("a lease is missing");
    let (a, b) = (
        ran.lease(A).ok_or_else(none)?,
        ran.lease(B).ok_or_else(none)?,
    );
    let a_end = a.end.ok_or_else(none)?;
    let promised = b.promised.ok_or_else(none)?;
    let ttl = ran.world().lock.ttl;
    let servers = ran.world().lock.servers;
    let (a_writes, b_writes) = (written(ran, A)?, written(ran, B)?);
    let token = |client| ran.token(client).map_or(0, |token| token);
    let row = |what: &str, how: String, so: String| vec![what.to_string(), how, so];
    Ok(vec![
        row(
            "A's lease",
            format!("{} + {ttl}", a.start),
            lease_of(ran, A),
        ),
        row(
            "a majority",
            format!("{servers} / 2, rounded down, + 1"),
            format!("{} of {servers}", ran.world().quorum()),
        ),
        row(
            "B's lease as promised",
            format!("{} + {ttl}", b.start),
            format!("[{}, {promised})", b.start),
        ),
        row(
            "B's lease after its release",
            "cut off there".to_string(),
            lease_of(ran, B),
        ),
        row(
            "ticks between the leases",
            format!("{} - {a_end}", b.start),
            (b.start - a_end).to_string(),
        ),
        row(
            "ticks from its end to A's write",
            format!("{a_writes} - {a_end}"),
            (a_writes - a_end).to_string(),
        ),
        row(
            "tokens in the order of the writes",
            format!("B at {b_writes}, then A at {a_writes}"),
            format!("{}, then {}", token(B), token(A)),
        ),
    ])
}
