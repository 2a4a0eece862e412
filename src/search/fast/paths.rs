//! Cheapest paths, without a path or a predecessor in any state.
//!
//! From the goals one walks backwards through the levels: a state lies on a cheapest path if it has a
//! transition to a marked state whose cost is exactly one transition more. So a level is expanded
//! again, once for all goals, and a few bits a state say to which goals it leads. Then one walks
//! forwards from the initial state, and takes the first choice that leads to a mark; that is the
//! cheapest path whose choices come first. The walk is over real states, of which the marks are
//! looked up for their representative: with or without reductions it is the same path.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::expand::Expander;
use super::flow::Summary;
use super::space::{Place, Space};
use crate::property::Property;
use crate::search::plain::{Cost, guarded};
use crate::search::{Cause, Counterexample, Failure, Node};
use crate::world::Event;

/// Which goals a state leads to, one bit each.
pub(super) type Marks = u16;

/// Whether a state is one of those that a path shall lead to.
pub(super) type Test<'a> = dyn Fn(Place, &[u8]) -> bool + 'a;

/// States that a path shall lead to, all of one cost.
pub(super) struct Goal<'a> {
    /// Their cost.
    pub(super) cost: Cost,
    /// Which of the states of this cost they are.
    pub(super) is: Box<Test<'a>>,
}

/// A path, and the real state that it leads to.
pub(super) struct Path {
    /// What happens.
    pub(super) events: Vec<Event>,
    /// For each event its place among those that are possible.
    pub(super) choices: Vec<usize>,
    /// Where it ends.
    pub(super) end: Node,
}

/// The cheapest path to the first violation of each of these properties.
pub(super) fn to_violations(
    space: &Space,
    first: &BTreeMap<Property, Cost>,
    threads: usize,
) -> BTreeMap<Property, Counterexample> {
    let goals: Vec<_> = first
        .iter()
        .map(|(property, cost)| {
            let violated = |state: &[u8]| space.job.codec.violated(state);
            Goal {
                cost: *cost,
                is: Box::new(move |_, state| violated(state).contains(*property)),
            }
        })
        .collect();
    let paths = to_goals(space, &goals, threads);
    let found = first.keys().zip(paths);
    found
        .filter_map(|(property, path)| path.map(|path| (*property, path.into_counterexample())))
        .collect()
}

/// The failure to which the cheapest path leads on which the world panics, if there is one.
pub(super) fn to_trouble(space: &Space, summaries: &[Summary], threads: usize) -> Option<Failure> {
    let troubles = || summaries.iter().flat_map(|summary| &summary.troubles);
    let first = troubles().min_by_key(|trouble| trouble.cost)?;
    let states: BTreeSet<&[u8]> = troubles()
        .filter(|trouble| trouble.cost == first.cost)
        .map(|trouble| trouble.state.as_slice())
        .collect();
    let goal = Goal {
        cost: first.cost,
        is: Box::new(move |_, state| states.contains(state)),
    };
    let path = to_goals(space, &[goal], threads).pop().flatten();
    let failure = Failure::new(Cause::World, first.message.clone());
    Some(path.map_or(failure.clone(), |path| pinpoint(space, path, failure)))
}

/// The failure with the path to the event that fails.
fn pinpoint(space: &Space, path: Path, failure: Failure) -> Failure {
    let mut events = path.events;
    let mut expander = space.job.expander();
    let listed = guarded(|| space.job.model.world.events(&path.end.state), Vec::new);
    let culprit = listed.ok().into_iter().flatten().find_map(|event| {
        let step = || {
            let next = space.job.model.step(&path.end, event, &mut Vec::new());
            expander.pack(&next).map(|_| ())
        };
        match guarded(step, Vec::new) {
            Ok(Ok(())) => None,
            Ok(Err(misfit)) => Some((event, misfit.to_string())),
            Err(panicked) => Some((event, panicked.message)),
        }
    });
    let message = culprit.map_or(failure.message, |(event, message)| {
        events.push(event);
        message
    });
    Failure {
        cause: failure.cause,
        message,
        events,
    }
}

/// For each goal the cheapest path to it whose choices come first. There can be as many goals as
/// [`Marks`] has bits.
pub(super) fn to_goals(space: &Space, goals: &[Goal<'_>], threads: usize) -> Vec<Option<Path>> {
    let marked = Marked::towards(space, goals, threads);
    let mut expander = space.job.expander();
    (0..goals.len())
        .map(|goal| marked.walk(goals[goal].cost, 1 << goal, &mut expander))
        .collect()
}

/// The states that lie on cheapest paths to goals.
struct Marked<'a> {
    space: &'a Space,
    /// For each store the marks of its first states; those behind have none.
    marks: Vec<Vec<Marks>>,
}

impl<'a> Marked<'a> {
    fn towards(space: &'a Space, goals: &[Goal<'_>], threads: usize) -> Marked<'a> {
        let last = goals.iter().map(|goal| goal.cost).max().unwrap_or_default();
        let marks = space
            .stores
            .iter()
            .map(|store| {
                let costs = store.costs().take_while(|cost| *cost <= last);
                let end = costs.last().map_or(0, |cost| store.level(cost).end);
                vec![0; end as usize]
            })
            .collect();
        let mut marked = Marked { space, marks };
        let mut levels = BTreeSet::new();
        for cost in space.costs().into_iter().rev().filter(|cost| *cost <= last) {
            let leads_on = [cost.after(false), cost.after(true)];
            let mut any = false;
            if leads_on.iter().any(|next| levels.contains(next)) {
                any |= marked.mark_predecessors(cost, threads);
            }
            for (bit, goal) in goals
                .iter()
                .enumerate()
                .filter(|(_, goal)| goal.cost == cost)
            {
                any |= marked.mark_goal(goal, 1 << bit);
            }
            if any {
                levels.insert(cost);
            }
        }
        marked
    }

    fn mark_goal(&mut self, goal: &Goal<'_>, bit: Marks) -> bool {
        let mut any = false;
        for place in self.space.level(goal.cost) {
            if (goal.is)(place, self.space.state(place)) {
                self.marks[place.worker][place.number as usize] |= bit;
                any = true;
            }
        }
        any
    }

    /// Marks the states of a level that lead to marked states at the right cost.
    fn mark_predecessors(&mut self, cost: Cost, threads: usize) -> bool {
        let mut any = false;
        for worker in 0..self.space.stores.len() {
            let level = self.space.stores[worker].level(cost);
            let marks = self.marks_of_level(worker, level.clone(), cost, threads);
            for (number, new) in level.zip(marks) {
                self.marks[worker][number as usize] |= new;
                any |= new != 0;
            }
        }
        any
    }

    fn marks_of_level(
        &self,
        worker: usize,
        level: Range<u32>,
        cost: Cost,
        threads: usize,
    ) -> Vec<Marks> {
        let of_part = |part: Range<u32>| {
            let mut expander = self.space.job.expander();
            let of_state = |number| self.marks_of_state(worker, number, cost, &mut expander);
            part.map(of_state).collect::<Vec<_>>()
        };
        let length = level.end - level.start;
        let threads = u32::try_from(threads).unwrap_or(1);
        if threads < 2 || length < 1024 {
            return of_part(level);
        }
        let part = length.div_ceil(threads);
        let parts = (0..threads).map(|i| {
            let start = level.end.min(level.start + i * part);
            start..level.end.min(start + part)
        });
        std::thread::scope(|scope| {
            let running: Vec<_> = parts.map(|part| scope.spawn(|| of_part(part))).collect();
            let joined = running.into_iter().map(std::thread::ScopedJoinHandle::join);
            joined
                .flat_map(|marks| marks.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    }

    fn marks_of_state(
        &self,
        worker: usize,
        number: u32,
        cost: Cost,
        expander: &mut Expander,
    ) -> Marks {
        let mut marks = 0;
        let state = self.space.stores[worker].state(number);
        let expanded = expander.expand(state, |transition, next| {
            marks |= self.marks_at(next, cost.after(transition.kind.is_fault));
        });
        // What could not be packed was found out when the level was explored.
        expanded.map_or(0, |_| marks)
    }

    /// The marks of a packed representative if it has this cost.
    fn marks_at(&self, state: &[u8], cost: Cost) -> Marks {
        let Some(place) = self.space.find(state) else {
            return 0;
        };
        let marks = self.marks[place.worker].get(place.number as usize);
        match marks {
            Some(marks) if *marks != 0 && self.space.cost(place) == cost => *marks,
            _ => 0,
        }
    }

    /// The path from the initial state that takes the first choice that leads on to the goal.
    fn walk(&self, to: Cost, bit: Marks, expander: &mut Expander) -> Option<Path> {
        let model = &self.space.job.model;
        let mut path = Path {
            events: Vec::new(),
            choices: Vec::new(),
            end: model.initial(),
        };
        let mut cost = Cost::default();
        while cost != to {
            let events = model.world.events(&path.end.state);
            let step = events.into_iter().enumerate().find_map(|(choice, event)| {
                let next = model.step(&path.end, event, &mut Vec::new());
                let after = cost.after(model.world.is_fault(event));
                let packed = expander.pack(&next).ok()?;
                let leads_on = self.marks_at(packed, after) & bit != 0;
                leads_on.then_some((choice, event, after, next))
            });
            let (choice, event, after, next) = step?;
            path.events.push(event);
            path.choices.push(choice);
            path.end = next;
            cost = after;
        }
        Some(path)
    }
}

impl Path {
    fn into_counterexample(self) -> Counterexample {
        Counterexample {
            events: self.events,
            choices: self.choices,
            loop_from: None,
        }
    }
}
