//! The plain search: every state in order of its cost, each stored whole and compared whole.
//!
//! The cost of a state is the fewest faults of any path to it, and among those the fewest
//! transitions. Between paths of equal cost the one whose choices come first wins, choice by choice:
//! an order that does not depend on how the space is walked, so every engine can find the same path.
//! This search decides verdicts, and stays the naive twin that faster engines are held against.

use std::collections::{BTreeMap, VecDeque};
use std::hash::Hash;
use std::panic::{AssertUnwindSafe, catch_unwind};

use indexmap::IndexSet;
use serde::{Deserialize, Serialize};
use stateright::Model;

use super::{Extent, Limit};

/// The fewest faults, then the fewest transitions, that lead to a state.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct Cost {
    /// How many of the transitions are faults.
    pub faults: u32,
    /// How many transitions there are.
    pub steps: u32,
}

impl Cost {
    /// The cost after one more transition.
    #[must_use]
    pub fn after(self, is_fault: bool) -> Cost {
        Cost {
            faults: self.faults + u32::from(is_fault),
            steps: self.steps + 1,
        }
    }
}

/// How the cheapest path reaches a state.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    cost: Cost,
    /// The state before, and which of its actions leads here. `None` for an initial state.
    from: Option<(usize, usize)>,
}

/// The explored part of a space.
#[derive(Debug)]
pub struct Explored<S> {
    /// Every distinct state that was found.
    states: IndexSet<S>,
    arrivals: Vec<Arrival>,
    /// How many transitions were taken.
    pub transitions: usize,
    /// What stopped the search before its end.
    pub cut_off: Option<Limit>,
}

/// The model panicked. The path is that of action indices from the initial state.
#[derive(Debug)]
pub struct Panicked {
    /// What it said.
    pub message: String,
    /// The choices that led there, the panicking action last; empty if the initial state panicked.
    pub choices: Vec<usize>,
}

impl<S: Eq + Hash> Explored<S> {
    fn new() -> Explored<S> {
        Explored {
            states: IndexSet::new(),
            arrivals: Vec::new(),
            transitions: 0,
            cut_off: None,
        }
    }

    /// A state by its number.
    #[must_use]
    pub fn state(&self, number: usize) -> &S {
        &self.states[number]
    }

    /// How many distinct states were found.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether no state was found: the model has no initial state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The number of a state that was found.
    #[must_use]
    pub fn number(&self, state: &S) -> Option<usize> {
        self.states.get_index_of(state)
    }

    /// The cost of the cheapest path to a state.
    #[must_use]
    pub fn cost(&self, number: usize) -> Cost {
        self.arrivals[number].cost
    }

    /// The cheapest path to a state, as the index of the action taken in each state on the way.
    #[must_use]
    pub fn choices(&self, mut number: usize) -> Vec<usize> {
        let mut choices = Vec::new();
        while let Some((before, choice)) = self.arrivals[number].from {
            choices.push(choice);
            number = before;
        }
        choices.reverse();
        choices
    }

    /// The state whose cheapest path is the best of all: the cheapest, and among equals the one whose
    /// choices come first.
    #[must_use]
    pub fn best(&self, numbers: impl IntoIterator<Item = usize>) -> Option<usize> {
        numbers.into_iter().min_by(|one, other| {
            let by_cost = self.cost(*one).cmp(&self.cost(*other));
            by_cost.then_with(|| self.choices(*one).cmp(&self.choices(*other)))
        })
    }

    /// Notes a path to a state. The answer is the state's number if it is cheaper than all before.
    fn reach(&mut self, state: S, cost: Cost, from: Option<(usize, usize)>) -> Option<usize> {
        let (number, is_new) = self.states.insert_full(state);
        let arrival = Arrival { cost, from };
        if is_new {
            self.arrivals.push(arrival);
            return Some(number);
        }
        let known = self.arrivals[number];
        if cost < known.cost {
            self.arrivals[number] = arrival;
            return Some(number);
        }
        if cost == known.cost && self.comes_first(from, known.from) {
            self.arrivals[number].from = from;
        }
        None
    }

    /// Whether the first of two paths of equal cost has the choices that come first.
    fn comes_first(&self, one: Option<(usize, usize)>, other: Option<(usize, usize)>) -> bool {
        match (one, other) {
            (Some((one, choice)), Some((other, other_choice))) if one == other => {
                choice < other_choice
            }
            (Some((one, _)), Some((other, _))) => self.choices(one) < self.choices(other),
            _ => false,
        }
    }
}

/// Explores every state that can be reached, cheapest first. `stop` is asked after each state, with
/// the number of states found, whether a limit has been reached.
///
/// # Errors
/// If the model panics.
pub fn explore<M>(
    model: &M,
    is_fault: impl Fn(&M::Action) -> bool,
    stop: impl Fn(Extent) -> Option<Limit>,
) -> Result<Explored<M::State>, Panicked>
where
    M: Model,
    M::State: Eq + Hash + Clone,
{
    let mut space = Explored::new();
    let mut waiting: BTreeMap<Cost, VecDeque<usize>> = BTreeMap::new();
    let mut explored: usize = 0;
    for state in guarded(|| model.init_states(), Vec::new)? {
        let reached = space.reach(state, Cost::default(), None);
        waiting.entry(Cost::default()).or_default().extend(reached);
    }
    while let Some((cost, numbers)) = waiting.pop_first() {
        for number in numbers {
            if space.cost(number) != cost {
                continue; // A cheaper path was found meanwhile, and the state explored from there.
            }
            explored += 1;
            let before = space.states[number].clone();
            let successors = guarded(|| labelled(model, &before, &is_fault), Vec::new)
                .map_err(|_| pinpoint(model, &before, space.choices(number)))?;
            for (choice, is_fault, state) in successors {
                space.transitions += 1;
                let cost = cost.after(is_fault);
                if let Some(number) = space.reach(state, cost, Some((number, choice))) {
                    waiting.entry(cost).or_default().push_back(number);
                }
            }
            space.cut_off = stop(Extent {
                states: space.states.len(),
                depth: cost.steps as usize,
                waiting: space.states.len().saturating_sub(explored),
            });
            if space.cut_off.is_some() {
                return Ok(space);
            }
        }
    }
    Ok(space)
}

/// The choices of the cheapest path from one state to another; among paths of equal cost those whose
/// choices come first. `successors` names each choice, whether it is a fault, and where it leads.
pub fn cheapest_path<S: Eq + Hash + Clone>(
    from: S,
    to: &S,
    mut successors: impl FnMut(&S) -> Vec<(usize, bool, S)>,
) -> Option<Vec<usize>> {
    let mut space = Explored::new();
    let mut waiting: BTreeMap<Cost, VecDeque<usize>> = BTreeMap::new();
    let start = space.reach(from, Cost::default(), None);
    waiting.entry(Cost::default()).or_default().extend(start);
    while let Some((cost, numbers)) = waiting.pop_first() {
        for number in numbers {
            if space.cost(number) != cost {
                continue;
            }
            // All that is cheaper has been explored by now, so nothing better is to come.
            if space.state(number) == to {
                return Some(space.choices(number));
            }
            for (choice, is_fault, state) in successors(&space.states[number]) {
                let cost = cost.after(is_fault);
                if let Some(number) = space.reach(state, cost, Some((number, choice))) {
                    waiting.entry(cost).or_default().push_back(number);
                }
            }
        }
    }
    None
}

/// Every action that leads somewhere: its index, whether it is a fault, and where it leads.
fn labelled<M: Model>(
    model: &M,
    state: &M::State,
    is_fault: impl Fn(&M::Action) -> bool,
) -> Vec<(usize, bool, M::State)> {
    let mut actions = Vec::new();
    model.actions(state, &mut actions);
    let labelled = actions
        .into_iter()
        .enumerate()
        .filter_map(|(choice, action)| {
            let is_fault = is_fault(&action);
            model
                .next_state(state, action)
                .map(|next| (choice, is_fault, next))
        });
    labelled.collect()
}

/// The path to the action that panicked in this state.
fn pinpoint<M: Model>(model: &M, state: &M::State, path: Vec<usize>) -> Panicked {
    let mut actions = Vec::new();
    let listed = guarded(|| model.actions(state, &mut actions), || path.clone());
    if let Err(panicked) = listed {
        return panicked;
    }
    let culprit = actions
        .into_iter()
        .enumerate()
        .find_map(|(choice, action)| {
            let to_here = || path.iter().copied().chain([choice]).collect();
            guarded(|| model.next_state(state, action), to_here).err()
        });
    culprit.unwrap_or_else(|| Panicked {
        message: "the model panicked once, and not when the same action was tried again".into(),
        choices: path.clone(),
    })
}

/// Turns a panic into an error.
pub(super) fn guarded<T>(
    run: impl FnOnce() -> T,
    path: impl FnOnce() -> Vec<usize>,
) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let message = payload
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string))
            .unwrap_or_else(|| "it did not say why".to_string());
        Panicked {
            message,
            choices: path(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts to `end` by ones, or by twos at the price of a fault; may panic on the way.
    struct Count {
        end: u32,
        panics_at: Option<u32>,
    }

    impl Model for Count {
        type State = u32;
        type Action = u32;

        fn init_states(&self) -> Vec<u32> {
            vec![0]
        }

        fn actions(&self, _: &u32, actions: &mut Vec<u32>) {
            actions.extend([2, 1]);
        }

        fn next_state(&self, state: &u32, by: u32) -> Option<u32> {
            let next = state + by;
            assert_ne!(Some(next), self.panics_at, "no further than {state}");
            (next <= self.end).then_some(next)
        }
    }

    fn no_limit(_: Extent) -> Option<Limit> {
        None
    }

    fn most(states: usize) -> impl Fn(Extent) -> Option<Limit> {
        move |extent| (extent.states > states).then_some(Limit::States(states))
    }

    fn count(end: u32) -> Count {
        Count {
            end,
            panics_at: None,
        }
    }

    #[test]
    fn fewer_faults_are_cheaper_than_fewer_steps() {
        let space = explore(&count(4), |by| *by == 2, no_limit).unwrap();
        assert_eq!((space.len(), space.transitions), (5, 7));
        let four = space.number(&4).unwrap();
        assert_eq!(
            space.choices(four),
            [1, 1, 1, 1],
            "four steps without a fault"
        );
        assert_eq!(
            space.cost(four),
            Cost {
                faults: 0,
                steps: 4
            }
        );
    }

    #[test]
    fn without_faults_the_fewest_steps_win_and_then_the_choices_that_come_first() {
        let space = explore(&count(3), |_| false, no_limit).unwrap();
        let three = space.number(&3).unwrap();
        assert_eq!(space.choices(three), [0, 1], "by two, then by one");
    }

    #[test]
    fn a_limit_cuts_off_and_says_so() {
        assert!(
            explore(&count(9), |_| false, most(5))
                .unwrap()
                .cut_off
                .is_some()
        );
        assert!(
            explore(&count(9), |_| false, most(10))
                .unwrap()
                .cut_off
                .is_none(),
            "there are just ten"
        );
    }

    #[test]
    fn a_panic_becomes_an_error_with_the_path_that_led_to_it() {
        let model = Count {
            end: 9,
            panics_at: Some(3),
        };
        let panicked = explore(&model, |_| false, no_limit).unwrap_err();
        assert_eq!(panicked.choices, [0, 1], "by two, then by one");
        assert!(
            panicked.message.contains("no further than 2"),
            "{}",
            panicked.message
        );
    }
}
