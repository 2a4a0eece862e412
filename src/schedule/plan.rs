//! What a schedule says, without the words in which it says it.

use crate::world::{ClientId, Step};

/// A written schedule for one world. Ticks are absolute, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Who goes first within a tick: every client of the world once.
    pub order: Vec<ClientId>,
    /// What each client does, in the order of the world's clients.
    pub courses: Vec<Course>,
    /// The run covers the ticks `[0, until)`. Without it the run ends when every client has finished.
    pub until: Option<u64>,
}

/// What one client does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Course {
    /// It never comes.
    Away,
    /// It takes a step in every tick from its arrival on, except in its pauses.
    Free(Free),
    /// It takes these steps at these ticks, which rise, and is paused in between and after the last.
    Steps(Vec<WrittenStep>),
}

/// A client that acts whenever it is not paused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Free {
    /// The tick of its first attempt to acquire.
    pub arrives: u64,
    /// How many rounds of its program it runs, at least one.
    pub rounds: u16,
    /// Its pauses, which do not overlap, the earliest first.
    pub pauses: Vec<Stop>,
}

/// A pause: the client takes no step in the ticks `[from, to)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The first tick that the client loses.
    pub from: u64,
    /// The tick in which it acts again; `None` if it never does.
    pub to: Option<u64>,
}

/// One step of a client's program at its tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenStep {
    /// The tick in which it is taken.
    pub tick: u64,
    /// The step.
    pub step: Step,
}

/// What a client is meant to do in one tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    /// Nothing: it has not come yet, or has finished.
    Absent,
    /// The pause with this position covers the tick.
    Asleep(usize),
    /// Nothing is written for this tick: a client in the middle of its program is paused.
    Gap,
    /// Its next step, whichever that is.
    Act,
    /// The written step with this position.
    Take(usize, Step),
}

impl Course {
    /// What the client is meant to do at this tick, after so many rounds.
    pub(super) fn intent(&self, tick: u64, rounds_done: u16) -> Intent {
        match self {
            Course::Away => Intent::Absent,
            Course::Free(free) => free.intent(tick, rounds_done),
            Course::Steps(steps) => at_written_step(steps, tick),
        }
    }

    /// Whether nothing is left for the client to do from this tick on.
    pub(super) fn is_over(&self, tick: u64, rounds_done: u16) -> bool {
        match self {
            Course::Away => true,
            Course::Free(free) => {
                let asleep_for_ever = |stop: &Stop| stop.from < tick && stop.to.is_none();
                rounds_done >= free.rounds || free.pauses.iter().any(asleep_for_ever)
            }
            Course::Steps(steps) => steps.iter().all(|step| step.tick < tick),
        }
    }
}

impl Free {
    fn intent(&self, tick: u64, rounds_done: u16) -> Intent {
        let covers = |stop: &Stop| stop.from <= tick && stop.to.is_none_or(|to| tick < to);
        if tick < self.arrives {
            return Intent::Absent;
        }
        match self.pauses.iter().position(covers) {
            Some(position) => Intent::Asleep(position),
            None if rounds_done >= self.rounds => Intent::Absent,
            None => Intent::Act,
        }
    }
}

fn at_written_step(steps: &[WrittenStep], tick: u64) -> Intent {
    let begun = steps.first().is_some_and(|first| first.tick <= tick);
    match steps.iter().position(|written| written.tick == tick) {
        Some(position) => Intent::Take(position, steps[position].step),
        None if begun => Intent::Gap,
        None => Intent::Absent,
    }
}
