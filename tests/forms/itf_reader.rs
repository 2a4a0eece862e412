//! ITF, read by the crate `itf` of those who made the format.

use fencepost::report::Form;
use itf::de::{As, Option as ItfOption};
use serde::Deserialize;

use crate::first;
use crate::runs::{checked, wandering};

#[derive(Debug, Deserialize)]
struct State {
    tick: u64,
    event: String,
    servers: Vec<Server>,
    clients: Vec<Client>,
    resource: Resource,
    violated: std::collections::BTreeSet<String>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Server {
    server: u16,
    #[serde(with = "As::<ItfOption::<_>>")]
    holder: Option<String>,
    #[serde(with = "As::<ItfOption::<_>>")]
    remaining: Option<u16>,
    token: u32,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Client {
    client: String,
    status: String,
    #[serde(with = "As::<ItfOption::<_>>")]
    next: Option<String>,
    #[serde(with = "As::<ItfOption::<_>>")]
    token: Option<u32>,
    #[serde(with = "As::<ItfOption::<_>>")]
    memory: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct Resource {
    value: Vec<String>,
    #[serde(with = "As::<ItfOption::<_>>")]
    bar: Option<u32>,
}

fn read(text: &str) -> itf::Trace<State> {
    itf::trace_from_str(text).expect("ITF")
}

#[test]
fn a_counterexample_is_read_with_everything_in_it() {
    let trace = read(&first(
        Form::Itf,
        checked("study-guide", &["resource.fencing=on"]),
    ));
    assert_eq!(trace.meta.format.as_deref(), Some("ITF"));
    assert_eq!(trace.meta.source.as_deref(), Some("study-guide"));
    assert_eq!(
        trace.vars,
        [
            "tick", "event", "servers", "clients", "resource", "violated"
        ]
    );
    assert_eq!(trace.states.len(), 21, "20 steps");
    assert_eq!(trace.loop_index, None);

    let begin = &trace.states[0].value;
    assert_eq!((begin.tick, begin.event.as_str()), (0, "the beginning"));
    assert_eq!(begin.servers.len(), 5);
    assert_eq!(begin.resource.bar, Some(0));
    let first = &trace.states[1].value;
    assert_eq!(first.event, "A acquires: 5 of 5, token 1");
    let server = Server {
        server: 1,
        holder: Some("A".to_string()),
        remaining: Some(10),
        token: 1,
    };
    assert_eq!(first.servers[0], server);
    let end = &trace.states[20].value;
    assert!(end.violated.contains("lost-update"));
    assert_eq!(end.resource.value, ["B"]);
    let b = Client {
        client: "B".to_string(),
        status: "running".to_string(),
        next: Some("release".to_string()),
        token: Some(2),
        memory: Some(vec!["B".to_string()]),
    };
    assert_eq!(end.clients[1], b);
}

/// The states of the loop follow one another, and after the last comes the first of them again.
#[test]
fn a_lasso_says_where_its_loop_begins() {
    let trace = read(&first(Form::Itf, checked("no-expiry", &["lock.servers=3"])));
    let start = usize::try_from(trace.loop_index.expect("a loop")).expect("an index");
    let (before, last) = (
        &trace.states[start - 1].value,
        &trace.states.last().expect("states").value,
    );
    assert_eq!(before.servers, last.servers);
    assert_eq!(before.clients, last.clients);
    assert!(start < trace.states.len());
}

#[test]
fn a_long_trace_is_read() {
    let trace = read(&first(Form::Itf, wandering(&["lock.servers=51"], 200)));
    assert_eq!(trace.states.len(), 201);
}
