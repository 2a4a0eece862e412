//! The engines on worlds that take less than a second, by divan: `cargo bench --bench engines`.
//!
//! For large worlds, and for peak memory, see `search.rs` beside this.

#![allow(missing_docs, reason = "each function is one benchmark")]

mod worlds;

use divan::Bencher;
use fencepost::search::fast::{Fast, Reductions};
use fencepost::search::stock::Stock;
use fencepost::search::{Checked, Engine, Limits, Reference};

// The allocator is the same for all engines, and that of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

const WORLDS: [&str; 3] = [
    "study guide, reads, 2 clients",
    "study guide, reads, 3 clients",
    "partial reach, 5 servers",
];

fn explore(bencher: Bencher<'_, '_>, world: &str, engine: &impl Engine) {
    let model = model(world);
    bencher.bench_local(|| engine.explore(&model, &Limits::default()));
}

/// One property: stateright asks one a run.
fn model(name: &str) -> Checked {
    let mut worlds = worlds::all().into_iter();
    let found = worlds.find(|(other, _)| *other == name);
    let mut model = worlds::model(found.expect("it is one of them").1);
    model.asked = model.asked.iter().take(1).collect();
    model
}

#[divan::bench(args = WORLDS, sample_count = 5)]
fn stateright(bencher: Bencher<'_, '_>, world: &str) {
    explore(bencher, world, &Stock { threads: 1 });
}

#[divan::bench(args = WORLDS, sample_count = 5)]
fn plain(bencher: Bencher<'_, '_>, world: &str) {
    explore(bencher, world, &Reference);
}

#[divan::bench(args = WORLDS, sample_count = 5)]
fn fast_without_reductions(bencher: Bencher<'_, '_>, world: &str) {
    let engine = Fast {
        threads: 1,
        reductions: Reductions::NONE,
    };
    explore(bencher, world, &engine);
}

#[divan::bench(args = WORLDS, sample_count = 5)]
fn fast(bencher: Bencher<'_, '_>, world: &str) {
    explore(bencher, world, &Fast::default());
}
