//! Steps and leases as programs read them, in the JSON of a report and of a trace alike.

use serde::Serialize;

use super::{LeaseInterval, Trace, describe_event};
use crate::property::Property;
use crate::world::{ClientId, Observation, ServerId, Token, World};

/// One step, told briefly.
#[derive(Clone, Debug, Serialize)]
pub struct StepView {
    /// The absolute tick.
    pub tick: u64,
    /// What happens, in words.
    pub event: String,
    /// The resource's value after it.
    pub value: String,
    /// The properties that it violates, notes included.
    pub violated: Vec<&'static str>,
}

/// One lease of one server.
#[derive(Clone, Debug, Serialize)]
pub struct LeaseView {
    /// The server, from 1.
    pub server: u16,
    /// The client that it was granted to.
    pub client: String,
    /// The token of the grant.
    pub token: Token,
    /// The first tick that it covers.
    pub start: u64,
    /// The first tick that it does not cover any more; `None` if it has no end.
    pub end: Option<u64>,
}

/// Something that an onlooker saw. Fields that say nothing about its kind are left out.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ObservationView<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    client: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<Token>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lease: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<bool>,
}

/// The steps of a trace.
#[must_use]
pub fn steps(trace: &Trace) -> Vec<StepView> {
    let view = |(position, step): (usize, &super::Step)| StepView {
        tick: step.tick,
        event: describe_event(&trace.world, trace.before(position), step.event),
        value: trace.show(&step.value),
        violated: step.violated.iter().map(Property::name).collect(),
    };
    trace.steps.iter().enumerate().map(view).collect()
}

/// The leases of a trace, in the order of the grants.
#[must_use]
pub fn leases(trace: &Trace) -> Vec<LeaseView> {
    let view = |lease: &LeaseInterval| LeaseView {
        server: u16::from(lease.server) + 1,
        client: trace.world.client(lease.client).name.clone(),
        token: lease.token,
        start: lease.start,
        end: lease.end,
    };
    trace.leases.iter().map(view).collect()
}

impl<'a> ObservationView<'a> {
    /// The observation with the names of this world.
    #[must_use]
    pub fn of(world: &'a World, observation: Observation) -> ObservationView<'a> {
        let of = |kind, client: ClientId| ObservationView {
            kind,
            client: Some(&world.client(client).name),
            ..ObservationView::default()
        };
        let under = |kind, client, token| ObservationView {
            token,
            ..of(kind, client)
        };
        let answered = |kind, client, answer| ObservationView {
            answer: Some(answer),
            ..of(kind, client)
        };
        let at = |kind, server: ServerId, client| ObservationView {
            server: Some(u16::from(server) + 1),
            ..of(kind, client)
        };
        match observation {
            Observation::Asked(client) => of("asked", client),
            Observation::Granted {
                server,
                client,
                token,
                lease,
            } => ObservationView {
                token: Some(token),
                lease,
                ..at("granted", server, client)
            },
            Observation::Acquired(client, token) => under("acquired", client, Some(token)),
            Observation::Denied(client) => of("denied", client),
            Observation::Released(server, client) => at("released", server, client),
            Observation::Expired(server, client) => at("expired", server, client),
            Observation::ReadAccepted(client, token) => under("read-accepted", client, token),
            Observation::ReadRefused(client, token) => under("read-refused", client, token),
            Observation::WriteAccepted(client, token) => under("write-accepted", client, token),
            Observation::WriteRefused(client, token) => under("write-refused", client, token),
            Observation::Sealed(client, token) => under("sealed", client, token),
            Observation::SealRefused(client, token) => under("seal-refused", client, token),
            Observation::Vouched(client) => of("vouched", client),
            Observation::Checked(client, holds) => answered("checked", client, holds),
            Observation::LookedAtClock(client, in_time) => {
                answered("looked-at-clock", client, in_time)
            }
            Observation::RoundOver(client) => of("round-over", client),
            Observation::Paused(client) => of("paused", client),
            Observation::Resumed(client) => of("resumed", client),
            Observation::Ticked => ObservationView {
                kind: "ticked",
                ..ObservationView::default()
            },
        }
    }
}
