//! Engines against each other on the same worlds: time, and peak memory.
//!
//! Peak memory belongs to a process, so every run is a process of its own: this program starts itself
//! again for each. `cargo bench --bench search -- [WORDS]` runs the worlds whose names contain all
//! words.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a program that prints its measurements"
)]

use std::process::Command;
use std::time::{Duration, Instant};

use fencepost::property::{Property, PropertySet};
use fencepost::search::fast::{Fast, Reductions};
use fencepost::search::{Checked, Engine, Limits, Node, Reference};
use fencepost::world::{
    Adversary, Arrival, ClientSetup, Event, Expiry, Fencing, Lock, Pauses, Reach, Step, World,
};
use stateright::{Checker, Model};

// The allocator is the same for all engines.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often each engine runs; the median counts.
const RUNS: usize = 3;

/// Asks the child process for one run: the name of the world, then that of the engine.
const CHILD: &str = "FENCEPOST_BENCH_RUN";

fn main() {
    if let Ok(run) = std::env::var(CHILD) {
        return child(&run);
    }
    let words: Vec<_> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    for (name, _) in worlds() {
        if words.iter().all(|word| name.contains(word.as_str())) {
            table(name);
        }
    }
}

/// One run, as the child process reports it.
#[derive(Clone, Debug)]
struct Run {
    states: u64,
    seconds: f64,
    cpu_seconds: f64,
    peak_kib: f64,
}

fn table(world: &str) {
    println!("\n{world}");
    println!("| engine | states | s | CPU s | states/s | peak MB | bytes a state |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for engine in ENGINES {
        if !suits(world, engine) {
            continue;
        }
        let mut runs: Vec<_> = (0..RUNS).filter_map(|_| run(world, engine)).collect();
        runs.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        let Some(median) = runs.get(runs.len() / 2) else {
            println!("| {engine} | failed | | | | | |");
            continue;
        };
        let states = f64::from(u32::try_from(median.states).unwrap_or(u32::MAX));
        println!(
            "| {engine} | {} | {:.3} | {:.2} | {:.0} | {:.1} | {:.1} |",
            median.states,
            median.seconds,
            median.cpu_seconds,
            states / median.seconds,
            median.peak_kib / 1024.0,
            median.peak_kib * 1024.0 / states,
        );
    }
}

fn run(world: &str, engine: &str) -> Option<Run> {
    let this = std::env::current_exe().ok()?;
    let output = Command::new(this)
        .env(CHILD, format!("{world}|{engine}"))
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.split_whitespace();
    Some(Run {
        states: numbers.next()?.parse().ok()?,
        seconds: numbers.next()?.parse().ok()?,
        cpu_seconds: numbers.next()?.parse().ok()?,
        peak_kib: numbers.next()?.parse().ok()?,
    })
}

const ENGINES: [&str; 7] = [
    "stateright bfs, 1 thread",
    "stateright bfs, 2 threads",
    "plain",
    "fast, 1 thread, no reductions",
    "fast, 2 threads, no reductions",
    "fast, 1 thread",
    "fast, 2 threads",
];

/// The plain search is too slow for millions of states.
fn suits(world: &str, engine: &str) -> bool {
    engine != "plain" || !world.contains("4 clients")
}

fn child(run: &str) {
    let Some((world, engine)) = run.split_once('|') else {
        return;
    };
    let Some((_, world)) = worlds().into_iter().find(|(name, _)| *name == world) else {
        return;
    };
    let asked = invariants(&world);
    let model = Checked::new(world, asked);
    let (states, time) = search(model, engine);
    let (wall, cpu) = (time.as_secs_f64(), cpu_seconds().unwrap_or(0.0));
    println!("{states} {wall} {cpu} {}", peak_kib().unwrap_or(0));
}

/// Those that hold, so that no engine has to look for counterexamples.
fn invariants(world: &World) -> PropertySet {
    let unsafe_ones = [Property::UnlockedWrite, Property::StuckLock];
    let partial = world.lock.reach == Reach::Any;
    Property::ALL
        .into_iter()
        .filter(|property| !unsafe_ones.contains(property))
        .filter(|property| !partial || *property == Property::GrantOverlap)
        .collect()
}

fn search(model: Checked, engine: &str) -> (usize, Duration) {
    let threads = if engine.contains("2 threads") { 2 } else { 1 };
    let begin = Instant::now();
    let states = if engine.starts_with("stateright") {
        let checker = ToTheEnd(model)
            .checker()
            .threads(threads)
            .spawn_bfs()
            .join();
        checker.unique_state_count()
    } else if engine == "plain" {
        explored(&Reference, &model)
    } else {
        let reductions = if engine.ends_with("no reductions") {
            Reductions::NONE
        } else {
            Reductions::ALL
        };
        explored(
            &Fast {
                threads,
                reductions,
            },
            &model,
        )
    };
    (states, begin.elapsed())
}

fn explored(engine: &impl Engine, model: &Checked) -> usize {
    let outcome = engine.explore(model, &Limits::default());
    outcome.map_or(0, |outcome| outcome.states)
}

/// The checked world, with a property that keeps stateright from stopping early.
struct ToTheEnd(Checked);

impl Model for ToTheEnd {
    type State = Node;
    type Action = Event;

    fn init_states(&self) -> Vec<Node> {
        self.0.init_states()
    }

    fn actions(&self, node: &Node, actions: &mut Vec<Event>) {
        self.0.actions(node, actions);
    }

    fn next_state(&self, node: &Node, event: Event) -> Option<Node> {
        self.0.next_state(node, event)
    }

    fn properties(&self) -> Vec<stateright::Property<ToTheEnd>> {
        let holds =
            stateright::Property::always("holds", |_, node: &Node| node.violated.is_empty());
        let never = stateright::Property::sometimes("never", |_, _| false);
        vec![holds, never]
    }
}

fn worlds() -> Vec<(&'static str, World)> {
    vec![
        ("study guide, reads, 2 clients", study_guide(2)),
        ("study guide, reads, 3 clients", study_guide(3)),
        ("study guide, reads, 4 clients", study_guide(4)),
        ("partial reach, 3 servers", partial_reach(3)),
        ("partial reach, 5 servers", partial_reach(5)),
    ]
}

fn study_guide(clients: usize) -> World {
    World {
        lock: Lock {
            servers: 5,
            ttl: 10,
            expiry: Expiry::Clock,
            reach: Reach::All,
        },
        clients: ["A", "B", "C", "D"][..clients]
            .iter()
            .map(|name| client(name))
            .collect(),
        fencing: Fencing::Reads,
        adversary: Adversary {
            pauses: Pauses {
                count: None,
                length: None,
            },
        },
        seeded_fault: None,
    }
}

fn client(name: &str) -> ClientSetup {
    ClientSetup {
        name: name.to_string(),
        program: vec![Step::Acquire, Step::Read, Step::Write, Step::Release],
        arrives: Arrival::Any,
        rounds: None,
        attempts: None,
        pausable: true,
    }
}

/// Two clients, one round each, every subset of the servers in each attempt.
fn partial_reach(servers: u8) -> World {
    let mut world = study_guide(2);
    world.lock.servers = servers;
    world.lock.reach = Reach::Any;
    for client in &mut world.clients {
        client.rounds = Some(1);
        client.attempts = Some(if servers == 3 { 2 } else { 1 });
    }
    world
}

/// The processor time that this process has used; a busy machine changes it less than the time.
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<_> = stat.rsplit(')').next()?.split_whitespace().collect();
    let user: f64 = fields.get(11)?.parse().ok()?;
    let kernel: f64 = fields.get(12)?.parse().ok()?;
    Some((user + kernel) / 100.0)
}

/// The most memory that this process has had, in KiB.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
