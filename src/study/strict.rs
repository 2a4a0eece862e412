//! Section 7.3: `<` or `<=` in the comparison of tokens.

use super::Defect;
use super::lab::{A, Experiment};
use super::table::{paragraph, table, yes};
use crate::property::Property;
use crate::schedule::Ran;
use crate::world::Fencing;

/// The run of 6.1 under this rule.
pub(super) fn late_write(rule: Fencing) -> Result<Ran, Defect> {
    Experiment::guide()?
        .with("resource.fencing", rule.name())
        .run()
}

/// A alone, never paused, writing twice under one lease.
pub(super) fn two_writes(rule: Fencing) -> Result<Ran, Defect> {
    Experiment::guide()?
        .without_b()
        .a_paused(&[])
        .with("resource.fencing", rule.name())
        .with(
            "client.A.program",
            r#"["acquire", "read", "write", "write", "release"]"#,
        )
        .run()
}

pub(super) fn tell() -> Result<String, Defect> {
    let mut rows = Vec::new();
    for (case, run) in [
        ("A's late write", late_write as fn(Fencing) -> _),
        ("two writes", two_writes),
    ] {
        for (refuses, rule) in [
            ("token <  bar", Fencing::On),
            ("token <= bar", Fencing::Strict),
        ] {
            rows.push(row(case, refuses, &run(rule)?));
        }
    }
    let titles = ["case", "refuses", "A's writes", "value", "false rejection"];
    let said = "A stale token is below the bar, so both comparisons refuse it. They differ for the token that \
                raised the bar itself: with <= a lease is good for one write, and the holder locks itself out \
                with it.";
    Ok(format!("{}\n{}", table(&titles, rows), paragraph(said)))
}

fn row(case: &str, refuses: &str, ran: &Ran) -> Vec<String> {
    let writes: Vec<_> = ran
        .writes(A)
        .into_iter()
        .map(|(tick, accepted)| {
            let fate = if accepted { "accepted" } else { "refused" };
            format!("{tick} {fate}")
        })
        .collect();
    vec![
        case.to_string(),
        refuses.to_string(),
        writes.join(", "),
        ran.value(),
        yes(!ran.violated_at(Property::FalseRejection).is_empty()),
    ]
}
