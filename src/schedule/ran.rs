//! A schedule that was executed, and what can be asked of the run.

use super::{Obstacle, Plan, execute};
use crate::property::{Property, PropertySet};
use crate::search::Checked;
use crate::trace::{LeaseInterval, Step, Trace};
use crate::world::{ClientId, Observation, Token, World};

/// One run of one world, watched by every monitor that says something about it.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The world and the properties that were watched.
    pub model: Checked,
    /// What happened.
    pub trace: Trace,
}

impl Ran {
    /// Executes the plan. `stuck-lock` is about infinite runs, so it is not watched.
    ///
    /// # Errors
    /// If the world does not allow what the plan says, or if the run does not end.
    pub fn of(world: World, plan: &Plan) -> Result<Ran, Obstacle> {
        let events = execute(&world, plan)?;
        let asked: PropertySet = Property::ALL
            .into_iter()
            .filter(|property| *property != Property::StuckLock)
            .filter(|property| property.vacuous_in(&world).is_none())
            .collect();
        let model = Checked::new(world, asked);
        let trace = Trace::replay(&model, &events, None);
        Ok(Ran { model, trace })
    }

    /// The world it ran in.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.model.world
    }

    /// The properties that the run violated, and that decide under the fencing rule of its world.
    #[must_use]
    pub fn deciding_violations(&self) -> PropertySet {
        let decides = |property: &Property| property.decides_under(self.world().fencing);
        self.violations().iter().filter(decides).collect()
    }

    /// The properties that the run violated, notes included.
    #[must_use]
    pub fn violations(&self) -> PropertySet {
        let steps = self.trace.steps.iter();
        steps.flat_map(|step| step.violated.iter()).collect()
    }

    /// The ticks in which the run violated the property, in order.
    #[must_use]
    pub fn violated_at(&self, property: Property) -> Vec<u64> {
        let steps = self.trace.steps.iter();
        steps
            .filter(|step| step.violated.contains(property))
            .map(Step::seen_at)
            .collect()
    }

    /// The resource's value at the end, in quotes.
    #[must_use]
    pub fn value(&self) -> String {
        let value = self.trace.steps.last().map(|step| &step.value[..]);
        self.trace.show(value.unwrap_or_default())
    }

    /// The tick of the first observation of this kind; `None` if there was none.
    #[must_use]
    pub fn first(&self, wanted: impl Fn(&Observation) -> bool) -> Option<u64> {
        let mut steps = self.trace.steps.iter();
        steps
            .find(|step| step.seen.iter().any(&wanted))
            .map(Step::seen_at)
    }

    /// The tick in which the client asked for the lock for the first time.
    #[must_use]
    pub fn asked_at(&self, client: ClientId) -> Option<u64> {
        self.first(|seen| *seen == Observation::Asked(client))
    }

    /// The tick in which the client was granted the lock for the first time.
    #[must_use]
    pub fn acquired_at(&self, client: ClientId) -> Option<u64> {
        self.first(|seen| matches!(seen, Observation::Acquired(who, _) if *who == client))
    }

    /// The tick of the client's first accepted read.
    #[must_use]
    pub fn read_at(&self, client: ClientId) -> Option<u64> {
        self.first(|seen| matches!(seen, Observation::ReadAccepted(who, _) if *who == client))
    }

    /// The ticks of the client's writes, in order, each with whether it was accepted.
    #[must_use]
    pub fn writes(&self, client: ClientId) -> Vec<(u64, bool)> {
        let of_step = |step: &Step| {
            step.seen.iter().find_map(|seen| match seen {
                Observation::WriteAccepted(who, _) if *who == client => Some((step.tick, true)),
                Observation::WriteRefused(who, _) if *who == client => Some((step.tick, false)),
                _ => None,
            })
        };
        self.trace.steps.iter().filter_map(of_step).collect()
    }

    /// The tick of the client's first write, and whether it was accepted.
    #[must_use]
    pub fn wrote_at(&self, client: ClientId) -> Option<(u64, bool)> {
        self.writes(client).first().copied()
    }

    /// How many ticks the client asked in vain before its first grant; up to the end of the run if it
    /// was never granted.
    #[must_use]
    pub fn waited(&self, client: ClientId) -> Option<u64> {
        let asked = self.asked_at(client)?;
        let end = self
            .acquired_at(client)
            .unwrap_or(self.trace.last_tick() + 1);
        Some(end - asked)
    }

    /// How many times the client was denied the lock.
    #[must_use]
    pub fn denials(&self, client: ClientId) -> usize {
        let steps = self.trace.steps.iter().flat_map(|step| &step.seen);
        steps
            .filter(|seen| **seen == Observation::Denied(client))
            .count()
    }

    /// The token of the client's first grant.
    #[must_use]
    pub fn token(&self, client: ClientId) -> Option<Token> {
        let mut grants = self.trace.grants();
        grants
            .find(|grant| grant.client == client)
            .map(|grant| grant.token)
    }

    /// The client's first lease of a server that granted; they all agree where every attempt reaches
    /// every server.
    #[must_use]
    pub fn lease(&self, client: ClientId) -> Option<&LeaseInterval> {
        self.trace
            .leases
            .iter()
            .find(|lease| lease.client == client)
    }

    /// The client of this name.
    #[must_use]
    pub fn client(&self, name: &str) -> Option<ClientId> {
        let mut ids = self.world().client_ids();
        ids.find(|client| self.world().client(*client).name == name)
    }
}
