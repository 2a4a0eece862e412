//! `[[client]]` of a schedule: when it comes, when it is paused, or which steps it takes when.

use super::keys;
use super::places::ClientPlaces;
use super::plan::{Course, Free, Stop};
use super::step::{self, LATEST};
use crate::spec::SpecError;
use crate::spec::fields::{Field, Fields};
use crate::spec::node::Node;
use crate::spec::words::{did_you_mean, listed, quoted};
use crate::world::{Arrival, ClientId, World};

/// The course of one client, and where it is written.
pub(super) struct Written {
    pub client: ClientId,
    pub course: Course,
    pub places: ClientPlaces,
    /// Where its name stands.
    pub name: crate::spec::text::Place,
}

/// Reads one client of the world.
pub(super) fn read(node: &Node, world: &World) -> Result<Written, SpecError> {
    let fields = Fields::of_table("client", node, keys::CLIENT)?;
    let name = fields.required("name")?;
    let client = named(&name, world)?;
    let places = ClientPlaces::new(&name.node.place);
    let fields = fields.renamed(format!("client.{}", world.client(client).name));
    let (course, places) = match fields.optional("steps") {
        Some(steps) => written_steps(&fields, &steps, places)?,
        None => free(&fields, world.client(client).arrives, places)?,
    };
    Ok(Written {
        client,
        course,
        places,
        name: name.node.place.clone(),
    })
}

/// The client of the world that this field names.
pub(super) fn named(field: &Field<'_>, world: &World) -> Result<ClientId, SpecError> {
    let name = field.text()?;
    let names = || world.clients.iter().map(|client| client.name.as_str());
    let found = world
        .client_ids()
        .find(|client| world.client(*client).name == name);
    found.ok_or_else(|| {
        let title = format!("the model has no client {}", quoted(name));
        let label = format!("its clients are {}", listed(names(), "and"));
        SpecError::at(&field.node.place, title, label).help(did_you_mean(name, names()))
    })
}

fn written_steps(
    fields: &Fields<'_>,
    field: &Field<'_>,
    mut places: ClientPlaces,
) -> Result<(Course, ClientPlaces), SpecError> {
    for key in ["arrives", "rounds", "pauses"] {
        if let Some(other) = fields.optional(key) {
            let title = format!("a client has either `steps` or `{key}`");
            return Err(
                SpecError::at(&other.node.place, title, "not beside `steps`")
                    .beside(&field.node.place, "these say it all")
                    .note("where no step is written, the client is paused"),
            );
        }
    }
    let steps = step::read_all(field)?;
    let nodes = field.node.list().unwrap_or_default();
    places.steps = nodes.iter().map(|node| node.place.clone()).collect();
    Ok((Course::Steps(steps), places))
}

fn free(
    fields: &Fields<'_>,
    arrival: Arrival,
    mut places: ClientPlaces,
) -> Result<(Course, ClientPlaces), SpecError> {
    let arrives = match (fields.optional("arrives"), arrival) {
        (None, Arrival::At(tick)) => u64::from(tick),
        _ => {
            let field = fields.required("arrives")?;
            places.client = field.node.place.clone();
            u64::from(field.whole(0..=LATEST)?)
        }
    };
    let rounds = match fields.optional("rounds") {
        Some(field) => field.whole(1..=100)?,
        None => 1,
    };
    let pauses = match fields.optional("pauses") {
        Some(field) => pauses(&field, arrives, &mut places)?,
        None => Vec::new(),
    };
    let free = Free {
        arrives,
        rounds,
        pauses,
    };
    Ok((Course::Free(free), places))
}

fn pauses(
    field: &Field<'_>,
    arrives: u64,
    places: &mut ClientPlaces,
) -> Result<Vec<Stop>, SpecError> {
    let mut pauses: Vec<Stop> = Vec::new();
    for node in field.list("pauses, as in `[{ from = 2, to = 16 }]`")? {
        let stop = pause(&field.path, node)?;
        if stop.from < arrives {
            let title = format!(
                "a pause at tick {}, but the client comes at tick {arrives}",
                stop.from
            );
            return Err(SpecError::at(&node.place, title, "before it has come"));
        }
        if let Some(before) = pauses.last().filter(|before| !is_after(stop, **before)) {
            let title = format!(
                "{} and {} overlap or touch",
                interval(*before),
                interval(stop)
            );
            let other = &places.pauses[pauses.len() - 1];
            return Err(SpecError::at(&node.place, title, "this pause")
                .beside(other, "and the one before")
                .note("pauses stand in the order of time, with a tick between them at least"));
        }
        pauses.push(stop);
        places.pauses.push(node.place.clone());
    }
    Ok(pauses)
}

fn pause(path: &str, node: &Node) -> Result<Stop, SpecError> {
    let fields = Fields::of_table(path, node, keys::PAUSE)?;
    let from = u64::from(fields.required("from")?.whole(0..=LATEST)?);
    let Some(field) = fields.optional("to") else {
        return Ok(Stop { from, to: None });
    };
    let to = u64::from(field.whole(0..=LATEST)?);
    if to <= from {
        let title = format!("a pause from {from} to {to} is none");
        return Err(
            SpecError::at(&field.node.place, title, format!("later than {from}"))
                .note("in tick `from` the client stops, in tick `to` it acts again"),
        );
    }
    Ok(Stop { from, to: Some(to) })
}

/// Whether the pause begins after the other is over and the client has acted in between.
fn is_after(stop: Stop, before: Stop) -> bool {
    before.to.is_some_and(|to| to < stop.from)
}

fn interval(stop: Stop) -> String {
    match stop.to {
        Some(to) => format!("[{}, {to})", stop.from),
        None => format!("[{}, no end)", stop.from),
    }
}
