//! From one packed state to its successors.

use std::sync::Arc;

use super::Job;
use super::codec::{Codec, Misfit};
use super::learned::Kind;
use super::likeness::Change;
use super::short_cut::{ShortCut, Step};
use super::symmetry::{Reductions, Symmetry};
use super::whole::Whole;
use crate::search::Node;

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
    /// How the address of the state that it leads to follows from the stages, where that was learned.
    pub(super) change: Option<Change>,
}

impl Expander {
    /// Works out successors in this model; each is replaced by its representative.
    pub(super) fn new(job: &Job, reductions: Reductions) -> Expander {
        let (model, codec) = (Arc::clone(&job.model), Arc::clone(&job.codec));
        let symmetry = Symmetry::new(&model.world, reductions);
        // To find a representative the state has to be laid out whole anyway.
        let short_cut = symmetry.is_trivial().then(|| ShortCut::of(job)).flatten();
        Expander {
            symmetry,
            short_cut,
            whole: Whole::new(model, Arc::clone(&codec)),
            codec,
            packed: Vec::new(),
        }
    }

    /// Whether it is faster for states that are alike one after another.
    pub(super) fn learns(&self) -> bool {
        self.short_cut.is_some()
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
        if let Some(short_cut) = &self.short_cut {
            for (choice, step) in short_cut.steps().iter().enumerate() {
                let next = step.next.to_le_bytes();
                visit(step.transition(choice), &next[..state.len()]);
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
            return Ok(short_cut.steps().len());
        }
        self.whole.open(state);
        Ok(self.whole.events().len())
    }

    /// One transition from the state that was opened, and the packed state that it leads to.
    #[inline]
    pub(super) fn take(&mut self, choice: usize) -> Result<(Transition, &[u8]), Misfit> {
        if let Some(short_cut) = &self.short_cut {
            let step = short_cut.steps()[choice];
            let state = &step.next.to_le_bytes()[..self.codec.width()];
            self.packed.clear();
            self.packed.extend_from_slice(state);
            return Ok((step.transition(choice), &self.packed));
        }
        let kind = self.whole.take(choice);
        let node = self.whole.next();
        self.symmetry.pack(&self.codec, node, &mut self.packed)?;
        let transition = Transition {
            choice,
            kind,
            change: None,
        };
        Ok((transition, &self.packed))
    }
}

impl Step {
    #[inline]
    fn transition(&self, choice: usize) -> Transition {
        Transition {
            choice,
            kind: self.kind,
            change: self.change,
        }
    }
}
