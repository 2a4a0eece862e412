//! From one packed state to its successors by what was learned: see [`super::learned`].
//!
//! In debug builds every list of successors is compared with the one that the rules of the world give.

use std::sync::Arc;

use super::Job;
use super::codec::{Codec, Misfit};
use super::learned::{Key, Kind, Learned, Move};
use super::likeness::Change;
use super::whole::Whole;
use super::word::{Layout, Word, word};
use crate::world::Event;

/// Works out successors from what was learned.
#[derive(Debug)]
pub(super) struct ShortCut {
    codec: Arc<Codec>,
    layout: Layout,
    learned: Learned,
    steps: Vec<Step>,
    /// Whether the rules have to be asked, and were told the state.
    is_laid_out: bool,
    moves: Vec<Move>,
    packed: Vec<u8>,
}

/// One transition from the state that was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Where it leads.
    pub(super) next: Word,
    /// How the address there follows from the stages here, if that was learned.
    pub(super) change: Option<Change>,
    /// What else there is to know.
    pub(super) kind: Kind,
}

/// Nobody in particular.
const NOBODY: usize = usize::MAX;

impl ShortCut {
    /// A short cut through the model of this job, if its states fit into a word, and its steps change
    /// little.
    pub(super) fn of(job: &Job) -> Option<ShortCut> {
        if !job.model.world.steps_are_local() {
            return None;
        }
        Some(ShortCut {
            codec: Arc::clone(&job.codec),
            layout: job.likeness.layout()?.clone(),
            learned: Learned::new(Arc::clone(&job.budget)),
            steps: Vec::new(),
            is_laid_out: false,
            moves: Vec::new(),
            packed: Vec::new(),
        })
    }

    /// Works out the transitions from a packed state. What is not known yet, `whole` works out.
    pub(super) fn open(&mut self, bytes: &[u8], whole: &mut Whole) -> Result<(), Misfit> {
        self.steps.clear();
        self.is_laid_out = false;
        let state = word(bytes);
        let before = state & !self.layout.violated;
        let is_fresh = state & self.layout.acted == 0;
        let shared = state & self.layout.surroundings;
        let tokens = self.layout.tokens(state);
        let mut somebody_is_due = false;
        for number in 0..self.layout.clients.len() {
            let client = self.layout.clients[number];
            let code = client.code(state);
            let waits = if code & client.pause == 0 {
                code & client.acted != 0
            } else {
                !is_fresh
            };
            if waits {
                continue;
            }
            somebody_is_due |= client.is_due(code);
            let others = tokens.others(client.token_of(code));
            let key = Key::step(shared, number, code, others);
            let moves = match self.learned.find(key) {
                Some(moves) => moves,
                None => {
                    self.learn(key, number, bytes, whole)?;
                    &self.moves
                }
            };
            for step in moves {
                self.steps.push(Step {
                    next: step.apply(&self.layout, before, number),
                    change: Some(step.change),
                    kind: step.kind,
                });
            }
        }
        if !somebody_is_due {
            let next = self.after_tick(before, bytes, whole)?;
            self.steps.push(Step {
                next,
                change: None,
                kind: Kind::default(),
            });
        }
        debug_assert!(self.agrees(bytes, whole));
        Ok(())
    }

    /// The transitions from the state that was opened.
    #[inline]
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    #[cold]
    fn learn(
        &mut self,
        key: Key,
        actor: usize,
        bytes: &[u8],
        whole: &mut Whole,
    ) -> Result<(), Misfit> {
        self.lay_out(bytes, whole);
        let before = word(bytes) & !self.layout.violated;
        self.moves.clear();
        for choice in 0..whole.events().len() {
            if actor_of(whole.events()[choice]) != actor {
                continue;
            }
            let kind = whole.take(choice);
            self.codec.pack(whole.next(), &mut self.packed)?;
            let after = word(&self.packed);
            let step = Move::between(&self.layout, before, after, actor, kind);
            self.moves.push(step.ok_or(Misfit::Step)?);
        }
        self.learned.insert(key, &self.moves);
        Ok(())
    }

    /// Time passes for each client, and for all that belongs to none, without a look at the rest.
    fn after_tick(
        &mut self,
        before: Word,
        bytes: &[u8],
        whole: &mut Whole,
    ) -> Result<Word, Misfit> {
        let timed = self.layout.timed;
        let mut after = self.tick(Key::time(before & timed), timed, bytes, whole)?;
        after |= before & self.layout.shared & !timed;
        for number in 0..self.layout.clients.len() {
            let client = self.layout.clients[number];
            let key = Key::time_of(number, client.code(before));
            after |= self.tick(key, client.all(), bytes, whole)?;
        }
        Ok(after)
    }

    /// What this part of the state becomes when time passes.
    #[inline]
    fn tick(
        &mut self,
        key: Key,
        part: Word,
        bytes: &[u8],
        whole: &mut Whole,
    ) -> Result<Word, Misfit> {
        if let Some([step]) = self.learned.find(key) {
            return Ok(step.set);
        }
        self.learn_tick(key, part, bytes, whole)
    }

    #[cold]
    fn learn_tick(
        &mut self,
        key: Key,
        part: Word,
        bytes: &[u8],
        whole: &mut Whole,
    ) -> Result<Word, Misfit> {
        self.lay_out(bytes, whole);
        let last = whole.events().len() - 1; // The tick is the last of all events.
        whole.take(last);
        self.codec.pack(whole.next(), &mut self.packed)?;
        let before = word(bytes) & self.layout.shared & !self.layout.timed;
        let after = word(&self.packed);
        if after & (self.layout.shared | self.layout.violated) & !self.layout.timed != before {
            return Err(Misfit::Step);
        }
        let set = after & part;
        self.learned.insert(key, &[Move::to(set)]);
        Ok(set)
    }

    fn lay_out(&mut self, bytes: &[u8], whole: &mut Whole) {
        if !self.is_laid_out {
            whole.open(bytes);
            self.is_laid_out = true;
        }
    }

    /// Whether the rules of the world say the same.
    fn agrees(&mut self, bytes: &[u8], whole: &mut Whole) -> bool {
        whole.open(bytes);
        let mut packed = Vec::new();
        let mut steps = self.steps.iter();
        let stages = self.layout.stages(word(bytes));
        (0..whole.events().len()).all(|choice| {
            let kind = whole.take(choice);
            let packs = self.codec.pack(whole.next(), &mut packed).is_ok();
            let next = word(&packed);
            let is_at = |change| stages.after(change) == self.layout.address(next);
            packs
                && steps.next().is_some_and(|step| {
                    (step.kind, step.next) == (kind, next) && step.change.is_none_or(is_at)
                })
        }) && steps.next().is_none()
    }
}

/// The client that takes the step.
fn actor_of(event: Event) -> usize {
    match event {
        Event::Act { client, .. } | Event::Pause(client) | Event::Resume(client) => client.into(),
        Event::Tick => NOBODY,
    }
}
