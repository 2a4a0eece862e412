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
//! be a cheaper way to the same state; they wait packed until their level is opened.
//!
//! Which worker finds a state first depends on luck, which states there are at which cost does not.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::OutputBuilderSession;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Capability, ConnectLoop, Feedback};
use timely::worker::Worker;

use super::Job;
use super::expand::{Expander, Transition};
use super::moment::{Moment, Steps};
use super::order::{Order, PART};
use super::store::{BATCH, Store, hash};
use crate::property::Property;
use crate::search::plain::{Cost, guarded};
use crate::search::{Extent, Limit};

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

/// States on their way to the worker that keeps them.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Letter {
    to: u64,
    from: u64,
    /// How many states the sender has found so far.
    found: u64,
    stop: Option<Stop>,
    #[serde(with = "serde_bytes")]
    states: Vec<u8>,
}

/// That the search has to end early.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Stop {
    /// At once: a limit has been reached.
    Now,
    /// After the level of this moment: there is something wrong with one of its states. The level is
    /// finished first, so that the same is found wrong whoever finds it.
    After(Moment),
}

/// How many states are expanded before a worker looks up.
const SLICE: u32 = 1024;

/// How many bytes of states make a letter.
const LETTER: usize = 1 << 14;

/// How long a worker sleeps at most before it looks whether all peers are still there.
const NAP: Duration = Duration::from_millis(50);

type Output<'a, 'b> =
    &'a mut OutputBuilderSession<'b, Moment, CapacityContainerBuilder<Vec<Letter>>>;

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
            for dataflow in worker.installed_dataflows() {
                worker.drop_dataflow(dataflow);
            }
            return None;
        }
    }
    Some(())
}

/// One worker of the search.
struct Explorer {
    expander: Expander,
    sink: Sink,
    level: Option<Level>,
    order: Order,
    /// The state that is being expanded.
    state: Vec<u8>,
    transitions: u64,
    troubles: Vec<Trouble>,
    stop_after: Option<Moment>,
    stopped: bool,
    has_told: bool,
}

/// The level that is being expanded.
struct Level {
    capability: Capability<Moment>,
    cursor: u32,
    end: u32,
}

/// Successors that this worker keeps and that are put away together, so that the memory can fetch what
/// is needed for one while another is looked at.
#[derive(Default)]
struct Batch {
    states: Vec<u8>,
    hashes: Vec<u64>,
    /// Those with a fault.
    faulty: Vec<u8>,
}

/// Where states go.
struct Sink {
    worker: usize,
    job: Arc<Job>,
    store: Store,
    /// The moment of the states that are stored from `end` on.
    next: Moment,
    end: u32,
    waiting: BTreeMap<Moment, Waiting>,
    /// What this worker keeps, and has not looked up yet.
    batch: Batch,
    /// For each worker the states to be sent, without and with a fault.
    outbox: Vec<[Vec<u8>; 2]>,
    is_full: bool,
    /// How many states each worker has found, as far as is known here.
    found: Vec<u64>,
    first: Vec<Option<Cost>>,
    limit: Option<Limit>,
}

/// States of a level that is not open yet.
struct Waiting {
    capability: Capability<Moment>,
    pieces: Vec<Vec<u8>>,
    claimed: usize,
}

impl Waiting {
    fn at(capability: Capability<Moment>) -> Waiting {
        Waiting {
            capability,
            pieces: Vec::new(),
            claimed: 0,
        }
    }
}

impl Explorer {
    fn new(job: &Arc<Job>, worker: usize, workers: usize) -> Explorer {
        Explorer {
            expander: job.expander(),
            sink: Sink {
                worker,
                store: job.store(),
                job: Arc::clone(job),
                next: Moment::default(),
                end: 0,
                waiting: BTreeMap::new(),
                batch: Batch::default(),
                outbox: vec![Default::default(); workers],
                is_full: false,
                found: vec![0; workers],
                first: vec![None; Property::ALL.len()],
                limit: None,
            },
            level: None,
            order: Order::default(),
            state: Vec::new(),
            transitions: 0,
            troubles: Vec::new(),
            stop_after: None,
            stopped: false,
            has_told: false,
        }
    }

    /// The worker that keeps the initial state begins with it.
    fn begin(&mut self, begin: Capability<Moment>) {
        let initial = self.sink.job.initial.clone();
        if self.sink.keeper(&initial) == self.sink.worker {
            let mut waiting = Waiting::at(begin);
            waiting.pieces.push(initial);
            self.sink.waiting.insert(Moment::default(), waiting);
        }
    }

    fn receive(&mut self, capability: &Capability<Moment>, letter: Letter) {
        let found = &mut self.sink.found[usize::try_from(letter.from).unwrap_or(0)];
        *found = letter.found.max(*found);
        match letter.stop {
            Some(Stop::Now) => self.stopped = true,
            Some(Stop::After(moment)) => {
                self.stop_after = Some(self.stop_after.map_or(moment, |other| other.min(moment)));
            }
            None => {}
        }
        if !self.stopped {
            self.sink.receive(capability, letter.states);
        }
    }

    /// Does a part of the work that there is. The answer is whether there is more at once.
    fn work(&mut self, is_complete: impl Fn(&Moment) -> bool, output: Output<'_, '_>) -> bool {
        let mut left = SLICE;
        while left > 0 && !self.stopped {
            self.check_limits(output);
            if self.level.is_none() && !self.open(&is_complete) {
                break;
            }
            left = self.expand(left, output);
        }
        if self.stopped {
            self.level = None;
            self.sink.waiting.clear();
        }
        self.level.is_some()
    }

    /// Opens the next level if it is complete. The answer is whether it is open.
    fn open(&mut self, is_complete: impl Fn(&Moment) -> bool) -> bool {
        let Some((moment, _)) = self.sink.waiting.first_key_value() else {
            return false;
        };
        if self.stop_after.is_some_and(|last| *moment > last) {
            self.stopped = true;
            return false;
        }
        if self.stopped || !is_complete(moment) {
            return false;
        }
        self.level = self.sink.open();
        self.level.is_some()
    }

    /// Expands states of the open level, and closes it after the last. The answer is how many states
    /// may still be expanded.
    fn expand(&mut self, most: u32, output: Output<'_, '_>) -> u32 {
        let Some(level) = &mut self.level else {
            return most;
        };
        let first = level.cursor;
        let end = level.end.min(first + most);
        while level.cursor < end {
            let number = self.order.next().unwrap_or_else(|| {
                let part = level.cursor..level.end.min(level.cursor.saturating_add(PART));
                let store = &self.sink.store;
                let likeness = |number| self.sink.job.likeness.of(store.state(number));
                self.order.prepare(part.clone(), likeness);
                self.order.next().unwrap_or(part.start)
            });
            self.state.clear();
            self.state.extend_from_slice(self.sink.store.state(number));
            level.cursor += 1;
            let sink = &mut self.sink;
            let visit = |transition: Transition, next: &[u8]| {
                sink.take(transition.kind.is_fault, next);
            };
            let expanded = guarded(|| self.expander.expand(&self.state, visit), Vec::new);
            let message = match expanded {
                Ok(Ok(transitions)) => {
                    self.transitions += transitions as u64;
                    None
                }
                Ok(Err(misfit)) => Some(misfit.to_string()),
                Err(panicked) => Some(panicked.message),
            };
            if let Some(message) = message {
                self.stop_after = Some(*level.capability.time());
                self.troubles.push(Trouble {
                    cost: level.capability.time().cost(),
                    state: self.state.clone(),
                    message,
                });
            }
            if self.sink.batch.hashes.len() >= BATCH || level.cursor == end {
                self.sink.put_away(&level.capability);
            }
            if self.sink.is_full {
                self.sink.send(&level.capability, LETTER, None, output);
            }
        }
        let done = level.cursor - first;
        if level.cursor == level.end {
            let moment = *level.capability.time();
            let stop = self
                .stop_after
                .filter(|_| !self.has_told && !self.troubles.is_empty());
            self.has_told |= stop.is_some();
            let stop = stop.map(|_| Stop::After(moment));
            self.sink.send(&level.capability, 1, stop, output);
            self.level = None;
        }
        most - done
    }

    /// How far the search is: the states of all workers, and what waits for this one.
    fn extent(&self) -> Extent {
        let found: u64 = self.sink.found.iter().sum();
        let next = || self.sink.waiting.keys().next().copied();
        let level = self.level.as_ref().map(|level| *level.capability.time());
        let moment = level.or_else(next);
        let of_level = self
            .level
            .as_ref()
            .map_or(0, |level| (level.end - level.cursor) as usize);
        let width = self.sink.job.codec.width().max(1);
        let pieces = self
            .sink
            .waiting
            .values()
            .flat_map(|waiting| &waiting.pieces);
        Extent {
            states: usize::try_from(found).unwrap_or(usize::MAX),
            depth: moment.map_or(0, |moment| moment.cost().steps as usize),
            waiting: of_level + pieces.map(|piece| piece.len() / width).sum::<usize>(),
        }
    }

    fn check_limits(&mut self, output: Output<'_, '_>) {
        self.sink.found[self.sink.worker] = self.sink.store.len().into();
        let extent = self.extent();
        let limit = self
            .sink
            .limit
            .or_else(|| self.sink.job.budget.exceeded(extent));
        if limit.is_none() {
            return;
        }
        self.sink.limit = limit;
        self.stopped = true;
        let waiting = self.sink.waiting.values().next();
        let capability = match (&self.level, waiting) {
            (Some(level), _) => level.capability.clone(),
            (None, Some(waiting)) => waiting.capability.clone(),
            (None, None) => return, // It waits for others, who will notice themselves.
        };
        self.sink.send(&capability, 1, Some(Stop::Now), output);
    }

    fn finish(mut self) -> Share {
        self.sink.name_last_level();
        let Sink {
            store,
            first,
            limit,
            worker,
            ..
        } = self.sink;
        let summary = Summary {
            worker,
            states: store.len().into(),
            transitions: self.transitions,
            depth: store.costs().map(|cost| cost.steps).max().unwrap_or(0),
            first,
            troubles: self.troubles,
            cut_off: limit,
        };
        Share { store, summary }
    }
}

impl Sink {
    /// Takes the successor of a state: into the batch, or into the outbox if another worker keeps it.
    #[inline]
    fn take(&mut self, is_fault: bool, next: &[u8]) {
        let keeper = self.keeper(next);
        if keeper != self.worker {
            let states = &mut self.outbox[keeper][usize::from(is_fault)];
            states.extend_from_slice(next);
            self.is_full |= states.len() >= LETTER;
        } else if is_fault {
            self.batch.faulty.extend_from_slice(next);
        } else {
            self.batch.states.extend_from_slice(next);
            self.batch.hashes.push(hash(next));
        }
    }

    #[inline]
    fn keeper(&self, state: &[u8]) -> usize {
        self.job.likeness.keeper(state, self.outbox.len())
    }

    /// Stores what is in the batch, or lets it wait.
    fn put_away(&mut self, from: &Capability<Moment>) {
        let mut batch = std::mem::take(&mut self.batch);
        if !batch.hashes.is_empty() {
            self.hold_next(from);
            self.insert_batch(&batch.states, &batch.hashes);
        }
        if !batch.faulty.is_empty() {
            // A state that is known is cheaper than this one, or becomes known at its level: it is
            // looked up then.
            let moment = Moment::of(from.time().cost().after(true));
            self.wait(&from.delayed(&moment), &batch.faulty);
        }
        batch.states.clear();
        batch.hashes.clear();
        batch.faulty.clear();
        self.batch = batch;
    }

    /// Stores a state of the next level.
    #[inline]
    fn insert(&mut self, state: &[u8], hash: u64) {
        match self.store.insert(state, hash) {
            Ok(true) => {
                for property in self.job.codec.violated(state).iter() {
                    self.first[property as usize].get_or_insert(self.next.cost());
                }
            }
            Ok(false) => {}
            Err(limit) => self.limit = Some(limit),
        }
    }

    /// Holds on to the right to expand the next level.
    #[inline]
    fn hold_next(&mut self, from: &Capability<Moment>) {
        if !self.waiting.contains_key(&self.next) {
            let waiting = Waiting::at(from.delayed(&self.next));
            self.waiting.insert(self.next, waiting);
        }
    }

    /// Keeps states until their level is opened.
    fn wait(&mut self, at: &Capability<Moment>, states: &[u8]) {
        let waiting = self.waiting.get_mut(at.time());
        let piece = waiting.and_then(|waiting| waiting.pieces.last_mut());
        match piece.filter(|piece| piece.capacity() - piece.len() >= states.len()) {
            Some(piece) => piece.extend_from_slice(states),
            None => {
                let mut piece = Vec::with_capacity(LETTER.max(states.len()));
                piece.extend_from_slice(states);
                self.keep(at, piece);
            }
        }
    }

    fn receive(&mut self, at: &Capability<Moment>, states: Vec<u8>) {
        if states.is_empty() {
            return;
        }
        if *at.time() == self.next {
            self.hold_next(at);
            return self.insert_all(&states);
        }
        self.keep(at, states);
    }

    fn keep(&mut self, at: &Capability<Moment>, piece: Vec<u8>) {
        match self.job.budget.claim(piece.capacity()) {
            Ok(()) => {
                let waiting = self.waiting.entry(*at.time());
                let waiting = waiting.or_insert_with(|| Waiting::at(at.clone()));
                waiting.claimed += piece.capacity();
                waiting.pieces.push(piece);
            }
            Err(limit) => self.limit = Some(limit),
        }
    }

    fn insert_all(&mut self, states: &[u8]) {
        let width = self.job.codec.width();
        let mut hashes = [0; BATCH];
        for batch in states.chunks(BATCH * width) {
            let count = batch.len() / width;
            for (hash_, state) in hashes.iter_mut().zip(batch.chunks_exact(width)) {
                *hash_ = hash(state);
            }
            self.insert_batch(batch, &hashes[..count]);
        }
    }

    fn insert_batch(&mut self, states: &[u8], hashes: &[u64]) {
        let width = self.job.codec.width();
        for (states, hashes) in states.chunks(BATCH * width).zip(hashes.chunks(BATCH)) {
            self.store.glance_at(hashes);
            for (state, hash) in states.chunks_exact(width).zip(hashes) {
                self.insert(state, *hash);
            }
        }
    }

    /// Opens the first level that waits, if any of its states are new.
    fn open(&mut self) -> Option<Level> {
        let (moment, waiting) = self.waiting.pop_first()?;
        self.next = moment;
        for piece in &waiting.pieces {
            self.insert_all(piece);
        }
        self.job.budget.release(waiting.claimed);
        let cursor = self.end;
        self.name_last_level();
        self.end = self.store.len();
        self.next = Moment::of(moment.cost().after(false));
        Some(Level {
            capability: waiting.capability,
            cursor,
            end: self.end,
        })
    }

    fn name_last_level(&mut self) {
        if self.store.len() > self.end {
            self.store.begin_level(self.next.cost(), self.end);
        }
    }

    /// Sends what there is for other workers, if it is so many bytes.
    fn send(
        &mut self,
        from: &Capability<Moment>,
        least: usize,
        stop: Option<Stop>,
        output: Output<'_, '_>,
    ) {
        self.is_full = false;
        for is_fault in [false, true] {
            let stop = stop.filter(|_| !is_fault);
            let moment = from.time().to_send(is_fault);
            let capability = from.delayed(&moment);
            let mut session = output.session(&capability);
            for (to, boxes) in self.outbox.iter_mut().enumerate() {
                let states = &mut boxes[usize::from(is_fault)];
                let has_news = stop.is_some() && to != self.worker;
                if states.len() >= least || has_news {
                    session.give(Letter {
                        to: to as u64,
                        from: self.worker as u64,
                        found: self.store.len().into(),
                        stop,
                        states: std::mem::take(states),
                    });
                }
            }
        }
    }
}
