//! The fast search: packed states, many workers, one program for a thread, a machine or several.
//!
//! `flow` is the search itself, a loop in a timely dataflow. States travel and are kept packed
//! ([`codec`]), each on one worker (`store`, `table`), in the order of their cost (`moment`). `expand`
//! works out successors, where it can from what was learned (`learned`, `short_cut`), and states that
//! are alike stay together (`likeness`). `symmetry` explores one state for all that differ only in
//! names. When the space is explored, `paths` works out the cheapest counterexamples, and `stuck` looks
//! for loops without a grant.

mod bits;
mod bucket;
mod budget;
pub mod cluster;
pub mod codec;
mod expand;
mod flow;
mod gather;
mod learned;
mod likeness;
mod moment;
mod order;
mod pages;
mod paths;
mod short_cut;
mod space;
mod store;
mod stuck;
mod symmetry;
mod table;
mod whole;
mod word;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use timely::communication::allocator::AllocatorBuilder;
use timely::{CommunicationConfig, WorkerConfig};

use self::budget::Budget;
use self::codec::Codec;
use self::expand::Expander;
use self::flow::{Share, Summary};
use self::likeness::Likeness;
use self::space::Space;
use self::store::Store;
pub use self::symmetry::Reductions;
use super::plain::guarded;
use super::{Cause, Checked, Engine, Failure, Limits, Outcome};
use crate::property::Property;

/// The fast search on one machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fast {
    /// How many threads search, at least one.
    pub threads: usize,
    /// Which states are explored for others.
    pub reductions: Reductions,
}

impl Default for Fast {
    fn default() -> Fast {
        Fast {
            threads: 1,
            reductions: Reductions::ALL,
        }
    }
}

impl Engine for Fast {
    fn explore(&self, model: &Checked, limits: &Limits) -> Result<Outcome, Failure> {
        let threads = self.threads.max(1);
        let job = Job::new(model, limits, self.reductions, threads, Arc::default())?;
        let start = |message| Failure::new(Cause::Start, format!("no workers: {message}"));
        let communication = match threads {
            1 => CommunicationConfig::Thread,
            threads => CommunicationConfig::Process(threads),
        };
        let (builders, _) = communication.try_build().map_err(start)?;
        let shares = job.run(builders, |_, share| Some(share))?;
        let (stores, summaries) = shares.into_iter().map(|s| (s.store, s.summary)).unzip();
        job.answer(Space::new(&job, stores), summaries, threads)
    }
}

/// All that the workers of one process have to know.
#[derive(Debug)]
pub(crate) struct Job {
    model: Arc<Checked>,
    codec: Arc<Codec>,
    likeness: Likeness,
    reductions: Reductions,
    budget: Arc<Budget>,
    /// How many workers this process has.
    threads: usize,
    /// The initial state.
    initial: Vec<u8>,
    /// Set when another process is lost, and the search is in vain.
    is_alone: Arc<AtomicBool>,
}

impl Job {
    fn new(
        model: &Checked,
        limits: &Limits,
        reductions: Reductions,
        threads: usize,
        is_alone: Arc<AtomicBool>,
    ) -> Result<Arc<Job>, Failure> {
        let prepare = || Job::prepare(model, limits, reductions, threads, is_alone);
        let prepared = guarded(prepare, Vec::new);
        prepared.map_err(|panicked| Failure::new(Cause::World, panicked.message))?
    }

    fn prepare(
        model: &Checked,
        limits: &Limits,
        reductions: Reductions,
        threads: usize,
        is_alone: Arc<AtomicBool>,
    ) -> Result<Arc<Job>, Failure> {
        let codec = Codec::new(model);
        let mut job = Job {
            threads,
            model: Arc::new(model.clone()),
            likeness: Likeness::new(&model.world, &codec),
            codec: Arc::new(codec),
            reductions,
            budget: Arc::new(Budget::new(limits)),
            initial: Vec::new(),
            is_alone,
        };
        let packed = job.expander().pack(&model.initial()).map(<[u8]>::to_vec);
        job.initial = packed.map_err(|misfit| Failure::new(Cause::World, misfit.to_string()))?;
        Ok(Arc::new(job))
    }

    fn expander(&self) -> Expander {
        Expander::new(self, self.reductions)
    }

    fn is_alone(&self) -> bool {
        self.is_alone.load(Ordering::Relaxed)
    }

    /// A store for states of this model. For each, memory is kept free for the marks on the way to
    /// violations.
    fn store(&self) -> Store {
        let marks = size_of::<paths::Marks>();
        Store::new(self.codec.width(), marks, Arc::clone(&self.budget))
    }

    /// Lets workers search, and do with what each has found as they are told.
    fn run<T: Send + 'static>(
        self: &Arc<Job>,
        builders: Vec<AllocatorBuilder>,
        then: impl Fn(&mut timely::worker::Worker, Share) -> Option<T> + Send + Sync + 'static,
    ) -> Result<Vec<T>, Failure> {
        let job = Arc::clone(self);
        let work = move |worker: &mut timely::worker::Worker| {
            let whole = |worker: &mut _| {
                let share = flow::explore(worker, &job)?;
                then(worker, share)
            };
            let result = guarded(|| whole(worker), Vec::new);
            if result.is_err() {
                // The others would wait for this worker, and it for its own dataflow.
                job.is_alone.store(true, Ordering::Relaxed);
                flow::give_up(worker);
            }
            result
        };
        let nothing = Box::new(());
        let guards =
            timely::execute::execute_from(builders, nothing, WorkerConfig::default(), work)
                .map_err(|message| Failure::new(Cause::Start, message))?;
        let lost = || Failure::new(Cause::Lost, "another process was lost during the search");
        let died = |message| Failure::new(Cause::Start, format!("a worker died: {message}"));
        let results = guards.join().into_iter();
        let results = results.map(|result| match result {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(panicked)) => Err(died(panicked.message)),
            Err(message) => Err(died(message)),
        });
        let results: Vec<_> = results.collect::<Result<_, _>>()?;
        results.into_iter().map(|r| r.ok_or_else(lost)).collect()
    }

    /// The outcome of a search in which each worker found what its summary says.
    fn answer(
        self: &Arc<Job>,
        space: Space,
        summaries: Vec<Summary>,
        threads: usize,
    ) -> Result<Outcome, Failure> {
        let answered = guarded(|| self.conclude(&space, &summaries, threads), Vec::new);
        answered.map_err(|panicked| Failure::new(Cause::World, panicked.message))?
    }

    fn conclude(
        &self,
        space: &Space,
        summaries: &[Summary],
        threads: usize,
    ) -> Result<Outcome, Failure> {
        if let Some(failure) = paths::to_trouble(space, summaries, threads) {
            return Err(failure);
        }
        let count = |of: fn(&Summary) -> u64| -> usize {
            usize::try_from(summaries.iter().map(of).sum::<u64>()).unwrap_or(usize::MAX)
        };
        let states = count(|summary| summary.states);
        let limit = summaries.iter().find_map(|summary| summary.cut_off);
        let mut cut_off = limit.or_else(|| self.budget.too_many(states));
        let mut violations = paths::to_violations(space, &first(summaries), threads);
        if self.model.asked.contains(Property::StuckLock) && cut_off.is_none() {
            match stuck::find(space, threads) {
                Ok(found) => violations.extend(found.map(|found| (Property::StuckLock, found))),
                Err(limit) => cut_off = Some(limit),
            }
        }
        Ok(Outcome {
            asked: self.model.asked,
            states,
            transitions: count(|summary| summary.transitions),
            depth: summaries
                .iter()
                .map(|summary| summary.depth as usize)
                .max()
                .unwrap_or(0),
            cut_off,
            violations,
            cheapest: cut_off.is_none(),
            reduced: self.reductions != Reductions::NONE,
            time: self.budget.elapsed(),
        })
    }
}

/// The cost of the cheapest violation of each property that has one.
fn first(summaries: &[Summary]) -> BTreeMap<Property, super::plain::Cost> {
    let of = |property: Property| {
        let costs = summaries.iter().filter_map(|s| s.first[property as usize]);
        costs.min().map(|cost| (property, cost))
    };
    Property::ALL.into_iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::PropertySet;
    use crate::world::World;

    /// A defect of this program, not of the world: nobody waits for that worker for ever.
    #[test]
    fn a_worker_that_panics_ends_the_search_of_all() {
        let model = Checked::new(World::empty(), PropertySet::EMPTY);
        let job = Job::new(
            &model,
            &Limits::default(),
            Reductions::NONE,
            2,
            Arc::default(),
        )
        .unwrap();
        let (builders, _) = CommunicationConfig::Process(2).try_build().unwrap();
        let of_all = Arc::clone(&job);
        let then = move |worker: &mut timely::worker::Worker, _| {
            assert_ne!(worker.index(), 1, "the second dies");
            while !of_all.is_alone() {
                std::thread::yield_now();
            }
            None::<()>
        };
        let failure = job.run(builders, then).unwrap_err();
        assert_eq!(failure.cause, Cause::Start);
        assert!(failure.message.contains("the second dies"), "{failure:?}");
    }
}
