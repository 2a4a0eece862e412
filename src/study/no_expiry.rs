//! Section 5.1: with the clause that ends a lease, and without.

use super::Defect;
use super::lab::{A, B, Experiment};
use super::search::{Question, verdicts};
use super::table::{NONE, or_none, paragraph, table, yes};
use crate::property::Property;
use crate::schedule::Ran;

/// Where a run is cut off in which somebody asks for ever.
const CUT: u64 = 100;

/// The run of 6.1 with leases that expire or never do, and with A coming back or not.
fn run(expires: bool, a_returns: bool) -> Result<Ran, Defect> {
    let guide = Experiment::guide()?;
    let (from, to) = guide.pause_of_a()?;
    let expiry = if expires { "clock" } else { "never" };
    guide
        .with("lock.expiry", expiry)
        .a_paused(&[(from, a_returns.then_some(to))])
        .until(CUT)
        .run()
}

pub(super) fn tell() -> Result<String, Defect> {
    let mut rows = Vec::new();
    for (expires, returns) in [(true, true), (true, false), (false, true), (false, false)] {
        rows.push(row(&run(expires, returns)?, expires, returns));
    }
    let titles = [
        "leases",
        "A comes back",
        "B acquires",
        "B is denied",
        "value",
        "stale overwrite",
    ];
    let stuck = run(false, false)?;
    let denied = stuck.denials(B);
    let said = format!(
        "Without expiry the value is safe: B waits until A gives the lock back. But if A does not come \
         back, B is denied in each of the {denied} ticks until the run is cut off at {CUT}, and would be \
         for ever. The clause that lets B go on is the clause that lets A's write come too late. A search \
         of every schedule, with clients that come and stop when they like:",
    );
    Ok(format!(
        "{}\n{}\n{}",
        table(&titles, rows),
        paragraph(&said),
        searched()?
    ))
}

fn row(ran: &Ran, expires: bool, returns: bool) -> Vec<String> {
    let leases = if expires { "expire" } else { "never expire" };
    let back = ran.wrote_at(A).map(|(tick, _)| tick).filter(|_| returns);
    vec![
        leases.to_string(),
        back.map_or("never".to_string(), |tick| format!("at {tick}")),
        or_none(ran.acquired_at(B)),
        times(ran.denials(B)),
        ran.value(),
        yes(!ran.violated_at(Property::StaleOverwrite).is_empty()),
    ]
}

fn times(count: usize) -> String {
    match count {
        0 => NONE.to_string(),
        1 => "once".to_string(),
        count => format!("{count} times"),
    }
}

/// What every schedule of the two worlds says.
fn searched() -> Result<String, Defect> {
    let asked = [
        Property::StaleOverwrite,
        Property::LostUpdate,
        Property::StuckLock,
    ];
    let mut rows = Vec::new();
    for (leases, variant) in [("expire", "lease"), ("never expire", "unfenced")] {
        let question = Question::variant("no-expiry", variant);
        let mut row = vec![leases.to_string()];
        row.extend(verdicts(&question, &asked)?.into_iter().map(String::from));
        rows.push(row);
    }
    let titles = ["leases", "stale-overwrite", "lost-update", "stuck-lock"];
    Ok(table(&titles, rows))
}
