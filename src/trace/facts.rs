//! What can be asked of a trace.

use super::{LeaseEnd, LeaseInterval, Step, Trace, Value};
use crate::property::Property;
use crate::search::Node;
use crate::world::{ClientId, Event, Observation, ServerId, State, Token, World};

/// Leases that differ only in their server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeaseGroup {
    pub client: ClientId,
    pub token: Token,
    pub start: u64,
    pub end: Option<u64>,
    pub promised: Option<u64>,
    pub ended: Option<LeaseEnd>,
    /// Sorted.
    pub servers: Vec<ServerId>,
}

/// A grant of the lock to a client, and what it did under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    pub client: ClientId,
    pub token: Token,
    /// The position of the step by which it was granted.
    pub step: usize,
    pub tick: u64,
}

impl Step {
    /// The tick in which what was seen of this step happens: for the end of a tick the next one.
    #[must_use]
    pub fn seen_at(&self) -> u64 {
        self.tick + u64::from(self.event == Event::Tick)
    }

    /// Who acts, pauses or resumes.
    #[must_use]
    pub fn client(&self) -> Option<ClientId> {
        match self.event {
            Event::Act { client, .. } | Event::Pause(client) | Event::Resume(client) => {
                Some(client)
            }
            Event::Tick => None,
        }
    }
}

impl Trace {
    /// The node in which the step at this position happens.
    #[must_use]
    pub fn before(&self, position: usize) -> &Node {
        match position.checked_sub(1) {
            Some(previous) => &self.steps[previous].node,
            None => &self.initial,
        }
    }

    /// The resource's value before the step at this position.
    #[must_use]
    pub fn value_before(&self, position: usize) -> &[ClientId] {
        match position.checked_sub(1) {
            Some(previous) => &self.steps[previous].value,
            None => &[],
        }
    }

    /// What the client has in memory before the step at this position.
    #[must_use]
    pub fn memory_before(&self, position: usize, client: ClientId) -> Option<&Value> {
        let previous = position.checked_sub(1)?;
        self.steps[previous].memory[usize::from(client)].as_ref()
    }

    /// What the client writes, or would have written, if it writes in the step at this position.
    #[must_use]
    pub fn written(&self, position: usize, client: ClientId) -> Value {
        super::replay::appended(self.memory_before(position, client), client)
    }

    /// The position of the first step that violates the property.
    #[must_use]
    pub fn violation(&self, property: Property) -> Option<usize> {
        self.steps
            .iter()
            .position(|step| step.violated.contains(property))
    }

    /// The clients that do something, or all if none does.
    pub(super) fn active_clients(&self) -> Vec<ClientId> {
        let acts = |client: &ClientId| self.steps.iter().any(|step| step.client() == Some(*client));
        let clients: Vec<_> = self.world.client_ids().filter(acts).collect();
        if clients.is_empty() {
            self.world.client_ids().collect()
        } else {
            clients
        }
    }

    /// The tick in which the trace stops.
    #[must_use]
    pub fn last_tick(&self) -> u64 {
        self.steps.last().map_or(0, Step::seen_at)
    }

    /// The clients that hold the lock at this tick, by what the servers say once everybody has acted.
    /// In an honest world there is one at most.
    #[must_use]
    pub fn holders_at(&self, tick: u64) -> Vec<ClientId> {
        let seen = self.steps.iter().rposition(|step| step.seen_at() <= tick);
        let after = seen.map_or(0, |position| position + 1);
        holders(&self.world, &self.before(after).state)
    }

    /// Whether no two leases of one server overlap.
    #[must_use]
    pub fn leases_are_disjoint(&self) -> bool {
        self.overlapping_leases().is_none()
    }

    /// Two leases of one server that overlap, the earlier grant first.
    #[must_use]
    pub fn overlapping_leases(&self) -> Option<(&LeaseInterval, &LeaseInterval)> {
        let with_later = self
            .leases
            .iter()
            .enumerate()
            .map(|(place, lease)| (lease, &self.leases[place + 1..]));
        with_later
            .flat_map(|(lease, later)| later.iter().map(move |other| (lease, other)))
            .find(|(lease, other)| lease.overlaps(other))
    }

    /// The leases, those that differ only in their server put together, in the order of the grants.
    pub(super) fn lease_groups(&self) -> Vec<LeaseGroup> {
        let mut groups: Vec<LeaseGroup> = Vec::new();
        for lease in &self.leases {
            let alike = groups.iter_mut().rev().find(|group| {
                (group.client, group.token) == (lease.client, lease.token)
                    && (group.start, group.end, group.promised)
                        == (lease.start, lease.end, lease.promised)
                    && group.ended == lease.ended
                    && group.servers.last() < Some(&lease.server)
            });
            match alike {
                Some(group) => group.servers.push(lease.server),
                None => groups.push(LeaseGroup {
                    client: lease.client,
                    token: lease.token,
                    start: lease.start,
                    end: lease.end,
                    promised: lease.promised,
                    ended: lease.ended,
                    servers: vec![lease.server],
                }),
            }
        }
        groups
    }

    /// Every grant of the lock, in order.
    pub(crate) fn grants(&self) -> impl Iterator<Item = Grant> {
        self.steps.iter().enumerate().flat_map(|(position, step)| {
            step.seen.iter().filter_map(move |seen| match seen {
                Observation::Acquired(client, token) => Some(Grant {
                    client: *client,
                    token: *token,
                    step: position,
                    tick: step.tick,
                }),
                _ => None,
            })
        })
    }

    /// The grant under which the client acts in the step at this position.
    pub(super) fn grant_of(&self, client: ClientId, position: usize) -> Option<Grant> {
        let grant = self
            .grants()
            .take_while(|grant| grant.step <= position)
            .filter(|grant| grant.client == client)
            .last()?;
        let over = self.steps[grant.step..position]
            .iter()
            .any(|step| step.seen.contains(&Observation::RoundOver(client)));
        (!over).then_some(grant)
    }

    /// The leases that make up a grant.
    pub(super) fn leases_of(&self, grant: &Grant) -> Vec<&LeaseInterval> {
        let granted: Vec<_> = self.steps[grant.step]
            .seen
            .iter()
            .filter_map(|seen| match seen {
                Observation::Granted { server, .. } => Some(*server),
                _ => None,
            })
            .collect();
        let before = self.leases_before(grant.step);
        self.leases[before..before + granted.len()].iter().collect()
    }

    /// The leases, each with the position of the step in which it was granted.
    pub(super) fn leases_with_steps(&self) -> impl Iterator<Item = (usize, &LeaseInterval)> {
        let granting = self.steps.iter().enumerate().flat_map(|(position, step)| {
            step.seen
                .iter()
                .filter(|seen| matches!(seen, Observation::Granted { .. }))
                .map(move |_| position)
        });
        granting.zip(&self.leases)
    }

    /// How many leases were granted before the step at this position.
    fn leases_before(&self, position: usize) -> usize {
        self.steps[..position]
            .iter()
            .flat_map(|step| &step.seen)
            .filter(|seen| matches!(seen, Observation::Granted { .. }))
            .count()
    }

    /// The accepted writes, in order: where, and whose.
    pub(super) fn accepted_writes(&self) -> impl Iterator<Item = (usize, ClientId)> {
        self.steps.iter().enumerate().flat_map(|(position, step)| {
            step.seen.iter().filter_map(move |seen| match seen {
                Observation::WriteAccepted(client, _) => Some((position, *client)),
                _ => None,
            })
        })
    }
}

/// The clients that hold the lock by what the servers say now: a majority of them, or more than one
/// client if the service is defective.
pub(super) fn holders(world: &World, state: &State) -> Vec<ClientId> {
    world
        .client_ids()
        .filter(|client| state.servers_held_by(*client) >= usize::from(world.quorum()))
        .collect()
}
