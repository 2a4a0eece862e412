//! The state after each step as tables for a person, with absolute times and with what has changed.

use serde::Serialize;

use super::describe::{alike_servers, standing};
use super::phrase::{self, capital};
use super::{Trace, Value};
use crate::search::Node;
use crate::world::{Client, ClientId, Server, ServerId};

/// One moment: the state of everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Situation {
    /// The tick in which it is.
    pub tick: u64,
    /// The lock servers, those that are alike in one row: the lease, the latest token.
    pub servers: Vec<Row>,
    /// The clients: what each does, its token, its memory.
    pub clients: Vec<Row>,
    /// The resource: its value, and its bar if it has one.
    pub resource: Row,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Row {
    /// Whose row it is.
    pub name: String,
    /// What stands in its cells.
    pub cells: Vec<String>,
    /// Which of them were different before the step, by position.
    pub changed: Vec<usize>,
}

/// A moment as it was replayed.
#[derive(Clone, Copy)]
struct Moment<'a> {
    tick: u64,
    node: &'a Node,
    value: &'a Value,
    memory: &'a [Option<Value>],
}

impl Trace {
    /// The situations of the trace: the one before anything has happened, and that after each step.
    pub(crate) fn situations(&self) -> Vec<Situation> {
        let nobody = vec![None; self.world.clients.len()];
        let first = Moment {
            tick: 0,
            node: &self.initial,
            value: &Value::new(),
            memory: &nobody,
        };
        let mut before = first;
        let mut situations = vec![self.situation(first, first)];
        for step in &self.steps {
            let now = Moment {
                tick: step.seen_at(),
                node: &step.node,
                value: &step.value,
                memory: &step.memory,
            };
            situations.push(self.situation(before, now));
            before = now;
        }
        situations
    }

    fn situation(&self, before: Moment<'_>, now: Moment<'_>) -> Situation {
        let clients = self.world.client_ids();
        Situation {
            tick: now.tick,
            servers: self.servers(before, now),
            clients: clients
                .map(|id| {
                    let name = phrase::name(&self.world, id);
                    row(
                        name,
                        &self.client_cells(before, id),
                        self.client_cells(now, id),
                    )
                })
                .collect(),
            resource: row(
                "Resource".to_string(),
                &self.resource_cells(before),
                self.resource_cells(now),
            ),
        }
    }

    fn servers(&self, before: Moment<'_>, now: Moment<'_>) -> Vec<Row> {
        let alike = alike_servers(&self.world, now.node);
        let rows = alike.into_iter().map(|(server, numbers)| {
            let cells = self.server_cells(now, server);
            let were = |number: &ServerId| {
                let server = before.node.state.servers[usize::from(*number)];
                self.server_cells(before, server)
            };
            // Servers that are alike now need not have been so: one that was different is enough.
            let different = numbers.iter().map(were).find(|were| *were != cells);
            let name = capital(&phrase::servers(&self.world, &numbers));
            row(name, &different.unwrap_or_else(|| cells.clone()), cells)
        });
        rows.collect()
    }

    fn server_cells(&self, now: Moment<'_>, server: Server) -> Vec<String> {
        let lease = server.lease.map_or("free".to_string(), |lease| {
            let holder = phrase::name(&self.world, lease.holder);
            match lease.remaining {
                Some(ticks) => format!("held by {holder} until {}", now.tick + u64::from(ticks)),
                None => format!("held by {holder}, without end"),
            }
        });
        vec![lease, dash(server.token > 0, server.token)]
    }

    fn client_cells(&self, now: Moment<'_>, id: ClientId) -> Vec<String> {
        let client = now.node.state.client(id);
        let memory = now.memory[usize::from(id)].as_ref();
        vec![
            self.does(now, id, client),
            client
                .token
                .map_or("–".to_string(), |token| token.to_string()),
            memory.map_or("–".to_string(), |value| self.show(value)),
        ]
    }

    fn does(&self, now: Moment<'_>, id: ClientId, client: &Client) -> String {
        let standing = standing(&self.world, id, client);
        match client.pause.map(|pause| pause.remaining) {
            Some(Some(ticks)) => {
                format!("PAUSED until {}; {standing}", now.tick + u64::from(ticks))
            }
            Some(None) => format!("PAUSED; {standing}"),
            None => standing,
        }
    }

    fn resource_cells(&self, now: Moment<'_>) -> Vec<String> {
        let bar = now.node.state.resource.bar;
        let mut cells = vec![self.show(now.value)];
        if self.world.fencing.compares_tokens() {
            cells.push(bar.to_string());
        }
        cells
    }
}

fn row(name: String, before: &[String], cells: Vec<String>) -> Row {
    let is_changed = |position: &usize| before[*position] != cells[*position];
    Row {
        name,
        changed: (0..cells.len()).filter(is_changed).collect(),
        cells,
    }
}

/// The number if there is one, or a dash.
fn dash(there: bool, number: u32) -> String {
    if there {
        number.to_string()
    } else {
        "–".to_string()
    }
}
