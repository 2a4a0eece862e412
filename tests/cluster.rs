//! Several processes that search together: the outcome of one, and an error on every process when
//! something is wrong.

mod common;

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{asked_of, client, study_guide};
use fencepost::search::fast::cluster::Cluster;
use fencepost::search::fast::{Fast, Reductions};
use fencepost::search::{Cause, Checked, Engine, Failure, Limits, Outcome};
use fencepost::world::{Expiry, Fencing, World};

fn model(world: &World) -> Checked {
    Checked::new(world.clone(), asked_of(world))
}

/// Hosts on this machine, with ports that were free a moment ago.
fn hosts(count: usize) -> Vec<String> {
    let listeners: Vec<_> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"))
        .collect();
    listeners
        .iter()
        .map(|listener| listener.local_addr().expect("an address").to_string())
        .collect()
}

fn cluster(hosts: &[String], process: usize) -> Cluster {
    Cluster {
        hosts: hosts.to_vec(),
        process,
        patience: Duration::from_secs(20),
    }
}

/// What each of the members gets. To the search it makes no difference that they are threads here.
fn together(members: Vec<(World, Fast, Cluster)>) -> Vec<Result<Option<Outcome>, Failure>> {
    let running: Vec<_> = members
        .into_iter()
        .map(|(world, engine, cluster)| {
            let search =
                move || engine.explore_together(&model(&world), &Limits::default(), &cluster);
            std::thread::spawn(search)
        })
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
    let member = |process| (world.clone(), engine, cluster(&hosts, process));
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
    let one = (
        study_guide(Fencing::Off),
        Fast::default(),
        cluster(&hosts, 0),
    );
    let other = (
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
    let one = (
        world.clone(),
        engine(1, Reductions::ALL),
        cluster(&hosts, 0),
    );
    let other = (world, engine(2, Reductions::ALL), cluster(&hosts, 1));
    assert_eq!(causes(together(vec![one, other])), [Cause::Mismatch; 2]);
}

#[test]
fn processes_with_different_hosts_refuse() {
    let hosts = hosts(3);
    let world = study_guide(Fencing::Off);
    let one = (world.clone(), Fast::default(), cluster(&hosts[..2], 0));
    let mut impatient = cluster(&hosts, 1);
    impatient.patience = Duration::from_secs(1);
    let found = causes(together(vec![one, (world, Fast::default(), impatient)]));
    assert_eq!(found, [Cause::Mismatch; 2]);
}

#[test]
fn a_process_that_does_not_come_is_missed() {
    let hosts = hosts(2);
    for process in [0, 1] {
        let mut alone = cluster(&hosts, process);
        alone.patience = Duration::from_secs(1);
        let begin = Instant::now();
        let found = together(vec![(study_guide(Fencing::Off), Fast::default(), alone)]);
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
    let one = (world.clone(), Fast::default(), impatient.clone());
    let mut found = causes(together(vec![one, (world, Fast::default(), impatient)]));
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

/// The hosts and the number of a process of its own, which searches millions of states.
const CHILD: &str = "FENCEPOST_TEST_PROCESS";

#[test]
fn child() {
    let Ok(given) = std::env::var(CHILD) else {
        return;
    };
    let (process, hosts) = given.split_once(' ').expect("a number and hosts");
    let hosts: Vec<_> = hosts.split(' ').map(ToString::to_string).collect();
    let mut world = study_guide(Fencing::Off);
    world.clients = ["A", "B", "C", "D"].map(client).to_vec();
    let cluster = cluster(&hosts, process.parse().expect("a number"));
    let engine = engine(1, Reductions::NONE);
    let found = engine.explore_together(&model(&world), &Limits::default(), &cluster);
    let failure = found.expect_err("the other process is killed");
    println!("{:?}: {failure}", failure.cause);
}

fn start(hosts: &[String], process: usize) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["child", "--exact", "--nocapture"])
        .env(CHILD, format!("{process} {}", hosts.join(" ")))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process")
}

#[test]
fn a_killed_process_is_noticed() {
    for victim in [0, 1] {
        let hosts = hosts(2);
        let mut children: Vec<_> = (0..2).map(|process| start(&hosts, process)).collect();
        std::thread::sleep(Duration::from_secs(3));
        children[victim].kill().expect("it runs");
        let begin = Instant::now();
        let survivor = children.remove(1 - victim);
        let output = survivor.wait_with_output().expect("it ends");
        assert!(begin.elapsed() < Duration::from_secs(10));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("Lost: process"), "{said}");
        let complained = String::from_utf8_lossy(&output.stderr);
        assert!(!complained.contains("panicked"), "{complained}");
        for child in &mut children {
            let _ = child.wait();
        }
    }
}

/// What `fencepost check` prints, run with these arguments as well.
fn report(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_fencepost"))
        .args(["check", "study-guide", "--threads", "1"])
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process")
}

/// The report, the time that the search took left out.
fn timeless(report: &[u8]) -> String {
    let report = String::from_utf8_lossy(report);
    let line = |line: &str| match line.split_once(", depth ") {
        Some((counts, depth_and_time)) => {
            let depth = depth_and_time.split(',').next();
            format!("{counts}, depth {}, SECONDS", depth.unwrap_or_default())
        }
        None => line.to_string(),
    };
    let lines: Vec<_> = report.lines().map(line).collect();
    assert_eq!(
        lines.iter().filter(|line| line.contains("SECONDS")).count(),
        1
    );
    lines.join("\n")
}

/// The command line with two processes: process 0 prints, byte for byte but for the time, what one
/// process alone does, with the same exit code; process 1 prints nothing.
#[test]
fn two_processes_print_the_report_of_one() {
    for (fencing, code) in [("off", 1), ("on", 0), ("reads", 0)] {
        let alone = report(&["--fencing", fencing]).wait_with_output();
        let alone = alone.expect("it ends");
        assert_eq!(alone.status.code(), Some(code));

        let list = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(list.path(), hosts(2).join("\n")).expect("it is written");
        let list = list.path().to_str().expect("a name");
        let member =
            |process| report(&["--fencing", fencing, "--hosts", list, "--process", process]);
        let (first, second) = (member("0"), member("1"));
        let first = first.wait_with_output().expect("it ends");
        let second = second.wait_with_output().expect("it ends");

        assert_eq!(first.status.code(), Some(code), "{first:?}");
        assert_eq!(timeless(&first.stdout), timeless(&alone.stdout));
        assert_eq!((second.status.code(), second.stdout.len()), (Some(0), 0));
    }
}
