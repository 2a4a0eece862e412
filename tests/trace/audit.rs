//! Whether leases overlap, worked out by a reader who has nothing but the printed text.

use std::collections::BTreeSet;

use fencepost::property::Property;
use fencepost::trace::Trace;
use fencepost::trace::timeline::{Style, draw};
use fencepost::world::{Fencing, SeededFault, World};
use proptest::prelude::*;

use crate::worlds::*;

/// A printed lease: start, end, and the servers that granted it.
type Printed = (u64, u64, BTreeSet<u64>);

/// The leases below the table. A line that is indented further goes on with the one before.
fn leases(text: &str) -> Vec<Printed> {
    let below = text
        .lines()
        .skip_while(|line| !line.starts_with("Leases granted"));
    let mut rows: Vec<String> = Vec::new();
    for line in below.skip(1).take_while(|line| line.starts_with("  ")) {
        match rows.last_mut() {
            Some(row) if line.starts_with("    ") => row.push_str(line.trim_start()),
            _ => rows.push(line.to_string()),
        }
    }
    rows.iter().map(|row| lease(row)).collect()
}

fn lease(row: &str) -> Printed {
    let (_, rest) = row.split_once('[').expect("an interval begins");
    let (start, rest) = rest.split_once(", ").expect("it has two ends");
    let (end, rest) = rest.split_once(')').expect("an interval is half-open");
    let (_, servers) = rest.rsplit_once("  ").expect("the servers stand last");
    let end = end.parse().unwrap_or(u64::MAX);
    (start.parse().expect("a tick"), end, servers_of(servers))
}

/// "all 5 servers", "servers 1-3, 5 of 7", "server 2 of 3", "the only server".
fn servers_of(text: &str) -> BTreeSet<u64> {
    if text == "the only server" {
        return [1].into();
    }
    if let Some(all) = text.strip_prefix("all ") {
        let count = all.trim_end_matches(" servers").parse().expect("a number");
        return (1..=count).collect();
    }
    let numbers = text
        .trim_start_matches("servers ")
        .trim_start_matches("server ");
    let (numbers, _) = numbers.split_once(" of ").expect("out of how many");
    let runs = numbers
        .split(", ")
        .map(|run| run.split_once('-').unwrap_or((run, run)));
    runs.flat_map(|(first, last)| {
        first.parse::<u64>().expect("a number")..=last.parse().expect("a number")
    })
    .collect()
}

fn overlap(leases: &[Printed]) -> bool {
    leases
        .iter()
        .enumerate()
        .any(|(place, (start, end, servers))| {
            leases[place + 1..]
                .iter()
                .any(|(other_start, other_end, others)| {
                    start < other_end && other_start < end && !servers.is_disjoint(others)
                })
        })
}

/// What the reader works out, what the text says, and what the monitor says all agree.
fn agrees(trace: &Trace) -> bool {
    let text = draw(trace, Property::GrantOverlap, Style::default());
    let worked_out = overlap(&leases(&text));
    assert_eq!(worked_out, text.contains("OVERLAP"), "{text}");
    let judged = trace.violation(Property::GrantOverlap).is_some();
    assert_eq!(worked_out, judged, "{text}");
    worked_out
}

#[test]
fn the_cheapest_overlap_can_be_worked_out_from_the_text() {
    let world = with_fault(study_guide(Fencing::Off), SeededFault::IgnoresLease);
    assert!(agrees(&violation(world, Property::GrantOverlap)));
}

#[test]
fn a_corrupted_run_with_an_innocent_lock_can_be_worked_out_from_the_text() {
    for fencing in [Fencing::Off, Fencing::On] {
        assert!(!agrees(&violation(
            study_guide(fencing),
            Property::LostUpdate
        )));
    }
    let drifting = counters_that_drift(Fencing::On);
    assert!(!agrees(&violation(drifting, Property::StaleOverwrite)));
}

fn walked(world: World, choices: &[u8]) -> Trace {
    let events = walk(&world, choices);
    Trace::replay(&checked(world), &events, None)
}

proptest! {
    #[test]
    fn the_text_agrees_with_the_monitor_on_any_path(
        is_defective: bool,
        ttl in 1..6u16,
        clients in 1..5u8,
        choices in prop::collection::vec(any::<u8>(), 0..120),
    ) {
        let mut world = with_clients(study_guide(Fencing::Off), clients);
        world.lock.ttl = ttl;
        world.seeded_fault = is_defective.then_some(SeededFault::IgnoresLease);
        let overlaps = agrees(&walked(world, &choices));
        prop_assert!(is_defective || !overlaps);
    }
}
