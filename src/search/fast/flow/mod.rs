//! The search as a dataflow: one loop, around which states travel to the worker that keeps them.
//!
//! ```text
//!        ┌───────────── one step later ─────────────┐
//!        │                                          │
//!        └─▶ to the worker that keeps it ─▶ explore ┘
//! ```
//!
//! The time of the dataflow is the cost of a state (see [`super::moment`]). A worker opens a level,
//! all its states of one cost, when timely says that no more of them can be under way, and expands
//! it. Successors without a fault belong to the very next level, so they are stored as soon as they
//! arrive. Successors with a fault belong to a level that may be far ahead, and before it there may
//! be a cheaper way to the same state; they wait packed until their level is the next one.
//!
//! Which worker finds a state first depends on luck, which states there are at which cost does not.

mod explorer;
mod letter;
mod sink;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{ConnectLoop, Feedback};
use timely::worker::Worker;

use self::explorer::Explorer;
use self::letter::Letter;
use super::Job;
use super::moment::{Moment, Steps};
use super::store::Store;
use crate::search::Limit;
use crate::search::plain::Cost;

/// What one worker has found.
#[derive(Debug)]
pub(super) struct Share {
    /// The states that it keeps.
    pub(super) store: Store,
    /// What else there is to tell.
    pub(super) summary: Summary,
}

/// What there is to tell about the states of one worker.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Summary {
    /// The worker.
    pub(super) worker: usize,
    /// How many states it keeps.
    pub(super) states: u64,
    /// How many transitions it has taken.
    pub(super) transitions: u64,
    /// The most steps to any of its states.
    pub(super) depth: u32,
    /// For each property the cost of its first violation, by the place of the property in
    /// [`Property::ALL`].
    pub(super) first: Vec<Option<Cost>>,
    /// States whose successors could not be worked out, of one cost.
    pub(super) troubles: Vec<Trouble>,
    /// What stopped it before the end.
    pub(super) cut_off: Option<Limit>,
}

/// The world panicked in this state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Trouble {
    /// The cost of the state.
    pub(super) cost: Cost,
    /// The state.
    pub(super) state: Vec<u8>,
    /// What the panic said.
    pub(super) message: String,
}

/// How long a worker sleeps at most before it looks whether all peers are still there.
const NAP: Duration = Duration::from_millis(50);

/// Takes part in the search as one of its workers. `None` if a peer was lost.
pub(super) fn explore(worker: &mut Worker, job: &Arc<Job>) -> Option<Share> {
    let explorer = Rc::new(RefCell::new(Explorer::new(
        job,
        worker.index(),
        worker.peers(),
    )));
    let shared = Rc::clone(&explorer);
    worker.dataflow::<Moment, _, _>(move |scope| {
        let (handle, cycle) = scope.feedback::<Vec<Letter>>(Steps(1));
        let to_keeper = Exchange::new(|letter: &Letter| letter.to);
        cycle
            .unary_frontier(to_keeper, "explore", move |begin, info| {
                let activator = scope.activator_for(info.address);
                shared.borrow_mut().begin(begin);
                move |(input, frontier), output| {
                    let mut explorer = shared.borrow_mut();
                    input.for_each_stamp(|capability, letters| {
                        let Some(capability) = capability.retain_least(output.output_index())
                        else {
                            return;
                        };
                        for letter in letters.flat_map(|letters| letters.drain(..)) {
                            explorer.receive(&capability, letter);
                        }
                    });
                    let is_complete = |moment: &Moment| !frontier.frontier().less_equal(moment);
                    if explorer.work(is_complete, output) {
                        activator.activate();
                    }
                }
            })
            .connect_loop(handle);
    });
    run(worker, job)?;
    Rc::into_inner(explorer).map(|explorer| explorer.into_inner().finish())
}

/// Runs all dataflows of the worker to their end. `None` if a peer was lost.
pub(super) fn run(worker: &mut Worker, job: &Job) -> Option<()> {
    while worker.step_or_park(Some(NAP)) {
        if job.is_alone() {
            give_up(worker);
            return None;
        }
    }
    Some(())
}

/// Ends all dataflows of the worker before they have come to their end.
pub(super) fn give_up(worker: &mut Worker) {
    for dataflow in worker.installed_dataflows() {
        worker.drop_dataflow(dataflow);
    }
}
