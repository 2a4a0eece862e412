//! Section 9: the seven questions, with answers that are computed.

use super::Defect;
use super::grid::{self, PAUSES, TTLS};
use super::lab::{A, B, Experiment};
use super::search::{Question, verdicts};
use super::table::{table, write_of};
use super::{recheck, servers};
use crate::property::Property;
use crate::report::human::wrapped;
use crate::schedule::Ran;
use crate::trace::Trace;
use crate::world::{Fencing, Observation};

pub(super) fn tell() -> Result<String, Defect> {
    let answers = [
        holder()?,
        half_open()?,
        shorter_lease()?,
        when_a_check_helps()?,
        fenced_value()?,
        perfect_lock()?,
        without_tokens()?,
    ];
    Ok(answers.join("\n"))
}

/// What stands before every line of an answer.
const INDENT: &str = "   ";

fn indented(text: &str) -> String {
    text.lines()
        .map(|line| format!("{INDENT}{line}\n"))
        .collect()
}

/// A question, and what there is to say.
fn answered(question: &str, answer: &str) -> String {
    format!(
        "{}\n{}",
        wrapped(question, "", "   "),
        wrapped(answer, "   ", "   ")
    ) + "\n"
}

fn holder() -> Result<String, Defect> {
    let ran = Experiment::guide()?.run()?;
    let tick = ran.wrote_at(A).map_or(0, |(tick, _)| tick);
    let holders = ran.trace.holders_at(tick);
    let names: Vec<_> = holders
        .iter()
        .map(|client| ran.world().client(*client).name.as_str())
        .collect();
    let who = if names.is_empty() {
        "nobody".to_string()
    } else {
        names.join(", ")
    };
    let contacts = asks_after(&ran, tick);
    Ok(answered(
        "1. Who holds the lock when A's write corrupts the value?",
        &format!(
            "At tick {tick}: {who}. Between its grant and its write A makes {contacts} requests to \
             the lock service, so there is nothing that a better lock service could refuse."
        ),
    ))
}

/// How many requests to the lock service A makes between its grant and its write at this tick.
fn asks_after(ran: &Ran, tick: u64) -> usize {
    let steps = ran.trace.steps.iter();
    let until_write = steps.filter(|step| step.client() == Some(A) && step.tick <= tick);
    let requests = until_write.flat_map(|step| &step.seen).filter(|seen| {
        matches!(
            seen,
            Observation::Asked(A) | Observation::Checked(A, _) | Observation::Released(_, A)
        )
    });
    // The first request is the one that was granted.
    requests.count().saturating_sub(1)
}

fn half_open() -> Result<String, Defect> {
    let mut runs = servers::COUNTS
        .into_iter()
        .map(servers::run)
        .collect::<Result<Vec<_>, _>>()?;
    for ttl in TTLS {
        for pause in PAUSES {
            runs.push(grid::run(ttl, pause, Fencing::Off)?);
        }
    }
    let overlapping = runs.iter().filter(|ran| !ran.trace.leases_are_disjoint());
    let touching = runs.iter().filter(|ran| touches(&ran.trace)).count();
    Ok(answered(
        "2. What exactly does \"no leases overlap\" say, and why half-open intervals?",
        &format!(
            "That no server has promised one instant to two clients, at any time of the run. Of the {} runs \
             of 6.4 and 6.5, {} have leases that overlap. In {touching} of them one lease begins at the very \
             tick at which another ends; counted as closed intervals these would be false alarms.",
            runs.len(),
            overlapping.count(),
        ),
    ))
}

/// Whether some lease begins when another of its server ends.
fn touches(trace: &Trace) -> bool {
    trace.leases.iter().any(|lease| {
        let begins_there = |other: &&crate::trace::LeaseInterval| {
            other.server == lease.server && Some(other.start) == lease.end
        };
        trace.leases.iter().any(|other| begins_there(&other))
    })
}

fn shorter_lease() -> Result<String, Defect> {
    let acquired = |ttl: u16| -> Result<Option<u64>, Defect> {
        let ran = Experiment::guide()?.with("lock.ttl", ttl).run()?;
        Ok(ran.acquired_at(B))
    };
    let comes = grid::b_comes()?;
    let mut last_without_effect = 0;
    for ttl in 1..=u16::try_from(2 * comes).unwrap_or(u16::MAX) {
        if acquired(ttl)? == Some(comes) {
            last_without_effect = ttl;
        }
    }
    let usual = Experiment::guide()?.world()?.lock.ttl;
    Ok(answered(
        "3. Why does a shorter lease change nothing?",
        &format!(
            "B acquires at max({comes}, ttl), and it comes at {comes}. With every lease from 1 to \
             {last_without_effect} ticks that is tick {comes}, so the run goes on as it does with {usual}.",
        ),
    ))
}

fn when_a_check_helps() -> Result<String, Defect> {
    let (from, to) = Experiment::guide()?.pause_of_a()?;
    let mut helps = Vec::new();
    for check in from..=to {
        if recheck::run(check)?
            .violated_at(Property::StaleOverwrite)
            .is_empty()
        {
            helps.push(check);
        }
    }
    let found = verdicts(
        &Question::variant("recheck", "before-the-write"),
        &[Property::StaleOverwrite],
    )?;
    let (first, last) = (
        helps.first().copied().unwrap_or(0),
        helps.last().copied().unwrap_or(0),
    );
    Ok(answered(
        "4. When does it help to ask the lock service again before the write?",
        &format!(
            "In the run of 6.1, if A asks from tick {first} to {last}, when its lease is over already; not if it \
             asks from {from} to {}. In general, if no pause comes between the answer and the write. A cannot \
             arrange that: with the question as its last step before the write, a search finds stale-overwrite {}.",
            first.saturating_sub(1),
            found.join("")
        ),
    ))
}

fn fenced_value() -> Result<String, Defect> {
    let fenced = Experiment::guide()?.with("resource.fencing", "on");
    let once = fenced.clone().run()?;
    let again = fenced.a_rounds(2).run()?;
    Ok(answered(
        "5. Fencing makes the value 'B' and not 'AB'. Is that a defect of the fix?",
        &format!(
            "No. A computed its write from a value that B has replaced, so it may not be applied. With fencing \
             the value ends as {}, and A is told. If A then begins again, it ends as {}: both updates are there.",
            once.value(),
            again.value()
        ),
    ))
}

fn perfect_lock() -> Result<String, Defect> {
    let asked = [
        Property::GrantOverlap,
        Property::DoubleGrant,
        Property::TokenOrder,
        Property::StaleOverwrite,
    ];
    let found = verdicts(&Question::variant("server-counts", "servers-1"), &asked)?;
    let said: Vec<_> = asked
        .iter()
        .zip(&found)
        .map(|(property, verdict)| format!("{} {verdict}", property.name()))
        .collect();
    Ok(answered(
        "6. Does a lock service that never forgets make the failure of 6.1 go away?",
        &format!(
            "No. One server that never fails stands for such a service, and every schedule of it was searched: \
             {}. The lock was never at fault.",
            said.join(", ")
        ),
    ))
}

/// The rules a store can have, and what they come to.
fn without_tokens() -> Result<String, Defect> {
    let asked = [Property::StaleOverwrite, Property::LostUpdate];
    let mut rows = Vec::new();
    for (store, variant, rule) in [
        ("accepts every write", "unfenced", Fencing::Off),
        ("compares write tokens", "fenced", Fencing::On),
        ("and read tokens too", "fenced-reads", Fencing::Reads),
        ("compares versions", "cas", Fencing::Cas),
        ("holds the lock too", "owner", Fencing::Owner),
    ] {
        let ran = Experiment::guide()?
            .with("resource.fencing", rule.name())
            .run()?;
        let mut row = vec![
            store.to_string(),
            rule.name().to_string(),
            write_of(&ran, A),
        ];
        let found = verdicts(&Question::variant("study-guide", variant), &asked)?;
        row.extend(found.into_iter().map(String::from));
        rows.push(row);
    }
    let titles = [
        "the store",
        "fencing",
        "A writes",
        "stale-overwrite",
        "lost-update",
    ];
    let said = "Use what the store has. A conditional write, accepted only if the object is still the one that was \
                read, loses no update and needs no token. Otherwise give each holder an object of its own and let \
                one step at the end choose, or make the work safe to do twice and use the lock only to save effort.";
    Ok(format!(
        "{}\n{}\n{}",
        wrapped("7. And if the store knows no fencing tokens?", "", INDENT),
        indented(&table(&titles, rows)),
        wrapped(said, INDENT, INDENT) + "\n",
    ))
}
