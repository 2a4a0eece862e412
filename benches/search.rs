//! Engines against each other on the same worlds: time, and peak memory.
//!
//! Peak memory belongs to a process, so every run is a process of its own: this program starts itself
//! again for each. The engines take turns, round by round, so that a machine which is slower for a
//! while is slower for all; a ratio is the median of the ratios within a round.
//!
//! `cargo bench --bench search -- [WORDS]` runs the worlds whose names contain all words.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a program that prints its measurements"
)]

mod worlds;

use std::process::Command;
use std::time::{Duration, Instant};

use fencepost::property::Property;
use fencepost::search::fast::{Fast, Reductions};
use fencepost::search::{Checked, Engine, Limits, Reference, ToTheEnd};
use stateright::{Checker, Model};

// The allocator is the same for all engines, and that of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How many rounds there are.
const ROUNDS: usize = 3;

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
    for (name, _) in worlds::all() {
        if words.iter().all(|word| name.contains(word.as_str())) {
            report(name);
        }
    }
}

/// One run, as the child process reports it.
#[derive(Clone, Debug)]
struct Run {
    states: f64,
    seconds: f64,
    cpu_seconds: f64,
    peak_kib: f64,
}

/// The runs of one engine, one for each round.
struct Series {
    engine: &'static str,
    runs: Vec<Run>,
}

fn report(world: &str) {
    println!("\n{world}");
    let engines = ENGINES.into_iter().filter(|engine| suits(world, engine));
    let mut series: Vec<_> = engines
        .map(|engine| Series {
            engine,
            runs: Vec::new(),
        })
        .collect();
    for _ in 0..ROUNDS {
        for Series { engine, runs } in &mut series {
            match run(world, engine) {
                Some(run) => runs.push(run),
                None => return println!("{engine} failed"),
            }
        }
    }
    table(&series);
    let of = |engine| series.iter().find(|series| series.engine == engine);
    compare(of(FAST), of(STATERIGHT));
    compare(of(FAST), of(PLAIN));
    compare(of(FAST_TWICE), of(FAST));
    compare(of(STATERIGHT_TWICE), of(STATERIGHT));
    compare(of(REDUCED), of(STATERIGHT));
}

fn table(series: &[Series]) {
    println!("| engine | states | s | CPU s | states/s | peak MB | bytes a state |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for one in series {
        let states = one.median(|run| run.states);
        println!(
            "| {} | {} | {:.3} | {:.2} | {:.0} | {:.1} | {:.1} |",
            one.engine,
            states,
            one.median(|run| run.seconds),
            one.median(|run| run.cpu_seconds),
            one.median(|run| run.states / run.seconds),
            one.median(|run| run.peak_kib) / 1024.0,
            one.median(|run| run.peak_kib * 1024.0 / run.states),
        );
    }
}

/// How much faster one engine is than another, and how much of its memory it needs.
fn compare(one: Option<&Series>, other: Option<&Series>) {
    let (Some(one), Some(other)) = (one, other) else {
        return;
    };
    let ratio = |of: fn(&Run) -> f64| {
        let rounds = one.runs.iter().zip(&other.runs);
        median(rounds.map(|(one, other)| of(one) / of(other)))
    };
    println!(
        "{} against {}: {:.2} times as fast ({:.2} times the states a second), {:.3} of the peak memory",
        one.engine,
        other.engine,
        1.0 / ratio(|run| run.seconds),
        ratio(|run| run.states / run.seconds),
        ratio(|run| run.peak_kib),
    );
}

impl Series {
    fn median(&self, of: impl Fn(&Run) -> f64) -> f64 {
        median(self.runs.iter().map(of))
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn run(world: &str, engine: &str) -> Option<Run> {
    let this = std::env::current_exe().ok()?;
    let output = Command::new(this)
        .env(CHILD, format!("{world}|{engine}"))
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.split_whitespace().map(str::parse);
    let mut next = || numbers.next()?.ok();
    Some(Run {
        states: next()?,
        seconds: next()?,
        cpu_seconds: next()?,
        peak_kib: next()?,
    })
}

const STATERIGHT: &str = "stateright bfs, 1 thread";
const STATERIGHT_TWICE: &str = "stateright bfs, 2 threads";
const PLAIN: &str = "plain";
const FAST: &str = "fast, 1 thread, no reductions";
const FAST_TWICE: &str = "fast, 2 threads, no reductions";
const REDUCED: &str = "fast, 1 thread";
const REDUCED_TWICE: &str = "fast, 2 threads";

const ENGINES: [&str; 7] = [
    STATERIGHT,
    STATERIGHT_TWICE,
    PLAIN,
    FAST,
    FAST_TWICE,
    REDUCED,
    REDUCED_TWICE,
];

/// The plain search is too slow for millions of states.
fn suits(world: &str, engine: &str) -> bool {
    engine != PLAIN || !world.contains("4 clients")
}

fn child(run: &str) {
    let Some((world, engine)) = run.split_once('|') else {
        return;
    };
    let Some((_, world)) = worlds::all().into_iter().find(|(name, _)| *name == world) else {
        return;
    };
    let model = worlds::model(world);
    let (states, time) = search(model, engine);
    let (wall, cpu) = (time.as_secs_f64(), cpu_seconds().unwrap_or(0.0));
    println!("{states} {wall} {cpu} {}", peak_kib().unwrap_or(0));
}

fn search(model: Checked, engine: &str) -> (usize, Duration) {
    let threads = if engine.contains("2 threads") { 2 } else { 1 };
    let begin = Instant::now();
    let states = if engine.starts_with("stateright") {
        let to_the_end = ToTheEnd::of(model, Property::GrantOverlap);
        let checker = to_the_end.checker().threads(threads).spawn_bfs().join();
        checker.unique_state_count()
    } else if engine == PLAIN {
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
