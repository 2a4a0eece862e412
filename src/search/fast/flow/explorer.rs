//! One worker: it expands its states, level by level.

use std::ops::Range;
use std::sync::Arc;

use timely::dataflow::operators::Capability;

use super::letter::{LETTER, Letter, Output, Stop};
use super::sink::Sink;
use super::{Share, Summary, Trouble};
use crate::search::Extent;
use crate::search::fast::Job;
use crate::search::fast::expand::{Expander, Transition};
use crate::search::fast::moment::Moment;
use crate::search::fast::order::{Order, PART};
use crate::search::fast::store::BATCH;
use crate::search::fast::word::append;
use crate::search::plain::guarded;

/// One worker of the search.
pub(super) struct Explorer {
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
pub(super) struct Level {
    pub(super) capability: Capability<Moment>,
    pub(super) cursor: u32,
    pub(super) end: u32,
}

/// How many states are expanded before a worker looks up.
const SLICE: u32 = 1024;

impl Explorer {
    pub(super) fn new(job: &Arc<Job>, worker: usize, workers: usize) -> Explorer {
        Explorer {
            expander: job.expander(),
            sink: Sink::new(job, worker, workers),
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
    pub(super) fn begin(&mut self, begin: Capability<Moment>) {
        self.sink.begin(begin);
    }

    pub(super) fn receive(&mut self, capability: &Capability<Moment>, letter: Letter) {
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
    pub(super) fn work(
        &mut self,
        is_complete: impl Fn(&Moment) -> bool,
        output: Output<'_, '_>,
    ) -> bool {
        let mut left = SLICE;
        let mut is_ahead = false;
        while left > 0 && !self.stopped {
            self.check_limits(output);
            if self.level.is_none() && !self.open(&is_complete) {
                // Others may be working still. What is needed next is to be done anyway.
                is_ahead = !self.stopped && self.sink.prepare();
                break;
            }
            left = self.expand(left, output);
        }
        if self.stopped {
            self.level = None;
            self.sink.waiting.clear();
        }
        self.level.is_some() || is_ahead
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
        let Some(mut level) = self.level.take() else {
            return most;
        };
        let first = level.cursor;
        let end = level.end.min(first + most);
        while level.cursor < end {
            let number = self.choose(level.cursor..level.end);
            level.cursor += 1;
            self.expand_one(number, &level.capability);
            if self.sink.batch.hashes.len() >= BATCH || level.cursor == end {
                self.sink.put_away(&level.capability);
            }
            if self.sink.is_full {
                self.sink.send(&level.capability, LETTER, None, output);
            }
        }
        if level.cursor == level.end {
            self.close(&level, output);
        } else {
            self.level = Some(level);
        }
        most - (end - first)
    }

    /// Which state of a level is next, where so many are left as there are in the range.
    #[inline]
    fn choose(&mut self, left: Range<u32>) -> u32 {
        if let Some(number) = self.order.next() {
            return number;
        }
        if !self.expander.learns() {
            return left.start;
        }
        let part = left.start..left.end.min(left.start.saturating_add(PART));
        let Sink { store, job, .. } = &self.sink;
        let likeness = |number| job.likeness.of(store.state(number));
        self.order.prepare(part, likeness);
        self.order.next().unwrap_or(left.start)
    }

    /// Gives the successors of a state to the sink.
    #[inline]
    fn expand_one(&mut self, number: u32, at: &Capability<Moment>) {
        self.state.clear();
        append(&mut self.state, self.sink.store.state(number));
        let sink = &mut self.sink;
        sink.stand_at(&self.state);
        let visit = |transition: Transition, next: &[u8]| sink.take(transition, next);
        let message = match guarded(|| self.expander.expand(&self.state, visit), Vec::new) {
            Ok(Ok(transitions)) => {
                self.transitions += transitions as u64;
                return;
            }
            Ok(Err(misfit)) => misfit.to_string(),
            Err(panicked) => panicked.message,
        };
        self.stop_after = Some(*at.time());
        self.troubles.push(Trouble {
            cost: at.time().cost(),
            state: self.state.clone(),
            message,
        });
    }

    /// Sends what is left of a level, and if something was wrong with it that it is the last.
    fn close(&mut self, level: &Level, output: Output<'_, '_>) {
        let tells = self.stop_after.is_some() && !self.has_told && !self.troubles.is_empty();
        self.has_told |= tells;
        let stop = tells.then(|| Stop::After(*level.capability.time()));
        self.sink.send(&level.capability, 1, stop, output);
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
        let waiting = self.sink.waiting.values().next();
        let capability = match (&self.level, waiting) {
            (Some(level), _) => level.capability.clone(),
            (None, Some(waiting)) => waiting.capability.clone(),
            (None, None) => return, // Nobody could be told now; it is noticed again when there is work.
        };
        self.sink.limit = limit;
        self.stopped = true;
        self.sink.send(&capability, 1, Some(Stop::Now), output);
    }

    pub(super) fn finish(mut self) -> Share {
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
