//! Section 6.4: the same schedule with one lock server and with many.

use super::Defect;
use super::lab::{A, B, Experiment};
use super::table::{lease_of, paragraph, table, write_of, yes};
use crate::property::Property;
use crate::schedule::Ran;

/// The numbers of lock servers that are tried: those of the catalogue's `server-counts`.
pub(super) const COUNTS: [u8; 6] = [1, 2, 3, 5, 9, 51];

/// The run of 6.1 with so many lock servers.
pub(super) fn run(servers: u8) -> Result<Ran, Defect> {
    Experiment::guide()?.with("lock.servers", servers).run()
}

pub(super) fn tell() -> Result<String, Defect> {
    let runs = COUNTS.map(run).into_iter().collect::<Result<Vec<_>, _>>()?;
    let outcomes: Vec<_> = runs.iter().map(outcome).collect();
    let row = |(ran, outcome): (&Ran, &Vec<String>)| {
        let mut row = vec![
            ran.world().lock.servers.to_string(),
            ran.world().quorum().to_string(),
        ];
        row.extend(outcome.iter().cloned());
        row
    };
    let titles = [
        "servers",
        "quorum",
        "A's lease",
        "B's lease",
        "B writes",
        "A writes",
        "value",
        "overlap",
        "stale",
    ];
    let rows = runs.iter().zip(&outcomes).map(row).collect();
    let same = outcomes.windows(2).all(|pair| pair[0] == pair[1]);
    let said = if same {
        "Only the quorum changes. A majority protects from servers that fail or disagree, and here \
         none does: every answer was right when it was given, and grew old in a client that was not \
         running."
    } else {
        "The number of servers makes a difference."
    };
    Ok(format!("{}\n{}", table(&titles, rows), paragraph(said)))
}

/// Everything about the run but the number of servers.
fn outcome(ran: &Ran) -> Vec<String> {
    vec![
        lease_of(ran, A),
        lease_of(ran, B),
        write_of(ran, B),
        write_of(ran, A),
        ran.value(),
        yes(!ran.trace.leases_are_disjoint()),
        yes(!ran.violated_at(Property::StaleOverwrite).is_empty()),
    ]
}
