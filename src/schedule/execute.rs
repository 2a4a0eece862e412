//! From a plan to a path of the world.

use super::obstacle::{Obstacle, Spot, Trouble};
use super::plan::{Course, Intent, Plan};
use crate::world::{ClientId, Event, Observation, Stage, State, Step, World};

/// A run that has not ended before this tick does not end. The longest lease, the latest arrival and
/// the longest pause that can be written down fit into it.
const MOST_TICKS: u64 = 50_000;

/// The path of the world that the plan describes: each event is one of [`World::events`] in its state.
///
/// Inside a tick, clients whose pause is over resume first; then every client acts, or stops, in the
/// order of the plan; then the tick ends. An attempt to acquire reaches every server.
///
/// # Errors
/// If the world does not allow what the plan says, or if the run does not end.
pub fn execute(world: &World, plan: &Plan) -> Result<Vec<Event>, Obstacle> {
    let mut walk = Walk {
        world,
        plan,
        state: world.initial(),
        tick: 0,
        rounds_done: vec![0; world.clients.len()],
        events: Vec::new(),
    };
    walk.whole()?;
    Ok(walk.events)
}

struct Walk<'a> {
    world: &'a World,
    plan: &'a Plan,
    state: State,
    tick: u64,
    /// How many rounds each client has finished.
    rounds_done: Vec<u16>,
    events: Vec<Event>,
}

impl Walk<'_> {
    fn whole(&mut self) -> Result<(), Obstacle> {
        loop {
            for client in &self.plan.order {
                self.wake(*client);
            }
            for client in &self.plan.order {
                self.turn(*client)?;
            }
            if self.plan.until == Some(self.tick + 1) || self.is_over() {
                return self.nothing_is_left();
            }
            if self.tick == MOST_TICKS {
                return Err(self.no_end());
            }
            self.happen(Event::Tick);
            self.tick += 1;
        }
    }

    /// Resumes a client whose pause is over, unless it has ended by itself.
    fn wake(&mut self, client: ClientId) {
        let is_awake = matches!(self.intent(client), Intent::Act | Intent::Take(..));
        let resume = Event::Resume(client);
        if is_awake && self.is_possible(resume) {
            self.happen(resume);
        }
    }

    fn turn(&mut self, client: ClientId) -> Result<(), Obstacle> {
        let is_away = matches!(
            self.state.client(client).stage,
            Stage::Away(_) | Stage::Done
        );
        match self.intent(client) {
            Intent::Absent => self.absent(client),
            Intent::Asleep(position) => self.asleep(client, Spot::Pause(position)),
            Intent::Gap if is_away => Ok(()),
            Intent::Gap => self.asleep(client, self.gap(client)),
            Intent::Act => self.act(client, Spot::Client),
            Intent::Take(position, step) => {
                self.is_next(client, position, step)?;
                self.act(client, Spot::Step(position))
            }
        }
    }

    /// The client does nothing. The world may demand that it acts, though.
    fn absent(&self, client: ClientId) -> Result<(), Obstacle> {
        if !self.state.client(client).is_due() {
            return Ok(());
        }
        let trouble = match self.rounds_done[usize::from(client)] {
            0 => Trouble::HasArrived,
            _ => Trouble::BeginsAgain,
        };
        Err(self.obstacle(client, Spot::Client, trouble))
    }

    /// The client is paused in this tick: it stops now, or has stopped before.
    fn asleep(&mut self, client: ClientId, spot: Spot) -> Result<(), Obstacle> {
        let pause = Event::Pause(client);
        if self.state.client(client).pause.is_some() {
            return Ok(());
        }
        if self.has_woken_by_itself(client, spot) {
            return Err(self.obstacle(client, spot, Trouble::TooLong));
        }
        if self.is_possible(pause) {
            self.happen(pause);
            return Ok(());
        }
        let trouble = self.no_pause(client);
        Err(self.obstacle(client, spot, trouble))
    }

    /// Whether the pause of this spot began earlier and the world has ended it.
    fn has_woken_by_itself(&self, client: ClientId, spot: Spot) -> bool {
        let before = self
            .tick
            .checked_sub(1)
            .map(|tick| self.intent_at(client, tick));
        match (spot, before) {
            (Spot::Pause(now), Some(Intent::Asleep(before))) => now == before,
            (Spot::Pause(_), _) => false,
            // A gap begins right after a step, so one tick later it has begun.
            (_, Some(Intent::Gap)) => true,
            _ => false,
        }
    }

    fn no_pause(&self, client: ClientId) -> Trouble {
        match self.state.client(client).stage {
            Stage::Away(_) if self.rounds_done[usize::from(client)] == 0 => {
                Trouble::PausedBeforeArrival
            }
            Stage::Away(_) | Stage::Done => Trouble::PausedAfterEnd,
            Stage::At(_) if !self.world.client(client).pausable => Trouble::NotPausable,
            Stage::At(_) => Trouble::NoPausesLeft,
        }
    }

    fn act(&mut self, client: ClientId, spot: Spot) -> Result<(), Obstacle> {
        // The first way to act reaches every server.
        let possible = self.world.events(&self.state);
        let act = possible
            .into_iter()
            .find(|event| matches!(event, Event::Act { client: who, .. } if *who == client));
        match act {
            Some(act) => {
                self.happen(act);
                Ok(())
            }
            None => Err(self.obstacle(client, spot, self.no_act(client))),
        }
    }

    fn no_act(&self, client: ClientId) -> Trouble {
        match self.state.client(client).stage {
            Stage::Away(Some(ticks)) => Trouble::ArrivesLater(self.tick + u64::from(ticks)),
            _ => Trouble::RoundsAreOver,
        }
    }

    fn is_next(&self, client: ClientId, position: usize, step: Step) -> Result<(), Obstacle> {
        let next = match self.state.client(client).stage {
            Stage::At(position) => self.world.client(client).program[usize::from(position)],
            Stage::Away(None) => Step::Acquire,
            // It cannot act at all, whichever step it is.
            Stage::Away(Some(_)) | Stage::Done => return Ok(()),
        };
        if next == step {
            return Ok(());
        }
        Err(self.obstacle(
            client,
            Spot::Step(position),
            Trouble::NotNext { step, next },
        ))
    }

    /// The written step after which nothing is written for this tick.
    fn gap(&self, client: ClientId) -> Spot {
        let Course::Steps(steps) = &self.plan.courses[usize::from(client)] else {
            return Spot::Client;
        };
        steps
            .iter()
            .rposition(|written| written.tick < self.tick)
            .map_or(Spot::Client, Spot::Step)
    }

    fn is_over(&self) -> bool {
        self.world
            .client_ids()
            .all(|client| self.has_finished(client))
    }

    /// Whether nothing is left for the client to do after this tick.
    fn has_finished(&self, client: ClientId) -> bool {
        let course = &self.plan.courses[usize::from(client)];
        course.is_over(self.tick + 1, self.rounds_done[usize::from(client)])
    }

    /// What keeps the run from ending: the first client that has not finished.
    fn no_end(&self) -> Obstacle {
        let mut clients = self.world.client_ids();
        let client = clients.find(|client| !self.has_finished(*client));
        self.obstacle(client.unwrap_or_default(), Spot::Client, Trouble::NoEnd)
    }

    /// A pause that was to begin after its client had finished would silently be left out.
    fn nothing_is_left(&self) -> Result<(), Obstacle> {
        if self.plan.until.is_some() {
            return Ok(());
        }
        for client in self.world.client_ids() {
            let Course::Free(free) = &self.plan.courses[usize::from(client)] else {
                continue;
            };
            if let Some(late) = free.pauses.iter().position(|stop| stop.from > self.tick) {
                return Err(self.obstacle(client, Spot::Pause(late), Trouble::PausedAfterEnd));
            }
        }
        Ok(())
    }

    fn intent(&self, client: ClientId) -> Intent {
        self.intent_at(client, self.tick)
    }

    fn intent_at(&self, client: ClientId, tick: u64) -> Intent {
        let client = usize::from(client);
        self.plan.courses[client].intent(tick, self.rounds_done[client])
    }

    fn is_possible(&self, event: Event) -> bool {
        self.world.events(&self.state).contains(&event)
    }

    fn happen(&mut self, event: Event) {
        let mut seen = Vec::new();
        self.state = self.world.apply(&self.state, event, &mut seen);
        for observation in seen {
            if let Observation::RoundOver(client) = observation {
                self.rounds_done[usize::from(client)] += 1;
            }
        }
        self.events.push(event);
    }

    fn obstacle(&self, client: ClientId, spot: Spot, trouble: Trouble) -> Obstacle {
        Obstacle {
            client,
            tick: self.tick,
            spot,
            trouble,
            last: self.last_deed(client),
        }
    }

    /// When the client last did something, and what.
    fn last_deed(&self, client: ClientId) -> Option<String> {
        Obstacle::last_deed(self.world, &self.events, client)
    }
}
