//! The cells, explored on all cores. What is found does not depend on how many there are.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::grid::{Cell, Grid};
use super::plan::Plan;
use crate::property::PropertySet;
use crate::search::{Checked, Engine, Failure, Limits, Reference};
use crate::world::World;

/// How much may be spent on a sweep, and who is told how far it is.
pub struct Effort<'a> {
    /// When to stop in a cell; its verdicts are unknown then.
    pub limits: Limits,
    /// How many threads to use; `None` for one a core.
    pub threads: Option<NonZeroUsize>,
    /// Once it is set no further cell is begun, and what was not begun is unknown.
    pub stop: &'a AtomicBool,
    /// Called after each cell.
    pub on_cell: &'a (dyn Fn() + Sync),
}

/// The world of a cell panicked: a defect of the checker.
#[derive(Debug)]
pub struct CellFailure {
    /// What happened.
    pub failure: Failure,
    /// The world of the cell.
    pub world: World,
}

impl Plan {
    /// Explores every cell, or as many as there was time for.
    ///
    /// # Errors
    /// If the world of a cell panics.
    pub fn compute(&self, effort: &Effort<'_>) -> Result<Grid, CellFailure> {
        let pool = Pool {
            plan: self,
            effort,
            next: AtomicUsize::new(0),
            done: (0..self.worlds.len()).map(|_| OnceLock::new()).collect(),
        };
        thread::scope(|scope| {
            for _ in 1..effort.thread_count() {
                // A machine that refuses another thread is served by those there are.
                let _ = thread::Builder::new().spawn_scoped(scope, || pool.work());
            }
            pool.work();
        });
        let cells = pool.done.into_iter().map(|cell| {
            let nothing_known = || Ok(Cell::default());
            cell.into_inner().unwrap_or_else(nothing_known)
        });
        Ok(Grid::new(self, cells.collect::<Result<_, _>>()?))
    }
}

impl Effort<'_> {
    fn thread_count(&self) -> usize {
        let cores = || thread::available_parallelism().ok();
        self.threads.or_else(cores).map_or(1, NonZeroUsize::get)
    }
}

struct Pool<'a> {
    plan: &'a Plan,
    effort: &'a Effort<'a>,
    /// The first cell that nobody has begun.
    next: AtomicUsize,
    done: Vec<OnceLock<Result<Cell, CellFailure>>>,
}

impl Pool<'_> {
    /// Takes one cell after another until there is none, or time to stop.
    fn work(&self) {
        while !self.effort.stop.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let (Some(world), Some(place)) = (self.plan.worlds.get(number), self.done.get(number))
            else {
                return;
            };
            let cell = explore(world, self.plan.asked, &self.effort.limits);
            let failed = cell.is_err();
            // Every number is handed out once, so the place is empty.
            let _ = place.set(cell);
            (self.effort.on_cell)();
            if failed {
                return;
            }
        }
    }
}

fn explore(world: &World, asked: PropertySet, limits: &Limits) -> Result<Cell, CellFailure> {
    let outcome = Reference
        .explore(&Checked::new(world.clone(), asked), limits)
        .map_err(|failure| CellFailure {
            failure,
            world: world.clone(),
        })?;
    let violated: PropertySet = outcome.violations.keys().copied().collect();
    let proved = asked
        .iter()
        .filter(|property| !violated.contains(*property));
    let proved = match outcome.cut_off {
        None => proved.collect(),
        Some(_) => PropertySet::EMPTY,
    };
    Ok(Cell {
        violated,
        proved,
        is_bounded: !world.bounds().is_empty(),
        states: outcome.states,
    })
}
