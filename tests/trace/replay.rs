//! Replayed paths: times, tokens, values, and events in words.

use fencepost::property::Property;
use fencepost::trace::{Trace, describe_event, describe_node, timeline};
use fencepost::world::{Event, Fencing, SeededFault, ServerSet, World};

use crate::worlds::*;

fn act(world: &World, client: u8) -> Event {
    let reaches = ServerSet::all(world.lock.servers);
    Event::Act { client, reaches }
}

/// A path on which A runs so many rounds, one step a tick, and nobody else does anything.
fn rounds_of_a(world: &World, rounds: usize) -> Trace {
    let round = [act(world, 0), Event::Tick].repeat(4);
    Trace::replay(&checked(world.clone()), &round.repeat(rounds), None)
}

#[test]
fn replaying_twice_gives_the_same() {
    let world = study_guide(Fencing::On);
    let found = counterexample(&world, Property::LostUpdate).expect("fencing does not prevent it");
    let model = checked(world);
    let replay = || Trace::replay(&model, &found.events, found.loop_from);
    assert_eq!(replay(), replay());
}

#[test]
fn the_study_guide_run_has_its_times_tokens_and_values() {
    let trace = violation(study_guide(Fencing::Off), Property::StaleOverwrite);
    let leases: Vec<_> = trace
        .leases
        .iter()
        .filter(|lease| lease.server == 0)
        .map(|lease| (lease.client, lease.token, lease.start, lease.end))
        .collect();
    assert_eq!(leases, [(0, 1, 0, Some(10)), (1, 2, 10, Some(20))]);
    let last = trace.steps.last().expect("there are steps");
    assert_eq!(
        (last.tick, trace.show(&last.value)),
        (12, "'A'".to_string())
    );
    assert_eq!(trace.faults().to_string(), "1 pause");
}

#[test]
fn a_release_truncates_the_lease_of_its_own_client() {
    let trace = rounds_of_a(&study_guide(Fencing::Off), 1);
    assert!(trace.leases.iter().all(|lease| lease.end == Some(3)));
    assert!(trace.leases.iter().all(|lease| lease.promised == Some(10)));
}

#[test]
fn nobody_elses_release_truncates_a_lease() {
    let world = with_fault(study_guide(Fencing::Off), SeededFault::ReleasesAnyones);
    let trace = violation(world, Property::GrantOverlap);
    assert_eq!(trace.leases[0].end, Some(10));
}

#[test]
fn faults_read_as_a_phrase() {
    let drifting = violation(counters_that_drift(Fencing::On), Property::StaleOverwrite);
    assert_eq!(
        drifting.faults().to_string(),
        "1 pause and 2 attempts that reached only some servers"
    );
    let none = rounds_of_a(&study_guide(Fencing::Off), 1);
    assert_eq!(none.faults().to_string(), "no fault");
}

#[test]
fn a_second_write_goes_on_from_the_first() {
    use fencepost::world::Step::{Acquire, Read, Release, Write};
    let program = [Acquire, Read, Write, Write, Release];
    let world = with_program(study_guide(Fencing::Off), &program);
    let events = [act(&world, 0), Event::Tick].repeat(4);
    let trace = Trace::replay(&checked(world), &events, None);
    assert_eq!(
        trace.steps.last().map(|step| step.value.clone()),
        Some(vec![0, 0])
    );
}

#[test]
fn longer_names_are_joined_and_long_values_say_that_they_are_abridged() {
    let mut world = study_guide(Fencing::Off);
    world.clients[0].name = "w1".to_string();
    let trace = rounds_of_a(&world, 2);
    assert_eq!(trace.show(&[0, 1, 0]), "'w1+B+w1'");
    assert_eq!(trace.show(&[]), "''");
    let long = rounds_of_a(&world, 14);
    let text = timeline::draw(&long, Property::StaleOverwrite, timeline::Style::default());
    assert!(text.contains("(14 appended)"), "{text}");
    assert!(
        text.contains("the middle of a long value is left out"),
        "{text}"
    );
}

#[test]
fn events_read_like_sentences() {
    let trace = violation(study_guide(Fencing::Off), Property::StaleOverwrite);
    insta::assert_snapshot!(sentences(&trace));
}

#[test]
fn refusals_and_partial_attempts_read_like_sentences() {
    let trace = violation(counters_that_drift(Fencing::On), Property::FalseRejection);
    insta::assert_snapshot!(sentences(&trace));
}

fn sentences(trace: &Trace) -> String {
    let sentence = |position: usize| {
        describe_event(
            &trace.world,
            trace.before(position),
            trace.steps[position].event,
        )
    };
    (0..trace.steps.len())
        .map(|position| sentence(position) + "\n")
        .collect()
}

#[test]
fn a_node_reads_like_a_table() {
    let drifting = violation(counters_that_drift(Fencing::On), Property::StaleOverwrite);
    let last = drifting.steps.last().expect("there are steps");
    let first = describe_node(&drifting.world, &drifting.initial);
    let last = describe_node(&drifting.world, &last.node);
    insta::assert_snapshot!(format!("{first}\n{last}"));
}

#[test]
fn colour_adds_nothing_but_escapes() {
    let trace = violation(study_guide(Fencing::On), Property::LostUpdate);
    let plain = timeline::Style::default();
    let colored = timeline::Style {
        color: true,
        ..plain
    };
    let text = timeline::draw(&trace, Property::LostUpdate, colored);
    assert!(text.contains("\u{1b}["));
    let stripped = anstream::adapter::strip_str(&text).to_string();
    assert_eq!(
        stripped,
        timeline::draw(&trace, Property::LostUpdate, plain)
    );
}
