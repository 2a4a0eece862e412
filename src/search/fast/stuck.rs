//! `stuck-lock` on large spaces: see [`crate::search::lasso`] for what is looked for.
//!
//! The strongly connected parts of the graph without grants are found by Pearce's variant of
//! Tarjan's algorithm, which needs one number a state besides the path that it stands on. Edges are
//! not stored: whenever it comes back to a state, the state is expanded again.
//!
//! A loop among representatives unrolls to a loop among real states, which repeats the permutation
//! until it is the identity; so a transition lies inside a strongly connected part of the one graph
//! exactly if it does in the other. The counterexample itself is looked for among real states.

use super::budget::Budget;
use super::expand::{Expander, Transition};
use super::paths::{Goal, Path, to_goals};
use super::space::{Place, Space};
use super::symmetry::Reductions;
use crate::search::plain::cheapest_path;
use crate::search::{Checked, Counterexample, Limit};
use crate::world::Event;

/// Finds the loop in which clients ask and nobody is granted, if there is one.
///
/// # Errors
/// If a limit is reached before it is known.
pub(super) fn find(space: &Space, threads: usize) -> Result<Option<Counterexample>, Limit> {
    if u32::try_from(space.len()).is_err() {
        return Err(Limit::States(u32::MAX as usize));
    }
    // A loop without faults is one with faults allowed too: usually there is neither.
    let mut parts = Parts::of(space, true, Until::FirstAsk)?;
    if !parts.any_asks {
        return Ok(None);
    }
    parts = Parts::of(space, false, Until::End)?;
    if !parts.any_asks {
        parts = Parts::of(space, true, Until::End)?;
    }
    Ok(parts.lasso(threads))
}

/// When the search for parts may stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    /// As soon as it is known that a client asks inside a part.
    FirstAsk,
    /// When all parts are known.
    End,
}

/// The strongly connected parts of the graph without grants.
struct Parts<'a> {
    space: &'a Space,
    with_faults: bool,
    /// The number of the first state of each store.
    bases: Vec<u32>,
    /// For each state zero if it was not visited, its rank while its part is not known, then the
    /// number of its part, which is larger than every rank.
    part: Vec<u32>,
    /// For each state whether a client asks in a transition from it that stays inside its part.
    asks: Vec<u64>,
    any_asks: bool,
}

/// A state on the path that is being followed.
struct Frame {
    state: u32,
    choice: u16,
    is_root: bool,
    /// Whether a client asks in the transition that was followed last.
    asks: bool,
}

/// How often the clock is looked at.
const STRIDE: usize = 1 << 12;

impl<'a> Parts<'a> {
    fn of(space: &'a Space, with_faults: bool, until: Until) -> Result<Parts<'a>, Limit> {
        let mut bases = Vec::new();
        let mut states = 0;
        for store in &space.stores {
            bases.push(states);
            states += store.len();
        }
        let mut memory = Memory::new(&space.job.budget);
        memory.take(states as usize * size_of::<u32>() + states as usize / 8)?;
        let mut parts = Parts {
            space,
            with_faults,
            bases,
            part: vec![0; states as usize],
            asks: vec![0; (states as usize).div_ceil(64)],
            any_asks: false,
        };
        let mut walk = Walk {
            expander: space.job.expander(),
            rank: 1,
            next_part: u32::MAX,
            path: Vec::new(),
            open: Vec::new(),
        };
        let mut steps = 0_usize;
        for root in 0..states {
            if parts.part[root as usize] != 0 {
                continue;
            }
            parts.enter(root, &mut walk);
            while !walk.path.is_empty() {
                parts.advance(&mut walk);
                steps += 1;
                if steps.is_multiple_of(STRIDE) {
                    space.job.budget.is_over().map_or(Ok(()), Err)?;
                    memory.take(parts.bytes() + walk.bytes())?;
                }
                if parts.any_asks && until == Until::FirstAsk {
                    return Ok(parts);
                }
            }
        }
        Ok(parts)
    }

    fn bytes(&self) -> usize {
        size_of_val(self.part.as_slice()) + size_of_val(self.asks.as_slice())
    }

    fn place(&self, state: u32) -> Place {
        let worker = self.bases.partition_point(|base| *base <= state) - 1;
        // Stores without a state have the base of the next one, and the last of equals is taken.
        Place {
            worker,
            number: state - self.bases[worker],
        }
    }

    fn number(&self, place: Place) -> u32 {
        self.bases[place.worker] + place.number
    }

    fn enter(&mut self, state: u32, walk: &mut Walk) {
        self.part[state as usize] = walk.rank;
        walk.rank += 1;
        walk.path.push(Frame {
            state,
            choice: 0,
            is_root: true,
            asks: false,
        });
    }

    /// Follows the transitions of the last state of the path up to the first that leads to a state
    /// which was not visited, or leaves the state if there is none.
    fn advance(&mut self, walk: &mut Walk) {
        let Some(frame) = walk.path.last_mut() else {
            return;
        };
        let from = frame.state;
        // Every transition was worked out before, when the space was explored.
        let count = walk
            .expander
            .open(self.space.state(self.place(from)))
            .unwrap_or(0);
        while usize::from(frame.choice) < count {
            let choice = frame.choice;
            frame.choice += 1;
            let Ok((transition, next)) = walk.expander.take(choice.into()) else {
                continue;
            };
            if !self.counts(transition) {
                continue;
            }
            let Some(to) = self.space.find(next).map(|place| self.number(place)) else {
                continue;
            };
            if self.part[to as usize] == 0 {
                frame.asks = transition.kind.asks;
                return self.enter(to, walk);
            }
            frame.is_root &= !self.reaches_back(from, to, transition.kind.asks, walk.rank);
        }
        self.leave(walk);
    }

    fn counts(&self, transition: Transition) -> bool {
        !transition.kind.grants && (self.with_faults || !transition.kind.is_fault)
    }

    /// Follows an edge to a visited state. If the part of that state is not known yet, it leads back
    /// to the path, so that the edge is inside a part. The answer is whether it leads further back
    /// than `from` was known to.
    fn reaches_back(&mut self, from: u32, to: u32, asks: bool, rank: u32) -> bool {
        let reached = self.part[to as usize];
        if reached >= rank {
            return false; // It is the number of a part.
        }
        if asks {
            self.asks[from as usize / 64] |= 1 << (from % 64);
            self.any_asks = true;
        }
        let further = reached < self.part[from as usize];
        if further {
            self.part[from as usize] = reached;
        }
        further
    }

    /// Leaves the last state of the path. If it leads no further back, its part is complete.
    fn leave(&mut self, walk: &mut Walk) {
        let Some(frame) = walk.path.pop() else {
            return;
        };
        let own = self.part[frame.state as usize];
        if frame.is_root {
            walk.rank -= 1;
            while let Some(state) = walk.open.pop_if(|top| self.part[*top as usize] >= own) {
                self.part[state as usize] = walk.next_part;
                walk.rank -= 1;
            }
            self.part[frame.state as usize] = walk.next_part;
            walk.next_part -= 1;
        } else {
            walk.open.push(frame.state);
        }
        if let Some(before) = walk.path.last_mut() {
            let (from, asks) = (before.state, before.asks);
            before.is_root &= !self.reaches_back(from, frame.state, asks, walk.rank);
        }
    }

    /// The counterexample: the best way to a state in which a client asks inside a part, the first
    /// choice that asks, and the cheapest way back.
    fn lasso(&self, threads: usize) -> Option<Counterexample> {
        let way_in = self.way_in(threads)?;
        let mut real = RealSteps::new(self);
        let entry = real.steps.pack(&way_in.end).ok()?.to_vec();
        let inside = real.inside(&entry);
        let (ask, next) = inside.into_iter().find(|(step, _)| step.kind.asks)?;
        let back = cheapest_path(next, &entry, |state| {
            let steps = real.inside(state).into_iter();
            steps
                .map(|(step, next)| (step.choice, step.kind.is_fault, next))
                .collect()
        })?;
        let loop_from = way_in.choices.len();
        let mut choices = way_in.choices;
        choices.push(ask.choice);
        choices.extend(back);
        Some(Counterexample {
            events: events(&self.space.job.model, &choices),
            choices,
            loop_from: Some(loop_from),
        })
    }

    fn way_in(&self, threads: usize) -> Option<Path> {
        let asks = |place: Place| {
            let state = self.number(place);
            self.asks[state as usize / 64] >> (state % 64) & 1 == 1
        };
        let costs = self.space.costs().into_iter();
        let cost = costs
            .into_iter()
            .find(|cost| self.space.level(*cost).any(asks))?;
        let goal = Goal {
            cost,
            is: Box::new(move |place, _| asks(place)),
        };
        to_goals(self.space, &[goal], threads).pop().flatten()
    }

    /// The part of a representative.
    fn part_of(&self, state: &[u8]) -> Option<u32> {
        let place = self.space.find(state)?;
        Some(self.part[self.number(place) as usize])
    }
}

/// Steps of real states inside the part of their representatives.
struct RealSteps<'a> {
    parts: &'a Parts<'a>,
    /// Leaves every state as it is.
    steps: Expander,
    /// Finds representatives.
    names: Expander,
}

impl RealSteps<'_> {
    fn new<'a>(parts: &'a Parts<'a>) -> RealSteps<'a> {
        let job = &parts.space.job;
        RealSteps {
            parts,
            steps: Expander::new(job, Reductions::NONE),
            names: job.expander(),
        }
    }

    fn part_of(&mut self, state: &[u8]) -> Option<u32> {
        let representative = self.names.representative(state).ok()?;
        self.parts.part_of(representative)
    }

    /// The transitions from a state that stay inside its part, and where they lead.
    fn inside(&mut self, state: &[u8]) -> Vec<(Transition, Vec<u8>)> {
        let mut steps = Vec::new();
        let parts = self.parts;
        let expanded = self.steps.expand(state, |transition, next| {
            if parts.counts(transition) {
                steps.push((transition, next.to_vec()));
            }
        });
        if expanded.is_err() {
            return Vec::new();
        }
        let part = self.part_of(state);
        steps.retain(|(_, next)| self.part_of(next) == part);
        steps
    }
}

/// Where the search for parts stands.
struct Walk {
    expander: Expander,
    rank: u32,
    next_part: u32,
    path: Vec<Frame>,
    open: Vec<u32>,
}

impl Walk {
    fn bytes(&self) -> usize {
        self.path.capacity() * size_of::<Frame>() + self.open.capacity() * size_of::<u32>()
    }
}

/// The memory that the search for parts has claimed; handed back when it is over.
struct Memory<'a> {
    budget: &'a Budget,
    claimed: usize,
}

impl Memory<'_> {
    fn new(budget: &Budget) -> Memory<'_> {
        Memory { budget, claimed: 0 }
    }

    /// Notes that so much is taken in all.
    fn take(&mut self, bytes: usize) -> Result<(), Limit> {
        let more = bytes.saturating_sub(self.claimed);
        self.budget.claim(more)?;
        self.claimed += more;
        Ok(())
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        self.budget.release(self.claimed);
    }
}

/// The events that these choices stand for.
fn events(model: &Checked, choices: &[usize]) -> Vec<Event> {
    let mut node = model.initial();
    choices
        .iter()
        .map(|choice| {
            let event = model.world.events(&node.state)[*choice];
            node = model.step(&node, event, &mut Vec::new());
            event
        })
        .collect()
}
