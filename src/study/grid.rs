//! The lengths of A's pause against the lengths of a lease: written runs, a closed form, and a search.

use super::Defect;
use super::lab::{B, Experiment};
use super::search::{Question, explore};
use crate::property::Property;
use crate::schedule::Ran;
use crate::world::Fencing;

/// The lengths of a lease in the guide's grid, in ticks.
pub const TTLS: [u16; 10] = [1, 3, 5, 10, 13, 15, 17, 25, 40, 1000];

/// The lengths of A's pause in the guide's grid, in ticks.
pub const PAUSES: [u16; 14] = [2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41];

/// What becomes of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is lost.
    Clean,
    /// An update is lost, although no write lands on that of a newer grant. The guide calls it clean.
    LostUpdate,
    /// A write lands on that of a newer grant. The guide calls it corrupt.
    StaleOverwrite,
}

/// One cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The length of a lease, in ticks.
    pub ttl: u16,
    /// The length of A's pause, in ticks; where all schedules are searched, the longest.
    pub pause: u16,
    /// What becomes of the value.
    pub outcome: Outcome,
}

/// The guide's run with this lease and this pause, A first within a tick.
///
/// # Errors
/// If the built-in schedule does not work.
pub fn run(ttl: u16, pause: u16, fencing: Fencing) -> Result<Ran, Defect> {
    let guide = Experiment::guide()?;
    let (from, _) = guide.pause_of_a()?;
    guide
        .with("lock.ttl", ttl)
        .with("resource.fencing", fencing.name())
        .a_paused(&[(from, Some(from + u64::from(pause)))])
        .run()
}

/// The guide's grid: one written run for each cell, row by row.
///
/// # Errors
/// As [`run`].
pub fn written(fencing: Fencing) -> Result<Vec<Cell>, Defect> {
    cells(|ttl, pause| {
        let ran = run(ttl, pause, fencing)?;
        let violated = |property| ran.violations().contains(property);
        Ok(outcome(violated))
    })
}

/// The same grid with every schedule searched: A is paused once, anywhere and for at most so long, and
/// within a tick either client can be first. B comes when it comes in the guide and is never paused.
///
/// # Errors
/// If the built-in model does not work.
pub fn searched(fencing: Fencing) -> Result<Vec<Cell>, Defect> {
    cells(|ttl, pause| search(ttl, pause, fencing))
}

/// One cell of [`searched`].
///
/// # Errors
/// If the built-in model does not work.
pub fn search(ttl: u16, pause: u16, fencing: Fencing) -> Result<Outcome, Defect> {
    let asked = [Property::StaleOverwrite, Property::LostUpdate];
    let found = explore(&question(ttl, pause, fencing), &asked)?;
    Ok(outcome(|property| found.violations.contains_key(&property)))
}

/// The world of one cell of [`searched`].
pub(super) fn question(ttl: u16, pause: u16, fencing: Fencing) -> Question {
    Question::variant("idle-competitor", "competitor-comes")
        .with("lock.ttl", ttl)
        .with("resource.fencing", fencing.name())
        .with("adversary.pauses.length", pause)
        .with("client.B.pausable", false)
}

/// The tick in which B comes.
///
/// # Errors
/// If the built-in schedule does not work.
pub fn b_comes() -> Result<u64, Defect> {
    let asked = Experiment::guide()?.run()?.asked_at(B);
    asked.ok_or_else(|| Defect::new("B does not come"))
}

/// The guide's inequality for its grid (section 6.5): the pause outlasts both the lease and the time
/// until B comes.
#[must_use]
pub fn is_corrupt(ttl: u16, pause: u16, b_comes: u64) -> bool {
    u64::from(pause) > b_comes.max(u64::from(ttl))
}

/// Whether some schedule has a stale write: as [`is_corrupt`], and the boundary belongs to it, because
/// B can be first within the tick.
#[must_use]
pub fn can_be_stale(ttl: u16, pause: u16, b_comes: u64) -> bool {
    u64::from(pause) >= b_comes.max(u64::from(ttl))
}

/// Whether some schedule loses an update: A's write need not come after B's, only after B's read, which
/// is one tick earlier.
#[must_use]
pub fn can_lose_update(ttl: u16, pause: u16, b_comes: u64) -> bool {
    u64::from(pause) + 1 >= b_comes.max(u64::from(ttl))
}

fn outcome(violated: impl Fn(Property) -> bool) -> Outcome {
    if violated(Property::StaleOverwrite) {
        Outcome::StaleOverwrite
    } else if violated(Property::LostUpdate) {
        Outcome::LostUpdate
    } else {
        Outcome::Clean
    }
}

fn cells(outcome: impl Fn(u16, u16) -> Result<Outcome, Defect>) -> Result<Vec<Cell>, Defect> {
    let all = TTLS
        .into_iter()
        .flat_map(|ttl| PAUSES.into_iter().map(move |pause| (ttl, pause)));
    all.map(|(ttl, pause)| {
        let outcome = outcome(ttl, pause)?;
        Ok(Cell {
            ttl,
            pause,
            outcome,
        })
    })
    .collect()
}

/// How many cells have this outcome.
#[must_use]
pub fn count(cells: &[Cell], outcome: Outcome) -> usize {
    cells.iter().filter(|cell| cell.outcome == outcome).count()
}
