//! Section 7.2: ask the lock service once more before the write.

use super::Defect;
use super::lab::{A, Experiment};
use super::search::{Question, verdicts};
use super::table::{NONE, paragraph, table, write_of, yes};
use crate::property::Property;
use crate::schedule::Ran;
use crate::world::Observation;

/// The ticks at which A asks: the guide's, and the first at which its lease is over.
const CHECKS: [u64; 5] = [2, 5, 9, 10, 16];

/// The run of 6.1 with A asking at this tick, which lies between its read and its write. The pause is
/// cut in two by the step it takes to ask; what comes after the answer comes when the pause is over.
pub(super) fn run(check: u64) -> Result<Ran, Defect> {
    let guide = Experiment::guide()?;
    let (from, to) = guide.pause_of_a()?;
    let program = r#"["acquire", "read", "check", "write", "release"]"#;
    let mut pauses = vec![(from, Some(check))];
    if check < to {
        pauses.push((check + 1, Some(to)));
    }
    guide
        .with("client.A.program", program)
        .a_paused(&pauses)
        .run()
}

/// What the lock service answered.
pub(super) fn answer(ran: &Ran) -> Option<bool> {
    let seen = ran.trace.steps.iter().flat_map(|step| &step.seen);
    seen.copied().find_map(|seen| match seen {
        Observation::Checked(A, holds) => Some(holds),
        _ => None,
    })
}

pub(super) fn tell() -> Result<String, Defect> {
    let mut rows = Vec::new();
    for check in CHECKS {
        let ran = run(check)?;
        rows.push(vec![
            check.to_string(),
            answer(&ran).map_or(NONE.to_string(), yes),
            write_of(&ran, A),
            ran.value(),
            yes(!ran.violated_at(Property::StaleOverwrite).is_empty()),
        ]);
    }
    let titles = [
        "A asks at",
        "holds the lock?",
        "A writes",
        "value",
        "stale overwrite",
    ];
    let first = "The step in which A asks cuts its pause in two. Every answer is true at the tick in which it is given. It helps only if nothing but the write \
                 comes after it, and A cannot see to that. Wherever A puts the question, a search puts a pause \
                 behind it:";
    let second = "The last line is the one that helps: the store itself looks at the lock, in the same step in \
                  which it writes.";
    Ok(format!(
        "{}\n{}\n{}\n{}",
        table(&titles, rows),
        paragraph(first),
        searched()?,
        paragraph(second)
    ))
}

fn searched() -> Result<String, Defect> {
    let asked = [Property::StaleOverwrite, Property::LostUpdate];
    let worlds = [
        ("the client, right before the write", "before-the-write"),
        ("the client, three times", "again-and-again"),
        ("the store, in the step of the write", "owner"),
    ];
    let mut rows = Vec::new();
    for (who, variant) in worlds {
        let mut row = vec![who.to_string()];
        let found = verdicts(&Question::variant("recheck", variant), &asked)?;
        row.extend(found.into_iter().map(String::from));
        rows.push(row);
    }
    Ok(table(&["who asks", "stale-overwrite", "lost-update"], rows))
}
