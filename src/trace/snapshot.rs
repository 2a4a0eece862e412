//! The whole state after a step as named fields, for forms that programs read.
//!
//! Everything is by its real number: servers from 1, tokens as they were granted, values as the list of
//! the clients that appended to them.

use serde::Serialize;

use super::{Trace, Value};
use crate::search::Node;
use crate::world::{Client, ClientId, Server, Stage, Ticks, Token};

/// The state of everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Snapshot {
    /// The tick in which it is.
    pub tick: u64,
    /// The lock servers, the first one first.
    pub servers: Vec<ServerState>,
    /// The clients, in the order of the model.
    pub clients: Vec<ClientState>,
    /// The resource.
    pub resource: ResourceState,
}

/// What one lock server knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ServerState {
    /// Its number, from 1.
    pub server: u16,
    /// Whom it has a lease out to.
    pub holder: Option<String>,
    /// The ticks until that lease is over; `None` if there is none, or if it has no end.
    pub remaining: Option<Ticks>,
    /// The token of its latest grant; 0 before the first.
    pub token: Token,
}

/// What one client does and knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClientState {
    /// Its name.
    pub client: String,
    /// `away` before it asks, `running`, `paused`, or `done`.
    pub status: &'static str,
    /// The step of its program that comes next, if it is in the middle of it.
    pub next: Option<&'static str>,
    /// The token that it works under.
    pub token: Option<Token>,
    /// The value in its memory: what it read, or what it wrote after that.
    pub memory: Option<Vec<String>>,
}

/// What the resource holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResourceState {
    /// The clients that appended to the value, the oldest first.
    pub value: Vec<String>,
    /// The highest token that it has taken note of; `None` if it compares no tokens.
    pub bar: Option<Token>,
}

impl Trace {
    /// The states of the trace: the one before anything has happened, and that after each step.
    pub fn snapshots(&self) -> impl Iterator<Item = Snapshot> {
        let nobody = vec![None; self.world.clients.len()];
        let first = self.snapshot(0, &self.initial, &Value::new(), &nobody);
        let after = self
            .steps
            .iter()
            .map(|step| self.snapshot(step.seen_at(), &step.node, &step.value, &step.memory));
        std::iter::once(first).chain(after)
    }

    fn snapshot(
        &self,
        tick: u64,
        node: &Node,
        value: &Value,
        memory: &[Option<Value>],
    ) -> Snapshot {
        let servers = self.world.server_ids().zip(&node.state.servers);
        let clients = self.world.client_ids().zip(&node.state.clients).zip(memory);
        let bar = node.state.resource.bar;
        Snapshot {
            tick,
            servers: servers
                .map(|(number, server)| self.server(u16::from(number) + 1, *server))
                .collect(),
            clients: clients
                .map(|((id, client), memory)| self.client(id, client, memory.as_ref()))
                .collect(),
            resource: ResourceState {
                value: self.client_names(value),
                bar: self.world.fencing.compares_tokens().then_some(bar),
            },
        }
    }

    fn server(&self, number: u16, server: Server) -> ServerState {
        let holder = server.lease.map(|lease| lease.holder);
        ServerState {
            server: number,
            holder: holder.map(|holder| self.world.client(holder).name.clone()),
            remaining: server.lease.and_then(|lease| lease.remaining),
            token: server.token,
        }
    }

    fn client(&self, id: ClientId, client: &Client, memory: Option<&Value>) -> ClientState {
        let setup = self.world.client(id);
        let (status, next) = match client.stage {
            Stage::Away(_) => ("away", None),
            Stage::Done => ("done", None),
            Stage::At(step) => ("running", Some(setup.program[usize::from(step)].name())),
        };
        ClientState {
            client: setup.name.clone(),
            status: if client.pause.is_some() {
                "paused"
            } else {
                status
            },
            next,
            token: client.token,
            memory: memory.map(|value| self.client_names(value)),
        }
    }

    fn client_names(&self, value: &[ClientId]) -> Vec<String> {
        let name = |client: &ClientId| self.world.client(*client).name.clone();
        value.iter().map(name).collect()
    }
}
