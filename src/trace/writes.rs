//! Every write that reached the resource: whose it was, under which grant, and what became of it.

use super::describe::write_refusal;
use super::phrase::{self, interval};
use super::{LeaseInterval, Trace};
use crate::property::PropertySet;
use crate::world::{ClientId, Observation, Token};

/// A write that reached the resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Write {
    /// When it arrived.
    pub tick: u64,
    /// Whose it is.
    pub client: String,
    /// The token of the grant that the client works under, if it works under one.
    pub token: Option<Token>,
    /// The lease of that grant, and whether it was over when the write arrived.
    pub lease: String,
    /// What the client had in memory.
    pub read: String,
    /// What was written.
    pub wrote: String,
    /// What was there before.
    pub before: String,
    /// Why it was refused, or `None` if it was accepted.
    pub refused: Option<String>,
    /// The properties that it violates.
    pub violated: PropertySet,
}

impl Trace {
    /// Every write that reached the resource, in the order in which they did.
    pub(crate) fn writes(&self) -> Vec<Write> {
        let of_step = |position: usize| {
            let mut seen = self.steps[position].seen.iter();
            seen.find_map(move |seen| self.write(position, *seen))
        };
        (0..self.steps.len()).filter_map(of_step).collect()
    }

    fn write(&self, position: usize, seen: Observation) -> Option<Write> {
        let (client, refused) = match seen {
            Observation::WriteAccepted(client, _) => (client, None),
            Observation::WriteRefused(client, token) => {
                let before = self.before(position);
                let why = write_refusal(&self.world, before, client, token);
                (client, Some(why))
            }
            _ => return None,
        };
        let step = &self.steps[position];
        Some(Write {
            tick: step.tick,
            client: phrase::name(&self.world, client),
            token: self.grant_of(client, position).map(|grant| grant.token),
            lease: self.lease_at(client, position),
            read: self
                .memory_before(position, client)
                .map_or("nothing".to_string(), |value| self.show(value)),
            wrote: self.show(&self.written(position, client)),
            before: self.show(self.value_before(position)),
            refused,
            violated: step.violated,
        })
    }

    /// "[0, 10), over since 10": the lease that the client works under in the step at this position.
    fn lease_at(&self, client: ClientId, position: usize) -> String {
        let Some(grant) = self.grant_of(client, position) else {
            return "none".to_string();
        };
        let leases = self.leases_of(&grant);
        let Some(lease) = leases.iter().max_by_key(|lease| lease.promised) else {
            return "none".to_string();
        };
        let tick = self.steps[position].tick;
        format!(
            "{}, {}",
            interval(lease.start, lease.promised),
            state(lease, tick)
        )
    }
}

fn state(lease: &LeaseInterval, tick: u64) -> String {
    match lease.end {
        Some(end) if end <= tick => format!("over since {end}"),
        _ => "live".to_string(),
    }
}
