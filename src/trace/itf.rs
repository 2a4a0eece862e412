//! A trace in the Informal Trace Format of Apalache and Quint (Apalache's ADR-015).
//!
//! The variables are `tick`, `event` (what led into the state, in words), `servers`, `clients`,
//! `resource` and `violated`. What may be missing is a variant, `Some` or `None`, as in Quint.

use serde_json::{Value, json};

use super::snapshot::{ClientState, ResourceState, ServerState};
use super::view::{self, StepView};
use super::{About, Snapshot, Trace};

/// What stands in `event` of the first state.
const BEGINNING: &str = "the beginning";

/// The trace, with a line break at its end.
#[must_use]
pub fn draw(trace: &Trace, about: &About) -> String {
    let mut document = json!({
        "#meta": meta(about),
        "vars": ["tick", "event", "servers", "clients", "resource", "violated"],
        "states": states(trace),
    });
    if let Some(from) = trace.loop_from {
        // The state before the first step of the loop is also the one after the last. The loop of
        // states begins behind it, so that every state in it has the event that led there.
        document["loop"] = json!(from + 1);
    }
    format!("{document:#}\n")
}

/// Some readers take nothing but text here.
fn meta(about: &About) -> Value {
    json!({
        "format": "ITF",
        "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
        "source": about.model,
        "description": about.explanation,
        "fencepost": env!("CARGO_PKG_VERSION"),
        "variant": about.variant.as_deref().unwrap_or_default(),
        "set": about.set.join(" "),
        "world": about.world,
        "property": about.property,
        "status": about.verdict,
        "command": about.command,
    })
}

fn states(trace: &Trace) -> Vec<Value> {
    let steps = view::steps(trace).into_iter().map(Some);
    let led_by = std::iter::once(None).chain(steps);
    let led_by = led_by.zip(trace.snapshots()).enumerate();
    led_by
        .map(|(index, (step, state))| self::state(index, step, &state))
        .collect()
}

fn state(index: usize, step: Option<StepView>, state: &Snapshot) -> Value {
    let (event, violated) = match step {
        Some(step) => (step.event, step.violated),
        None => (BEGINNING.to_string(), Vec::new()),
    };
    json!({
        "#meta": { "index": index },
        "tick": int(state.tick),
        "event": event,
        "servers": state.servers.iter().map(server).collect::<Vec<_>>(),
        "clients": state.clients.iter().map(client).collect::<Vec<_>>(),
        "resource": resource(&state.resource),
        "violated": { "#set": violated },
    })
}

fn server(server: &ServerState) -> Value {
    json!({
        "server": int(server.server),
        "holder": option(server.holder.as_ref().map(|name| json!(name))),
        "remaining": option(server.remaining.map(int)),
        "token": int(server.token),
    })
}

fn client(client: &ClientState) -> Value {
    json!({
        "client": client.client,
        "status": client.status,
        "next": option(client.next.map(|step| json!(step))),
        "token": option(client.token.map(int)),
        "memory": option(client.memory.as_ref().map(|value| json!(value))),
    })
}

fn resource(resource: &ResourceState) -> Value {
    json!({
        "value": resource.value,
        "bar": option(resource.bar.map(int)),
    })
}

/// Integers of the specification languages have no bounds, and the format writes them so.
fn int(number: impl Into<u64>) -> Value {
    json!({ "#bigint": number.into().to_string() })
}

fn option(value: Option<Value>) -> Value {
    match value {
        Some(value) => json!({ "tag": "Some", "value": value }),
        None => json!({ "tag": "None", "value": { "#tup": [] } }),
    }
}
