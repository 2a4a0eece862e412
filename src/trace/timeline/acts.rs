//! What stands in the row of a client's step: in its lane, at the lock service, at the resource.

use std::collections::BTreeMap;

use super::cell::{Cell, Look, tied};
use super::rows::Row;
use crate::trace::deed::Deed;
use crate::trace::describe::{aftermath, low_token, on_some, write_refusal};
use crate::trace::facts::holders;
use crate::trace::phrase::{self, interval};
use crate::trace::{Step, Trace};
use crate::world::{ClientId, Observation, ServerId, ServerSet, State, Token};

/// Fills rows from the steps of a trace.
pub(super) struct Scribe<'a> {
    pub trace: &'a Trace,
}

impl Scribe<'_> {
    /// The row of a step of the client's program.
    pub(super) fn act(&self, position: usize, client: ClientId, reaches: ServerSet) -> Row {
        let step = &self.trace.steps[position];
        let before = self.trace.before(position);
        let deed = Deed::of(&step.seen);
        let refused = is_refusal(&deed);
        let does = format!(
            "{}{}",
            self.does(position, client, &deed),
            aftermath(&step.seen, client, step.node.state.client(client))
        );
        let mut row = Row::default();
        row.deeds.push((
            client,
            does,
            if refused { Look::Refused } else { Look::Plain },
        ));
        match deed {
            Deed::Acquired { token, granted } => {
                row.lock = self.grant(step, client, token, &granted);
            }
            Deed::Denied { granted } => {
                row.lock = self.denial(step, &before.state, client, reaches, &granted);
            }
            Deed::Read { accepted: true, .. } => row.resource = self.bar(step),
            Deed::Write { accepted: true, .. } => {
                row.lock = Cell::plain(self.held(&before.state));
                row.resource = self.applied(position);
                row.is_write = true;
            }
            Deed::Read { token, .. }
            | Deed::Seal {
                accepted: false,
                token,
            } => {
                row.resource = refusal(&low_token(before, token));
            }
            Deed::Write { token, .. } => {
                row.lock = Cell::plain(self.held(&before.state));
                let why = write_refusal(&self.trace.world, before, client, token);
                row.resource = refusal(&why);
                let stays = format!("stays {}", self.shown(&step.value));
                row.resource.push(stays, Look::Plain);
            }
            Deed::Seal { accepted: true, .. } => row.resource = self.bar(step),
            Deed::Vouched => row.lock = Cell::plain(self.held(&before.state)),
            Deed::Checked { .. } => row.lock = Cell::plain(self.held(&before.state)),
            Deed::LookedAtClock { .. } => {}
            Deed::Released { servers } => {
                row.lock = self.release(&before.state, client, &servers);
            }
        }
        row
    }

    /// What the client does, in its lane.
    fn does(&self, position: usize, client: ClientId, deed: &Deed) -> String {
        let written = || self.shown(&self.trace.written(position, client));
        match deed {
            Deed::Acquired { .. } => "acquires".to_string(),
            Deed::Denied { .. } => "asks, denied".to_string(),
            Deed::Read { accepted: true, .. } => {
                format!("reads {}", self.shown(&self.trace.steps[position].value))
            }
            Deed::Read { .. } => "reads: refused".to_string(),
            Deed::Write { accepted: true, .. } => format!("writes {}", written()),
            Deed::Write { .. } => format!("writes {}: refused", written()),
            Deed::Vouched => "is about to write: vouched for".to_string(),
            Deed::Seal { accepted: true, .. } => "seals".to_string(),
            Deed::Seal { .. } => "seals: refused".to_string(),
            Deed::Checked { holds: true } => "checks: holds the lock".to_string(),
            Deed::Checked { holds: false } => "checks: lost the lock".to_string(),
            Deed::LookedAtClock { in_time: true } => "looks at clock: in time".to_string(),
            Deed::LookedAtClock { in_time: false } => "looks at clock: too late".to_string(),
            Deed::Released { .. } => "releases".to_string(),
        }
    }

    fn grant(
        &self,
        step: &Step,
        client: ClientId,
        token: Token,
        granted: &[(ServerId, Token)],
    ) -> Cell {
        let world = &self.trace.world;
        let end = world
            .lease_length()
            .map(|ticks| step.tick + u64::from(ticks));
        let lease = tied(&interval(step.tick, end));
        let servers: Vec<_> = granted.iter().map(|(server, _)| *server).collect();
        let on = on_some(world, &servers);
        let name = self.name(client);
        let mut cell = Cell::plain(format!("{name} {lease}{on}, {}", tied(&token_text(token))));
        let lower: Vec<_> = granted.iter().filter(|(_, own)| *own != token).collect();
        if !lower.is_empty() {
            let counts: Vec<_> = lower
                .iter()
                .map(|(server, own)| format!("server {} counts {own}", u16::from(*server) + 1))
                .collect();
            cell.push(counts.join(", "), Look::Plain);
        }
        cell
    }

    fn denial(
        &self,
        step: &Step,
        before: &State,
        client: ClientId,
        reaches: ServerSet,
        granted: &[(ServerId, Token)],
    ) -> Cell {
        let world = &self.trace.world;
        let mut cell = Cell::plain(self.held(before));
        if reaches != ServerSet::all(world.lock.servers) {
            let reached: Vec<_> = reaches.iter().collect();
            let reached = phrase::servers(world, &reached);
            cell.push(
                format!("{} reaches only {reached}", self.name(client)),
                Look::Plain,
            );
        }
        if !granted.is_empty() {
            let end = Some(step.tick);
            let lease = tied(&interval(step.tick, end));
            let servers: Vec<_> = granted.iter().map(|(server, _)| *server).collect();
            let on = on_some(world, &servers);
            let text = format!("{} {lease}{on}: too few, handed back", self.name(client));
            cell.push(text, Look::Plain);
        }
        let freed = step.seen.iter().filter_map(|seen| match seen {
            Observation::Released(server, _) => Some(*server),
            _ => None,
        });
        let freed: Vec<_> = freed.collect();
        for (holder, servers) in by_holder(before, &freed) {
            if holder != client {
                cell.push(self.freed(holder, &servers), Look::Plain);
            }
        }
        cell
    }

    fn release(&self, before: &State, client: ClientId, servers: &[ServerId]) -> Cell {
        let mut cell = Cell::default();
        for (holder, servers) in by_holder(before, servers) {
            if holder == client {
                let on = on_some(&self.trace.world, &servers);
                cell.push(
                    format!("{}'s lease ends{on}", self.name(client)),
                    Look::Plain,
                );
            } else {
                cell.push(self.freed(holder, &servers), Look::Plain);
            }
        }
        if cell.0.is_empty() {
            cell.push(
                format!("no lease of {} is out", self.name(client)),
                Look::Plain,
            );
        }
        cell
    }

    fn freed(&self, holder: ClientId, servers: &[ServerId]) -> String {
        let on = on_some(&self.trace.world, servers);
        format!("frees {}'s lease{on}", self.name(holder))
    }

    /// The value that a write put in place of another.
    fn applied(&self, position: usize) -> Cell {
        let step = &self.trace.steps[position];
        let before = self.trace.value_before(position);
        let mut cell = Cell::plain(self.value_and_bar(step));
        if !step.value.starts_with(before) {
            let old = self.shown(before);
            cell.push(format!("replaces {old}"), Look::Plain);
        }
        cell
    }

    fn value_and_bar(&self, step: &Step) -> String {
        let value = self.shown(&step.value);
        if self.trace.world.fencing.compares_tokens() {
            let bar = step.node.state.resource.bar;
            format!("{value}, {}", tied(&format!("bar {bar}")))
        } else {
            value
        }
    }

    /// The bar, where a read or a seal may have raised it.
    fn bar(&self, step: &Step) -> Cell {
        Cell::plain(self.value_and_bar(step))
    }

    /// A value, its length on one line if it is abridged.
    fn shown(&self, value: &[ClientId]) -> String {
        self.trace
            .show(value)
            .replace(" appended", &tied(" appended"))
    }

    /// Who holds the lock, by what the servers say.
    pub(super) fn held(&self, state: &State) -> String {
        match holders(&self.trace.world, state).as_slice() {
            [] => "held by nobody".to_string(),
            holders => format!("held by {}", phrase::names(&self.trace.world, holders)),
        }
    }

    pub(super) fn name(&self, client: ClientId) -> String {
        phrase::name(&self.trace.world, client)
    }
}

fn refusal(why: &str) -> Cell {
    Cell::new(format!("refused: {}", tied(why)), Look::Refused)
}

fn token_text(token: Token) -> String {
    format!("token {token}")
}

fn is_refusal(deed: &Deed) -> bool {
    matches!(
        deed,
        Deed::Denied { .. }
            | Deed::Read {
                accepted: false,
                ..
            }
            | Deed::Write {
                accepted: false,
                ..
            }
            | Deed::Seal {
                accepted: false,
                ..
            }
            | Deed::Checked { holds: false }
            | Deed::LookedAtClock { in_time: false }
    )
}

/// These servers by the client they had a lease out to.
fn by_holder(state: &State, servers: &[ServerId]) -> BTreeMap<ClientId, Vec<ServerId>> {
    let mut by_holder: BTreeMap<ClientId, Vec<ServerId>> = BTreeMap::new();
    for server in servers {
        if let Some(lease) = state.servers[usize::from(*server)].lease {
            by_holder.entry(lease.holder).or_default().push(*server);
        }
    }
    by_holder
}
