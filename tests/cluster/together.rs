//! Members of a cluster in one process: the outcome of one alone, and who refuses whom.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::{asked_of, study_guide};
use crate::hosts;
use fencepost::search::fast::cluster::Cluster;
use fencepost::search::fast::{Fast, Reductions};
use fencepost::search::{Cause, Checked, Engine, Failure, Limit, Limits, Outcome};
use fencepost::world::{Expiry, Fencing, World};

fn model(world: &World) -> Checked {
    Checked::new(world.clone(), asked_of(world))
}

fn cluster(hosts: &[String], process: usize) -> Cluster {
    Cluster {
        hosts: hosts.to_vec(),
        process,
        patience: Duration::from_secs(20),
    }
}

/// A process that searches a world.
struct Member {
    world: World,
    engine: Fast,
    cluster: Cluster,
    limits: Limits,
    /// Whether it is interrupted once it has met the others.
    is_interrupted: bool,
}

fn member(world: World, engine: Fast, cluster: Cluster) -> Member {
    Member {
        world,
        engine,
        cluster,
        limits: Limits {
            interrupt: Some(Arc::default()),
            ..Limits::default()
        },
        is_interrupted: false,
    }
}

impl Member {
    fn search(&self) -> Result<Option<Outcome>, Failure> {
        let threads = self.engine.threads;
        let team = self.cluster.meet(threads, &self.limits, &|_| {})?;
        if let Some(interrupt) = self
            .limits
            .interrupt
            .as_ref()
            .filter(|_| self.is_interrupted)
        {
            interrupt.store(true, Ordering::Relaxed);
        }
        let model = model(&self.world);
        let outcome = self.engine.explore_together(&model, &self.limits, &team)?;
        let exit_code = team.finish(outcome.is_some().then_some(7))?;
        assert_eq!(exit_code, 7, "all hear of it");
        Ok(outcome)
    }
}

/// What each of the members gets. To the search it makes no difference that they are threads here.
fn together(members: Vec<Member>) -> Vec<Result<Option<Outcome>, Failure>> {
    let running: Vec<_> = members
        .into_iter()
        .map(|member| std::thread::spawn(move || member.search()))
        .collect();
    running
        .into_iter()
        .map(|thread| thread.join().expect("no panic"))
        .collect()
}

fn same_as_alone(world: &World, engine: Fast, processes: usize) {
    let alone = engine
        .explore(&model(world), &Limits::default())
        .expect("the world does not panic");
    let hosts = hosts(processes);
    let member = |process| member(world.clone(), engine, cluster(&hosts, process));
    let mut found = together((0..processes).map(member).collect()).into_iter();
    let first = found.next().expect("process 0");
    let outcome = first.expect("no failure").expect("the outcome");
    assert_eq!(outcome.states, alone.states);
    assert_eq!(outcome.transitions, alone.transitions);
    assert_eq!(outcome.depth, alone.depth);
    assert_eq!(outcome.cut_off, None);
    assert_eq!(outcome.violations, alone.violations);
    for other in found {
        assert!(other.expect("no failure").is_none());
    }
}

fn engine(threads: usize, reductions: Reductions) -> Fast {
    Fast {
        threads,
        reductions,
    }
}

#[test]
fn two_processes_find_what_one_finds() {
    for fencing in [Fencing::Off, Fencing::On, Fencing::Reads] {
        same_as_alone(&study_guide(fencing), engine(1, Reductions::ALL), 2);
        same_as_alone(&study_guide(fencing), engine(2, Reductions::NONE), 2);
    }
}

#[test]
fn three_processes_find_a_loop() {
    let mut world = study_guide(Fencing::Off);
    world.lock.expiry = Expiry::Never;
    same_as_alone(&world, engine(1, Reductions::ALL), 3);
    same_as_alone(&world, engine(2, Reductions::NONE), 3);
}

fn causes(found: Vec<Result<Option<Outcome>, Failure>>) -> Vec<Cause> {
    found
        .into_iter()
        .map(|result| result.expect_err("it fails").cause)
        .collect()
}

#[test]
fn processes_with_different_models_refuse() {
    let hosts = hosts(2);
    let one = member(
        study_guide(Fencing::Off),
        Fast::default(),
        cluster(&hosts, 0),
    );
    let other = member(
        study_guide(Fencing::On),
        Fast::default(),
        cluster(&hosts, 1),
    );
    assert_eq!(causes(together(vec![one, other])), [Cause::Mismatch; 2]);
}

#[test]
fn processes_with_different_threads_refuse() {
    let hosts = hosts(2);
    let world = study_guide(Fencing::Off);
    let one = member(
        world.clone(),
        engine(1, Reductions::ALL),
        cluster(&hosts, 0),
    );
    let other = member(world, engine(2, Reductions::ALL), cluster(&hosts, 1));
    assert_eq!(causes(together(vec![one, other])), [Cause::Mismatch; 2]);
}

#[test]
fn processes_with_different_hosts_refuse() {
    let hosts = hosts(3);
    let world = study_guide(Fencing::Off);
    let one = member(world.clone(), Fast::default(), cluster(&hosts[..2], 0));
    let mut impatient = cluster(&hosts, 1);
    impatient.patience = Duration::from_secs(1);
    let found = causes(together(vec![
        one,
        member(world, Fast::default(), impatient),
    ]));
    assert_eq!(found, [Cause::Mismatch; 2]);
}

#[test]
fn a_process_that_does_not_come_is_missed() {
    let hosts = hosts(2);
    for process in [0, 1] {
        let mut alone = cluster(&hosts, process);
        alone.patience = Duration::from_secs(1);
        let begin = Instant::now();
        let found = together(vec![member(
            study_guide(Fencing::Off),
            Fast::default(),
            alone,
        )]);
        assert_eq!(causes(found), [Cause::Absent]);
        assert!(begin.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn two_processes_with_one_number_refuse() {
    let hosts = hosts(2);
    let world = study_guide(Fencing::Off);
    let mut impatient = cluster(&hosts, 0);
    impatient.patience = Duration::from_secs(1);
    let one = member(world.clone(), Fast::default(), impatient.clone());
    let mut found = causes(together(vec![
        one,
        member(world, Fast::default(), impatient),
    ]));
    found.sort_by_key(|cause| *cause == Cause::Absent);
    assert_eq!(found, [Cause::Hosts, Cause::Absent]);
}

#[test]
fn lists_of_hosts() {
    let list = "# ours\none:2000\n\n two:2000 # the other\n";
    let cluster = Cluster::from_list(list, 1).expect("a good list");
    assert_eq!(cluster.hosts, ["one:2000", "two:2000"]);
    for (list, process) in [
        ("one:2000", 1),
        ("one", 0),
        ("one:x", 0),
        (":1", 0),
        ("a:1\na:1", 0),
    ] {
        let failure = Cluster::from_list(list, process).expect_err("a bad list");
        assert_eq!(failure.cause, Cause::Hosts, "{list}");
    }
}

#[test]
fn processes_with_different_reductions_refuse() {
    let hosts = hosts(2);
    let world = study_guide(Fencing::Off);
    let one = member(
        world.clone(),
        engine(1, Reductions::ALL),
        cluster(&hosts, 0),
    );
    let other = member(world, engine(1, Reductions::NONE), cluster(&hosts, 1));
    for found in together(vec![one, other]) {
        let failure = found.expect_err("they differ");
        assert_eq!(failure.cause, Cause::Mismatch);
        assert!(failure.message.contains("--no-reductions"), "{failure}");
    }
}

#[test]
fn an_interruption_of_one_ends_the_search_of_all() {
    for interrupted in [0, 1] {
        let hosts = hosts(2);
        let member = |process| Member {
            is_interrupted: process == interrupted,
            ..member(
                study_guide(Fencing::Off),
                Fast::default(),
                cluster(&hosts, process),
            )
        };
        let members = (0..2).map(member).collect();
        let mut found = together(members);
        let outcome = found.remove(0).expect("no failure").expect("the outcome");
        assert_eq!(outcome.cut_off, Some(Limit::Interrupted));
    }
}

#[test]
fn the_wait_for_others_ends_by_limits() {
    let hosts = hosts(2);
    let mut hasty = member(
        study_guide(Fencing::Off),
        Fast::default(),
        cluster(&hosts, 0),
    );
    hasty.limits.time = Some(Duration::from_millis(200));
    let mut interrupted = member(
        study_guide(Fencing::Off),
        Fast::default(),
        cluster(&hosts, 1),
    );
    interrupted.limits.interrupt = Some(Arc::new(AtomicBool::new(true)));
    for member in [hasty, interrupted] {
        let begin = Instant::now();
        assert_eq!(causes(together(vec![member])), [Cause::Stopped]);
        assert!(begin.elapsed() < Duration::from_secs(5));
    }
}

/// One has more to search than the other: it does not wait for it.
#[test]
fn who_is_told_to_search_more_hears_that_the_other_is_done() {
    for eager in [0, 1] {
        let hosts = hosts(2);
        let running = [0, 1].map(|process| {
            let member = member(
                study_guide(Fencing::Off),
                Fast::default(),
                cluster(&hosts, process),
            );
            std::thread::spawn(move || {
                let team = member.cluster.meet(1, &member.limits, &|_| {})?;
                let model = model(&member.world);
                let walks = if process == eager { 2 } else { 1 };
                for _ in 0..walks {
                    member
                        .engine
                        .explore_together(&model, &member.limits, &team)?;
                }
                team.finish((process == 0).then_some(0))
            })
        });
        let found = running.map(|thread| thread.join().expect("no panic"));
        let failure = found[eager].as_ref().expect_err("the other is done");
        assert_eq!(failure.cause, Cause::Mismatch, "{failure}");
        assert!(failure.message.contains("the same command?"), "{failure}");
    }
}

/// Of three, two do not agree: the third hears that they have left, and does not wait for a minute.
#[test]
fn who_waits_hears_that_others_have_left() {
    let hosts = hosts(3);
    let world = study_guide(Fencing::Off);
    let start = |process: usize, threads| {
        let engine = engine(threads, Reductions::ALL);
        let member = member(world.clone(), engine, cluster(&hosts, process));
        std::thread::spawn(move || member.search())
    };
    let (first, second) = (start(0, 1), start(1, 1));
    std::thread::sleep(Duration::from_secs(1)); // These two meet.
    let last = start(2, 2);
    let begin = Instant::now();
    let causes = [first, second, last].map(|member| {
        let found = member.join().expect("no panic");
        found.expect_err("they do not agree").cause
    });
    assert_eq!(causes, [Cause::Mismatch, Cause::Lost, Cause::Mismatch]);
    assert!(begin.elapsed() < Duration::from_secs(10));
}

/// Somebody who connects and says nothing, or something else, holds nobody up.
#[test]
fn strangers_are_ignored() {
    let hosts = hosts(2);
    let [one, other] = [0, 1].map(|process| {
        let cluster = cluster(&hosts, process);
        member(study_guide(Fencing::Off), Fast::default(), cluster)
    });
    let one = std::thread::spawn(move || one.search());
    let connect = || loop {
        if let Ok(stream) = TcpStream::connect(&hosts[0]) {
            return stream;
        }
    };
    let strangers: Vec<_> = (0..20).map(|_| connect()).collect();
    for mut browser in strangers.iter().skip(10) {
        browser
            .write_all(b"GET / HTTP/1.1\r\n\r\n")
            .expect("it is open");
    }
    let begin = Instant::now();
    assert!(other.search().expect("no failure").is_none());
    let found = one.join().expect("no panic").expect("no failure");
    assert_eq!(found.expect("the outcome").cut_off, None);
    assert!(
        begin.elapsed() < Duration::from_secs(4),
        "a stranger may take five"
    );
}
