//! Section 6.6: where the effect vanishes, and why that is no comfort.

use super::Defect;
use super::grid::{self, Outcome, count};
use super::lab::Experiment;
use super::table::{paragraph, timeline_of};
use crate::property::Property;
use crate::report::human::Look;
use crate::schedule::Ran;
use crate::world::Fencing;

/// The tick in which B comes when nobody else wants the lock during A's pause.
const LATE: u64 = 100;

/// The run of 6.1 with B coming long after A has finished.
pub(super) fn idle() -> Result<Ran, Defect> {
    Experiment::guide()?.b_arrives(LATE).run()
}

pub(super) fn tell(look: &Look) -> Result<String, Defect> {
    let fenced = grid::written(Fencing::On)?;
    let stale = count(&fenced, Outcome::StaleOverwrite);
    let idle = idle()?;
    let unlocked = idle.violated_at(Property::UnlockedWrite);
    let lost = count(&fenced, Outcome::LostUpdate);
    let first = format!(
        "With fencing, {} of the {} cells of 6.5 have no stale write, whatever the pause and the lease. (An \
         update is lost in {lost} of them all the same; 6.5 says why.)",
        fenced.len() - stale,
        fenced.len()
    );
    let at = unlocked.iter().map(ToString::to_string).collect::<Vec<_>>();
    let second = format!(
        "Without fencing, and with B coming at tick {LATE}, the value ends as {}, which is right. Writes \
         without the lock: {}, at tick {}, as before. The danger is the same, only nobody was there to be \
         hurt. That a system has worked for years may mean no more than that.",
        idle.value(),
        unlocked.len(),
        at.join(", ")
    );
    Ok(format!(
        "{}\n{}\n{}",
        paragraph(&first),
        timeline_of(&idle, look.color, false),
        paragraph(&second)
    ))
}
