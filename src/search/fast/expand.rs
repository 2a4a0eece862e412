//! From one packed state to its successors.

use std::sync::Arc;

use super::codec::{Codec, Misfit};
use super::learned::{Key, Kind, Learned, Move};
use super::symmetry::{Reductions, Symmetry};
use super::whole::Whole;
use super::word::{Layout, Word};
use crate::search::{Checked, Node};
use crate::world::Event;

/// Works out successors.
#[derive(Debug)]
pub(super) struct Expander {
    codec: Arc<Codec>,
    symmetry: Symmetry,
    whole: Whole,
    short_cut: Option<ShortCut>,
    packed: Vec<u8>,
}

/// A transition: what there is to know about it, apart from where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transition {
    /// Its place among the events of the state.
    pub(super) choice: usize,
    /// What it is.
    pub(super) kind: Kind,
}

impl Expander {
    /// Works out successors in this model; each is replaced by its representative.
    pub(super) fn new(model: Arc<Checked>, codec: Arc<Codec>, reductions: Reductions) -> Expander {
        Expander {
            symmetry: Symmetry::new(&model.world, reductions),
            short_cut: ShortCut::of(&model, &codec),
            whole: Whole::new(model, Arc::clone(&codec)),
            codec,
            packed: Vec::new(),
        }
    }

    /// The representative of a node, packed.
    pub(super) fn pack(&mut self, node: &Node) -> Result<&[u8], Misfit> {
        let node = self.whole.lay_out(node);
        self.symmetry.pack(&self.codec, node, &mut self.packed)?;
        Ok(&self.packed)
    }

    /// The representative of a packed state that need not be one.
    pub(super) fn representative(&mut self, state: &[u8]) -> Result<&[u8], Misfit> {
        let node = self.whole.unpack(state);
        self.symmetry.pack(&self.codec, node, &mut self.packed)?;
        Ok(&self.packed)
    }

    /// Shows every transition from a state, and the packed state that it leads to. The answer is how
    /// many there are.
    #[inline]
    pub(super) fn expand(
        &mut self,
        state: &[u8],
        mut visit: impl FnMut(Transition, &[u8]),
    ) -> Result<usize, Misfit> {
        let count = self.open(state)?;
        if let Some(short_cut) = self
            .short_cut
            .as_ref()
            .filter(|_| self.symmetry.is_trivial())
        {
            for (choice, (kind, next)) in short_cut.steps.iter().enumerate() {
                let transition = Transition {
                    choice,
                    kind: *kind,
                };
                visit(transition, &next.to_le_bytes()[..self.codec.width()]);
            }
            return Ok(count);
        }
        for choice in 0..count {
            let (transition, next) = self.take(choice)?;
            visit(transition, next);
        }
        Ok(count)
    }

    /// Makes a state the one from which transitions are taken. The answer is how many there are.
    #[inline]
    pub(super) fn open(&mut self, state: &[u8]) -> Result<usize, Misfit> {
        if let Some(short_cut) = &mut self.short_cut {
            short_cut.open(state, &mut self.whole)?;
            return Ok(short_cut.steps.len());
        }
        self.whole.open(state);
        Ok(self.whole.events().len())
    }

    /// One transition from the state that was opened, and the packed state that it leads to.
    #[inline]
    pub(super) fn take(&mut self, choice: usize) -> Result<(Transition, &[u8]), Misfit> {
        let kind = match &self.short_cut {
            Some(short_cut) => {
                let (kind, next) = short_cut.steps[choice];
                let bytes = next.to_le_bytes();
                let state = &bytes[..self.codec.width()];
                if self.symmetry.is_trivial() {
                    self.packed.clear();
                    self.packed.extend_from_slice(state);
                } else {
                    let node = self.whole.unpack(state);
                    self.symmetry.pack(&self.codec, node, &mut self.packed)?;
                }
                kind
            }
            None => {
                let kind = self.whole.take(choice);
                let node = self.whole.next();
                self.symmetry.pack(&self.codec, node, &mut self.packed)?;
                kind
            }
        };
        Ok((Transition { choice, kind }, &self.packed))
    }
}

/// Works out successors from what was learned.
#[derive(Debug)]
struct ShortCut {
    codec: Arc<Codec>,
    layout: Layout,
    learned: Learned,
    steps: Vec<(Kind, Word)>,
    /// Whether the rules have to be asked, and were told the state.
    is_laid_out: bool,
    moves: Vec<Move>,
    packed: Vec<u8>,
}

/// Nobody in particular.
const NOBODY: usize = usize::MAX;

impl ShortCut {
    fn of(model: &Checked, codec: &Arc<Codec>) -> Option<ShortCut> {
        if !model.world.steps_are_local() {
            return None;
        }
        let layout = codec.layout(&model.world)?;
        Some(ShortCut {
            codec: Arc::clone(codec),
            layout,
            learned: Learned::default(),
            steps: Vec::new(),
            is_laid_out: false,
            moves: Vec::new(),
            packed: Vec::new(),
        })
    }

    fn open(&mut self, bytes: &[u8], whole: &mut Whole) -> Result<(), Misfit> {
        self.steps.clear();
        self.is_laid_out = false;
        let state = self.layout.word(bytes);
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
                let next = step.apply(&self.layout, before, number);
                self.steps.push((step.kind, next));
            }
        }
        if !somebody_is_due {
            let next = self.after_tick(before, bytes, whole)?;
            self.steps.push((Kind::default(), next));
        }
        debug_assert!(self.agrees(bytes, whole));
        Ok(())
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
        let before = self.layout.word(bytes) & !self.layout.violated;
        self.moves.clear();
        for choice in 0..whole.events().len() {
            if actor_of(whole.events()[choice]) != actor {
                continue;
            }
            let kind = whole.take(choice);
            self.codec.pack(whole.next(), &mut self.packed)?;
            let after = self.layout.word(&self.packed);
            let step = Move::between(&self.layout, before, after, actor, kind);
            self.moves.push(step.ok_or(Misfit)?);
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
        let kind = whole.take(last);
        self.codec.pack(whole.next(), &mut self.packed)?;
        let before = self.layout.word(bytes) & self.layout.shared & !self.layout.timed;
        let after = self.layout.word(&self.packed);
        if after & (self.layout.shared | self.layout.violated) & !self.layout.timed != before {
            return Err(Misfit);
        }
        let set = after & part;
        self.learned.insert(key, &[Move::to(set, kind)]);
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
        (0..whole.events().len()).all(|choice| {
            let kind = whole.take(choice);
            let packs = self.codec.pack(whole.next(), &mut packed).is_ok();
            let next = self.layout.word(&packed);
            packs && steps.next() == Some(&(kind, next))
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
