//! Every figure that the study guide states, keyed to its section, and what `study` prints.
//!
//! The figures are computed from runs of the world; the code of the sections has no part in it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use fencepost::property::Property;
use fencepost::report::Invocation;
use fencepost::report::human::Look;
use fencepost::schedule::Ran;
use fencepost::study::grid::{self, Outcome};
use fencepost::study::lab::{A, B, Experiment};
use fencepost::study::{Section, tell};
use fencepost::trace::{LeaseInterval, describe_event};
use fencepost::world::{ClientId, Event, Fencing, Observation, Stage};

/// A figure: the section that states it, what it is, what a run says, and what the guide states.
struct Figure(&'static str, &'static str, String, &'static str);

/// Shows all figures that are not as stated.
fn assert_as_stated(figures: &[Figure]) {
    let wrong: Vec<_> = figures
        .iter()
        .filter(|Figure(_, _, computed, stated)| computed != stated)
        .map(|Figure(section, what, computed, stated)| {
            format!("{section}, {what}: computed {computed}, stated {stated}")
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn guide() -> Experiment {
    Experiment::guide().unwrap()
}

fn fenced() -> Ran {
    guide().with("resource.fencing", "on").run().unwrap()
}

fn shown<T: std::fmt::Debug>(found: Option<T>) -> String {
    found.map_or("none".to_string(), |found| format!("{found:?}"))
}

/// The lease of the client as every server kept it.
fn lease(ran: &Ran, client: ClientId) -> String {
    let mut leases: Vec<_> = ran
        .trace
        .leases
        .iter()
        .filter(|lease| lease.client == client)
        .map(interval)
        .collect();
    assert_eq!(leases.len(), usize::from(ran.world().lock.servers));
    leases.dedup();
    leases.join(" and ")
}

fn interval(lease: &LeaseInterval) -> String {
    format!("[{}, {})", lease.start, shown(lease.end))
}

/// Who holds the lock at this tick, by name.
fn holder(ran: &Ran, tick: u64) -> String {
    let holders = ran.trace.holders_at(tick);
    let names: Vec<_> = holders
        .iter()
        .map(|client| ran.world().client(*client).name.as_str())
        .collect();
    if names.is_empty() {
        "nobody".to_string()
    } else {
        names.join(", ")
    }
}

fn is_stale(ran: &Ran) -> bool {
    ran.violations().contains(Property::StaleOverwrite)
}

/// A line for each event.
fn log(ran: &Ran) -> Vec<String> {
    let steps = ran.trace.steps.iter().enumerate();
    let line = |(position, step): (usize, &fencepost::trace::Step)| {
        let event = describe_event(ran.world(), ran.trace.before(position), step.event);
        format!("{}: {event}", step.tick)
    };
    steps.map(line).collect()
}

// 5.1: without the expiry clause nothing is corrupted, and a client that does not come back blocks the
// other for ever.
#[test]
fn without_expiry_there_is_a_deadlock_and_no_corruption() {
    let never = guide().with("lock.expiry", "never");
    let returns = never.clone().run().unwrap();
    let vanishes = never.a_paused(&[(2, None)]).until(1000).run().unwrap();
    assert_as_stated(&[
        Figure("5.1", "value if A returns", returns.value(), "'AB'"),
        Figure(
            "5.1",
            "stale if A returns",
            is_stale(&returns).to_string(),
            "false",
        ),
        Figure("5.1", "B acquires", shown(vanishes.acquired_at(B)), "none"),
        Figure("5.1", "B is denied", vanishes.denials(B).to_string(), "988"),
        Figure("5.1", "holder at the end", holder(&vanishes, 999), "A"),
        Figure("5.1", "value", vanishes.value(), "''"),
    ]);
}

// 6.1 and 6.2: the run, and who holds the lock when.
#[test]
fn the_corrupted_run_has_the_figures_of_the_guide() {
    let ran = guide().run().unwrap();
    let writes = |client| format!("{:?}", ran.writes(client));
    let paused = |tick| {
        let seen = ran.trace.steps.iter().filter(|step| step.seen_at() == tick);
        let seen = seen.flat_map(|step| &step.seen);
        let seen =
            seen.filter(|seen| matches!(seen, Observation::Paused(A) | Observation::Resumed(A)));
        format!("{:?}", seen.collect::<Vec<_>>())
    };
    assert_as_stated(&[
        Figure("6.1", "A acquires", shown(ran.acquired_at(A)), "0"),
        Figure("6.1", "A reads", shown(ran.read_at(A)), "1"),
        Figure("6.1", "A is paused", paused(2), "[Paused(0)]"),
        Figure("6.1", "A goes on", paused(16), "[Resumed(0)]"),
        Figure("6.1", "A writes", writes(A), "[(16, true)]"),
        Figure(
            "6.1",
            "stale at",
            format!("{:?}", ran.violated_at(Property::StaleOverwrite)),
            "[16]",
        ),
        Figure(
            "6.1",
            "leases are disjoint",
            ran.trace.leases_are_disjoint().to_string(),
            "true",
        ),
        Figure("6.1", "value", ran.value(), "'A'"),
        Figure("6.2", "A's lease", lease(&ran, A), "[0, 10)"),
        Figure("6.2", "B asks", shown(ran.asked_at(B)), "12"),
        Figure("6.2", "B acquires", shown(ran.acquired_at(B)), "12"),
        Figure("6.2", "B reads", shown(ran.read_at(B)), "13"),
        Figure("6.2", "B writes", writes(B), "[(14, true)]"),
        Figure(
            "6.2",
            "B's lease as promised",
            shown(ran.lease(B).and_then(|l| l.promised)),
            "22",
        ),
        Figure("6.2", "B's lease", lease(&ran, B), "[12, 15)"),
        Figure("6.2", "A's token", shown(ran.token(A)), "1"),
        Figure("6.2", "B's token", shown(ran.token(B)), "2"),
        Figure("6.2", "servers", ran.world().lock.servers.to_string(), "5"),
        Figure("6.2", "quorum", ran.world().quorum().to_string(), "3"),
        Figure("6.2", "holder at 9", holder(&ran, 9), "A"),
        Figure("6.2", "holder at 10", holder(&ran, 10), "nobody"),
        Figure("6.2", "holder at 11", holder(&ran, 11), "nobody"),
        Figure("6.2", "holder at 14", holder(&ran, 14), "B"),
        Figure("6.2", "holder at 16", holder(&ran, 16), "nobody"),
    ]);
}

// 6.2: both read '', so a run in which nothing is lost would end at 'AB'.
#[test]
fn both_clients_read_the_same_value() {
    let ran = guide().run().unwrap();
    let read = |client: ClientId| {
        let step = ran.trace.steps.iter().find(|step| {
            step.seen
                .iter()
                .any(|seen| matches!(seen, Observation::ReadAccepted(who, _) if *who == client))
        });
        step.map(|step| step.value.clone())
    };
    assert_eq!(read(A), Some(vec![]));
    assert_eq!(read(B), Some(vec![]));
    let undisturbed = guide().a_paused(&[]).run().unwrap();
    assert_eq!(undisturbed.value(), "'AB'");
}

// 6.3: the fence changes one event, and the lock service does not notice.
#[test]
fn fencing_changes_one_event_and_nothing_about_the_lock() {
    let (off, on) = (guide().run().unwrap(), fenced());
    let (before, after) = (log(&off), log(&on));
    assert_eq!(before.len(), after.len());
    let differ: Vec<_> = (0..before.len())
        .filter(|line| before[*line] != after[*line])
        .collect();
    let [line] = differ[..] else {
        panic!("they differ in {differ:?}");
    };
    assert_as_stated(&[
        Figure(
            "6.3",
            "without",
            before[line].clone(),
            "16: A writes: accepted",
        ),
        Figure(
            "6.3",
            "with",
            after[line].clone(),
            "16: A writes: refused, token 1 < bar 2",
        ),
        Figure("6.3", "value", on.value(), "'B'"),
        Figure("6.3", "stale", is_stale(&on).to_string(), "false"),
    ]);
    assert_eq!(off.trace.leases, on.trace.leases);
    let rest = off.trace.steps[line + 1..].iter().map(|step| step.event);
    let acts: Vec<_> = rest.filter(|event| *event != Event::Tick).collect();
    assert_eq!(acts.len(), 1, "after it there is only A's release");
}

// 6.4: one server or fifty-one.
#[test]
fn the_number_of_servers_changes_the_quorum_and_nothing_else() {
    let run = |servers: u8| guide().with("lock.servers", servers).run().unwrap();
    let quorum = |servers| run(servers).world().quorum().to_string();
    assert_as_stated(&[
        Figure("6.4", "quorum of 1", quorum(1), "1"),
        Figure("6.4", "quorum of 5", quorum(5), "3"),
        Figure("6.4", "quorum of 51", quorum(51), "26"),
    ]);
    let outcome = |servers: u8| {
        let ran = run(servers);
        let steps = ran
            .trace
            .steps
            .iter()
            .map(|step| (step.tick, step.violated, step.value.clone()));
        let steps: Vec<_> = steps.collect();
        assert_eq!(ran.trace.leases.len(), 2 * usize::from(servers));
        let tokens = [ran.token(A), ran.token(B)];
        (
            steps,
            tokens,
            lease(&ran, A),
            lease(&ran, B),
            ran.value(),
            ran.violations(),
        )
    };
    let five = outcome(5);
    for servers in [1, 2, 3, 9, 51] {
        assert_eq!(outcome(servers), five, "{servers} servers");
    }
}

// 6.5: what B pays for a longer lease.
#[test]
fn b_waits_a_tick_for_each_tick_of_the_lease_until_a_has_finished() {
    let waited = |ttl: u16| {
        guide()
            .with("lock.ttl", ttl)
            .run()
            .unwrap()
            .waited(B)
            .unwrap()
    };
    for ttl in 1..=12 {
        assert_eq!(waited(ttl), 0, "ttl {ttl}: B takes the lock when it comes");
    }
    for ttl in 13..=17 {
        assert_eq!(waited(ttl), u64::from(ttl) - 12, "ttl {ttl}: one for one");
    }
    for ttl in [18, 25, 40, 1000] {
        assert_eq!(waited(ttl), 5, "ttl {ttl}: B waits for A's release at 17");
    }
    let corrupt = |ttl: u16| is_stale(&guide().with("lock.ttl", ttl).run().unwrap());
    let at = |ttls: &[u16]| ttls.iter().map(|ttl| corrupt(*ttl)).collect::<Vec<_>>();
    assert_eq!(at(&[1, 3, 5, 10, 12, 13]), [true; 6]);
    assert_eq!(at(&[14, 15, 17, 25, 40, 1000]), [false; 6]);
    assert_eq!(guide().with("lock.ttl", 1).run().unwrap().value(), "'A'");
}

// 6.5: the grid of 140 runs and its inequality, with A first within a tick.
#[test]
fn the_inequality_holds_in_each_of_the_140_cells() {
    let cells = grid::written(Fencing::Off).unwrap();
    assert_eq!(cells.len(), 140);
    for cell in &cells {
        let (ttl, pause) = (cell.ttl, cell.pause);
        let stated = pause > ttl.max(12);
        assert_eq!(
            cell.outcome == Outcome::StaleOverwrite,
            stated,
            "ttl {ttl}, pause {pause}"
        );
        assert_eq!(grid::is_corrupt(ttl, pause, 12), stated);
    }
    let corrupt = |ttl, pause| {
        let cell = cells
            .iter()
            .find(|cell| (cell.ttl, cell.pause) == (ttl, pause))
            .unwrap();
        (cell.outcome == Outcome::StaleOverwrite).to_string()
    };
    assert_as_stated(&[
        Figure("6.5", "ttl 10, pause 11", corrupt(10, 11), "false"),
        Figure("6.5", "ttl 10, pause 14", corrupt(10, 14), "true"),
        Figure("6.5", "ttl 25, pause 23", corrupt(25, 23), "false"),
        Figure("6.5", "ttl 25, pause 26", corrupt(25, 26), "true"),
        Figure("6.5", "ttl 1000, pause 41", corrupt(1000, 41), "false"),
    ]);
}

// 6.6: no cell is corrupt with fencing on.
#[test]
fn no_cell_is_corrupt_with_fencing() {
    for rule in [Fencing::On, Fencing::Reads] {
        let cells = grid::written(rule).unwrap();
        assert_eq!(cells.len(), 140);
        assert_eq!(grid::count(&cells, Outcome::StaleOverwrite), 0, "{rule:?}");
    }
}

// Issue 3, item 4: what the guide's grid cannot see.
#[test]
fn a_search_of_the_grid_finds_the_boundary_corrupt_and_a_third_kind_of_cell() {
    let cells = grid::searched(Fencing::Off).unwrap();
    for cell in &cells {
        let (ttl, pause) = (cell.ttl, cell.pause);
        let boundary = ttl.max(12);
        let expected = if pause >= boundary {
            Outcome::StaleOverwrite
        } else if pause + 1 == boundary {
            Outcome::LostUpdate
        } else {
            Outcome::Clean
        };
        assert_eq!(cell.outcome, expected, "ttl {ttl}, pause {pause}");
    }
    let fenced = grid::searched(Fencing::On).unwrap();
    for (cell, unfenced) in fenced.iter().zip(&cells) {
        let still_lost = unfenced.outcome != Outcome::Clean;
        let expected = if still_lost {
            Outcome::LostUpdate
        } else {
            Outcome::Clean
        };
        assert_eq!(cell.outcome, expected, "{cell:?}");
    }
    let reads = grid::searched(Fencing::Reads).unwrap();
    assert_eq!(grid::count(&reads, Outcome::Clean), 140);
}

// Every written run is one of the schedules that the search covers.
#[test]
fn a_written_run_is_never_worse_than_the_search_of_its_cell() {
    for rule in [Fencing::Off, Fencing::On, Fencing::Reads] {
        let searched = grid::searched(rule).unwrap();
        for (run, all) in grid::written(rule).unwrap().iter().zip(&searched) {
            let covered = match run.outcome {
                Outcome::Clean => true,
                Outcome::LostUpdate => all.outcome != Outcome::Clean,
                Outcome::StaleOverwrite => all.outcome == Outcome::StaleOverwrite,
            };
            assert!(covered, "{rule:?}: {run:?}, {all:?}");
        }
    }
}

// 6.6: nobody else wants the lock during the pause.
#[test]
fn without_a_competitor_the_value_is_right_and_the_write_unlocked() {
    let idle = guide().b_arrives(100).run().unwrap();
    assert_as_stated(&[
        Figure("6.6", "value", idle.value(), "'AB'"),
        Figure(
            "6.6",
            "A writes",
            format!("{:?}", idle.writes(A)),
            "[(16, true)]",
        ),
        Figure(
            "6.6",
            "unlocked at",
            format!("{:?}", idle.violated_at(Property::UnlockedWrite)),
            "[16]",
        ),
        Figure("6.6", "stale", is_stale(&idle).to_string(), "false"),
        Figure("6.6", "holder at 16", holder(&idle, 16), "nobody"),
    ]);
}

/// The run of 6.1 with A asking the lock service at this tick.
fn asking_at(check: u64) -> Ran {
    guide()
        .with(
            "client.A.program",
            r#"["acquire", "read", "check", "write", "release"]"#,
        )
        .a_paused(&[(2, Some(check)), (check + 1, Some(16.max(check + 1)))])
        .run()
        .unwrap()
}

// 7.2: the answer is true, and too old.
#[test]
fn a_check_before_the_pause_is_answered_truthfully_and_does_not_help() {
    let answer = |ran: &Ran| {
        let mut seen = ran.trace.steps.iter().flat_map(|step| &step.seen);
        seen.find_map(|seen| match seen {
            Observation::Checked(A, holds) => Some(*holds),
            _ => None,
        })
    };
    for check in [2, 5, 9] {
        let ran = asking_at(check);
        assert_eq!(answer(&ran), Some(true), "at {check}");
        assert_eq!(ran.writes(A), [(16, true)], "at {check}");
        assert!(is_stale(&ran), "at {check}");
        assert_eq!(ran.value(), "'A'");
    }
    let late = asking_at(16);
    assert_eq!(answer(&late), Some(false));
    assert!(!is_stale(&late));
    assert_eq!((late.writes(A), late.value()), (vec![], "'B'".to_string()));
}

// 7.3: both comparisons refuse the late write; only `<` lets a holder write twice.
#[test]
fn the_comparison_matters_for_two_writes_under_one_lease_only() {
    let late = |rule: &str| guide().with("resource.fencing", rule).run().unwrap();
    let twice = |rule: &str| {
        guide()
            .without_b()
            .a_paused(&[])
            .with(
                "client.A.program",
                r#"["acquire", "read", "write", "write", "release"]"#,
            )
            .with("resource.fencing", rule)
            .run()
            .unwrap()
    };
    let writes = |ran: &Ran| format!("{:?}", ran.writes(A));
    let refused = |ran: &Ran| {
        ran.violations()
            .contains(Property::FalseRejection)
            .to_string()
    };
    assert_as_stated(&[
        Figure("7.3", "(a) <", writes(&late("on")), "[(16, false)]"),
        Figure("7.3", "(a) <=", writes(&late("strict")), "[(16, false)]"),
        Figure(
            "7.3",
            "(b) <",
            writes(&twice("on")),
            "[(2, true), (3, true)]",
        ),
        Figure(
            "7.3",
            "(b) <=",
            writes(&twice("strict")),
            "[(2, true), (3, false)]",
        ),
        Figure("7.3", "(b) <, locked out", refused(&twice("on")), "false"),
        Figure(
            "7.3",
            "(b) <=, locked out",
            refused(&twice("strict")),
            "true",
        ),
    ]);
}

// 9: no run of the guide has leases that overlap, the corrupted one included.
#[test]
fn no_run_of_the_grid_has_overlapping_leases() {
    for ttl in grid::TTLS {
        for pause in grid::PAUSES {
            let ran = grid::run(ttl, pause, Fencing::Off).unwrap();
            assert!(ran.trace.leases_are_disjoint(), "ttl {ttl}, pause {pause}");
            assert!(!ran.violations().contains(Property::GrantOverlap));
            assert!(
                ran.trace
                    .steps
                    .last()
                    .unwrap()
                    .node
                    .state
                    .clients
                    .iter()
                    .all(|client| matches!(client.stage, Stage::Away(None))
                        && client.pause.is_none()),
                "ttl {ttl}, pause {pause}: everybody has finished"
            );
        }
    }
}

fn told(section: Section) -> String {
    let look = Look::plain(Invocation {
        program: "fencepost".to_string(),
        explorer: std::net::SocketAddr::from(([127, 0, 0, 1], 3000)),
    });
    tell(section, &look).unwrap()
}

#[test]
fn every_section_is_told_as_reviewed() {
    for section in Section::ALL {
        let text = told(section);
        for line in text.lines() {
            assert!(
                line.chars().count() <= 80,
                "{}: too wide: {line}",
                section.number()
            );
        }
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(format!("section_{}", section.number().replace('.', "_")), text);
        });
    }
}

#[test]
fn a_section_is_found_by_its_number_and_nothing_else() {
    for section in Section::ALL {
        assert_eq!(Section::find(section.number()), Ok(section));
    }
    for unknown in ["", "6", "6.7", "five", "6.1.1"] {
        let error = Section::find(unknown).unwrap_err().to_string();
        for section in Section::ALL {
            assert!(error.contains(section.number()) && error.contains(section.title()));
        }
    }
}
