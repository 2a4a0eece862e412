//! Where the successors of a state go: into the store, on hold, or to another worker.

use std::collections::BTreeMap;
use std::sync::Arc;

use timely::dataflow::operators::Capability;

use super::explorer::Level;
use super::letter::{LETTER, Letter, Output, Stop};
use crate::property::Property;
use crate::search::Limit;
use crate::search::fast::Job;
use crate::search::fast::expand::Transition;
use crate::search::fast::likeness::Address;
use crate::search::fast::moment::Moment;
use crate::search::fast::store::{BATCH, Store, hash};
use crate::search::fast::word::append;
use crate::search::plain::Cost;

/// Where states go.
pub(super) struct Sink {
    pub(super) worker: usize,
    pub(super) job: Arc<Job>,
    pub(super) store: Store,
    /// The moment of the states that are stored from `end` on.
    pub(super) next: Moment,
    pub(super) end: u32,
    pub(super) waiting: BTreeMap<Moment, Waiting>,
    /// What this worker keeps, and has not looked up yet.
    pub(super) batch: Batch,
    /// For each worker the states to be sent, without and with a fault.
    pub(super) outbox: Vec<[Vec<u8>; 2]>,
    pub(super) is_full: bool,
    /// The stages of the state whose successors are taken, if there are others to keep them.
    stages: Address,
    /// How many states each worker has found, as far as is known here.
    pub(super) found: Vec<u64>,
    pub(super) first: Vec<Option<Cost>>,
    pub(super) limit: Option<Limit>,
}

/// Successors that this worker keeps and that are put away together, so that the memory can fetch what
/// is needed for one while another is looked at.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) states: Vec<u8>,
    pub(super) hashes: Vec<u64>,
    /// Those with a fault.
    pub(super) faulty: Vec<u8>,
}

/// States of a level that is not open yet.
pub(super) struct Waiting {
    pub(super) capability: Capability<Moment>,
    /// Memory is claimed for all that each has room for.
    pub(super) pieces: Vec<Vec<u8>>,
}

impl Waiting {
    fn at(capability: Capability<Moment>) -> Waiting {
        Waiting {
            capability,
            pieces: Vec::new(),
        }
    }
}

impl Sink {
    /// The sink of one worker of so many.
    pub(super) fn new(job: &Arc<Job>, worker: usize, workers: usize) -> Sink {
        Sink {
            worker,
            store: job.store(),
            job: Arc::clone(job),
            next: Moment::default(),
            end: 0,
            waiting: BTreeMap::new(),
            batch: Batch::default(),
            outbox: vec![Default::default(); workers],
            is_full: false,
            stages: Address::default(),
            found: vec![0; workers],
            first: vec![None; Property::ALL.len()],
            limit: None,
        }
    }

    /// The initial state waits for its level if this worker keeps it.
    pub(super) fn begin(&mut self, begin: Capability<Moment>) {
        let initial = self.job.initial.clone();
        if self.keeper(&initial) == self.worker {
            self.keep(&begin, initial);
        }
    }

    /// Remembers where a state is whose successors are taken next.
    #[inline]
    pub(super) fn stand_at(&mut self, state: &[u8]) {
        if self.outbox.len() > 1 {
            self.stages = self.job.likeness.stages(state);
        }
    }

    /// Takes the successor of a state: into the batch, or into the outbox if another worker keeps it.
    #[inline]
    pub(super) fn take(&mut self, transition: Transition, next: &[u8]) {
        let is_fault = transition.kind.is_fault;
        let keeper = match transition.change {
            Some(change) => self.stages.after(change).keeper(self.outbox.len()),
            None => self.keeper(next),
        };
        if keeper != self.worker {
            let states = &mut self.outbox[keeper][usize::from(is_fault)];
            append(states, next);
            self.is_full |= states.len() >= LETTER;
        } else if is_fault {
            append(&mut self.batch.faulty, next);
        } else {
            append(&mut self.batch.states, next);
            self.batch.hashes.push(hash(next));
        }
    }

    #[inline]
    fn keeper(&self, state: &[u8]) -> usize {
        self.job.likeness.keeper(state, self.outbox.len())
    }

    /// Stores what is in the batch, or lets it wait.
    pub(super) fn put_away(&mut self, from: &Capability<Moment>) {
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

    pub(super) fn receive(&mut self, at: &Capability<Moment>, states: Vec<u8>) {
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

    /// Stores some of the states that wait for the next level. The answer is whether there were any.
    pub(super) fn prepare(&mut self) -> bool {
        let waiting = self.waiting.get_mut(&self.next);
        let Some(piece) = waiting.and_then(|waiting| waiting.pieces.pop()) else {
            return false;
        };
        self.insert_all(&piece);
        self.job.budget.release(piece.capacity());
        true
    }

    /// Opens the first level that waits, if any of its states are new.
    pub(super) fn open(&mut self) -> Option<Level> {
        self.next = *self.waiting.first_key_value()?.0;
        while self.prepare() {}
        let (moment, waiting) = self.waiting.pop_first()?;
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

    pub(super) fn name_last_level(&mut self) {
        if self.store.len() > self.end {
            self.store.begin_level(self.next.cost(), self.end);
        }
    }

    /// Sends what there is for other workers, if it is so many bytes.
    pub(super) fn send(
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
