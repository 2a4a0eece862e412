//! What the symbols mean, for a first-time reader. Only what occurs is explained.

use super::rows::Line;
use crate::trace::Trace;
use crate::trace::phrase::counted;
use crate::trace::value::is_abridged;
use crate::world::Observation;

pub(super) fn draw(trace: &Trace, lines: &[Line], width: usize) -> String {
    let text = entries(trace, lines).join("; ");
    let options = textwrap::Options::new(width)
        .initial_indent("Legend: ")
        .subsequent_indent("        ");
    textwrap::fill(&format!("{text}."), options) + "\n"
}

fn entries(trace: &Trace, lines: &[Line]) -> Vec<String> {
    let seen = |wanted: fn(&Observation) -> bool| {
        trace.steps.iter().any(|step| step.seen.iter().any(wanted))
    };
    let mut entries = vec!["time is in ticks, a running client takes one step in each".to_string()];
    if let Some(lease) = trace.leases.first() {
        entries.push(match lease.promised {
            Some(end) => format!(
                "[{}, {end}) is a lease that covers {}: at {end} the lock service says no",
                lease.start,
                counted(end - lease.start, "tick"),
            ),
            None => "[0, no end) is a lease that only a release ends".to_string(),
        });
    }
    if seen(|seen| matches!(seen, Observation::Paused(_))) {
        entries.push("zzz paused, without noticing it".to_string());
    }
    let folds = |line: &Line| matches!(line, Line::Row(row) if row.folded.is_some());
    if lines.iter().any(folds) {
        entries.push("⋮ ticks in which nothing else happens".to_string());
    }
    if seen(|seen| matches!(seen, Observation::Acquired(..))) {
        entries.push("token: the number of a grant".to_string());
    }
    if trace.world.fencing.compares_tokens() {
        entries.push("bar: the highest token the resource has taken note of".to_string());
    }
    if trace.steps.iter().any(|step| is_abridged(&step.value)) {
        entries.push("… the middle of a long value is left out".to_string());
    }
    entries
}
