//! Every lease of the lock service as an interval, and whether any two of one server overlap.

use super::cell::{padded, width};
use crate::trace::facts::LeaseGroup;
use crate::trace::phrase::{self, interval};
use crate::trace::{LeaseEnd, Trace};

const INDENT: &str = "  ";
const GAP: &str = "  ";

/// The leases, one a line, servers that promised the same on one line; then the verdict.
pub(super) fn draw(trace: &Trace, columns: usize) -> String {
    if trace.leases.is_empty() {
        return format!("{}\n", verdict(trace));
    }
    let rows = rows(trace);
    let mut text = "Leases granted, as half-open intervals:\n".to_string();
    for line in lines(&rows, columns) {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push_str(verdict(trace));
    text.push('\n');
    text
}

/// For each lease the client, the interval, the token, how it ended, and the servers that granted it.
pub(crate) fn rows(trace: &Trace) -> Vec<[String; 5]> {
    let groups = trace.lease_groups();
    groups.iter().map(|group| row(trace, group)).collect()
}

fn row(trace: &Trace, group: &LeaseGroup) -> [String; 5] {
    [
        phrase::name(&trace.world, group.client),
        interval(group.start, group.end),
        format!("token {}", group.token),
        ending(trace, group),
        phrase::servers(&trace.world, &group.servers),
    ]
}

fn ending(trace: &Trace, group: &LeaseGroup) -> String {
    let name = |client| phrase::name(&trace.world, client);
    match group.ended {
        Some(LeaseEnd::Expired) => "expired".to_string(),
        Some(LeaseEnd::Released) if group.end < group.promised => "released".to_string(),
        Some(LeaseEnd::Released) => "released late".to_string(),
        Some(LeaseEnd::FreedFor(client, tick)) => format!("freed for {} at {tick}", name(client)),
        Some(LeaseEnd::GrantedOver(client, tick)) => {
            format!("granted over to {} at {tick}", name(client))
        }
        None => "still out".to_string(),
    }
}

fn lines(rows: &[[String; 5]], columns: usize) -> Vec<String> {
    let widest = |column: usize| {
        rows.iter()
            .map(|row| width(&row[column]))
            .max()
            .unwrap_or(0)
    };
    // A name can be as long as its owner likes; the rest has to fit beside it.
    let widths = [widest(0).min(16), widest(1), widest(2), widest(3).min(24)];
    rows.iter()
        .flat_map(|row| {
            let mut begin = INDENT.to_string();
            for (text, width) in row.iter().zip(widths) {
                begin.push_str(&padded(text, width));
                begin.push_str(GAP);
            }
            let hanging = " ".repeat(INDENT.len() * 2);
            let options = textwrap::Options::new(columns).subsequent_indent(&hanging);
            textwrap::wrap(&format!("{begin}{}", row[4]), options)
                .into_iter()
                .map(String::from)
                .collect::<Vec<_>>()
        })
        .collect()
}

/// What the leases amount to.
pub(crate) fn verdict(trace: &Trace) -> &'static str {
    match (trace.leases.len(), trace.leases_are_disjoint()) {
        (0, _) => "No lease was granted.",
        (_, false) => "Two leases of one server OVERLAP.",
        (1, true) => "One lease cannot overlap another.",
        (_, true) => "No two leases of one server overlap.",
    }
}
