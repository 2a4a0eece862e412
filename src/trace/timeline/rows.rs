//! From the steps of a trace to the rows of its table.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::{Cell, Look, tied};
use super::fold::eventful_ticks;
use crate::property::{Level, Property, PropertySet};
use crate::trace::deed::Deed;
use crate::trace::describe::{aftermath, expired, low_token, on_some, write_refusal};
use crate::trace::facts::holders;
use crate::trace::phrase::{self, counted, interval};
use crate::trace::{Step, Trace};
use crate::world::{ClientId, Event, Observation, ServerId, ServerSet, State, Token};

/// A line of the table.
#[derive(Clone, Debug)]
pub(in crate::trace) enum Line {
    /// A row with its columns.
    Row(Row),
    /// A remark across all columns.
    Remark(String),
}

/// What stands in one row.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct Row {
    /// The position of its step; for a stretch of ticks that of the first one.
    pub position: usize,
    /// The tick in which it happens; for a stretch of ticks the first one.
    pub tick: u64,
    /// How many ticks are folded into the row, if it is not a single one.
    pub folded: Option<u64>,
    /// Whether a write is applied in it.
    pub is_write: bool,
    /// What clients do.
    pub deeds: Vec<(ClientId, String, Look)>,
    /// Clients that are paused.
    pub asleep: Vec<ClientId>,
    /// What the lock service does or says.
    pub lock: Cell,
    /// What the resource does.
    pub resource: Cell,
}

/// All rows of a trace, with a mark where it violates one of these properties.
pub(in crate::trace) fn rows(trace: &Trace, marked: PropertySet) -> Vec<Line> {
    let mut table = Table {
        trace,
        marked,
        eventful: eventful_ticks(trace, marked),
        stretch: None,
        lines: Vec::new(),
    };
    for position in 0..trace.steps.len() {
        table.add(position);
    }
    table.unfold();
    table.close_loop();
    table.lines
}

struct Table<'a> {
    trace: &'a Trace,
    marked: PropertySet,
    eventful: BTreeSet<u64>,
    /// The stretch of ticks that will be folded into one row.
    stretch: Option<Stretch>,
    lines: Vec<Line>,
}

/// Ticks in which clients only wait or poll in vain.
struct Stretch {
    first: u64,
    last: u64,
    polls: BTreeMap<ClientId, u64>,
    /// A position among them: nothing but time moves, so any will do to see who is paused.
    position: usize,
}

impl Table<'_> {
    fn add(&mut self, position: usize) {
        if self.trace.loop_from == Some(position) {
            self.unfold();
            let remark = "what follows repeats for ever".to_string();
            self.lines.push(Line::Remark(remark));
        }
        let step = &self.trace.steps[position];
        if step.event == Event::Tick {
            if !self.eventful.contains(&step.tick) {
                self.extend(position, None);
            }
            self.unfold_before(step.seen_at());
            self.passing(position);
        } else if self.eventful.contains(&step.tick) {
            self.unfold();
            let row = self.row(position);
            self.lines.push(Line::Row(row));
        } else {
            self.extend(position, step.client());
        }
    }

    /// A tick of the stretch, in which this client may have polled.
    fn extend(&mut self, position: usize, polled: Option<ClientId>) {
        let tick = self.trace.steps[position].tick;
        let stretch = self.stretch.get_or_insert_with(|| Stretch {
            first: tick,
            last: tick,
            polls: BTreeMap::new(),
            position,
        });
        stretch.last = tick;
        if let Some(client) = polled {
            *stretch.polls.entry(client).or_default() += 1;
        }
    }

    fn unfold_before(&mut self, tick: u64) {
        if self.eventful.contains(&tick) {
            self.unfold();
        }
    }

    fn unfold(&mut self) {
        let Some(stretch) = self.stretch.take() else {
            return;
        };
        let ticks = stretch.last - stretch.first + 1;
        let state = &self.trace.before(stretch.position).state;
        let deeds = stretch.polls.iter().map(|(client, polls)| {
            let text = match polls {
                1 => "asks, denied".to_string(),
                _ => format!("asks, denied ×{polls}"),
            };
            (*client, text, Look::Refused)
        });
        let held = self.held(state);
        let folded = (ticks > 1 || stretch.polls.is_empty()).then_some(ticks);
        let row = Row {
            position: stretch.position,
            is_write: false,
            tick: stretch.first,
            folded,
            deeds: deeds.collect(),
            asleep: asleep(state),
            lock: match folded {
                Some(ticks) => Cell::new(format!("{}, {held}", counted(ticks, "tick")), Look::Idle),
                None => Cell::plain(held),
            },
            resource: Cell::default(),
        };
        self.lines.push(Line::Row(row));
    }

    fn close_loop(&mut self) {
        if let Some(from) = self.trace.loop_from {
            let ticks = self.trace.steps[from..]
                .iter()
                .filter(|step| step.event == Event::Tick)
                .count();
            let remark = match ticks {
                0 => "and so on, for ever".to_string(),
                _ => format!(
                    "and so on, for ever, every {}",
                    counted(ticks as u64, "tick")
                ),
            };
            self.lines.push(Line::Remark(remark));
        }
    }

    /// What happens by itself when a tick begins.
    fn passing(&mut self, position: usize) {
        let step = &self.trace.steps[position];
        let mut lock = Cell::default();
        for client in self.trace.world.client_ids() {
            let servers = expired(&step.seen, client);
            if !servers.is_empty() {
                let name = self.name(client);
                let at = on_some(&self.trace.world, &servers);
                lock.push(format!("{name}'s lease expires{at}"), Look::Plain);
            }
        }
        let resumed = step.seen.iter().filter_map(|seen| match seen {
            Observation::Resumed(client) => Some((*client, "resumes".to_string(), Look::Plain)),
            _ => None,
        });
        let row = Row {
            position,
            is_write: false,
            tick: step.seen_at(),
            folded: None,
            deeds: resumed.collect(),
            asleep: asleep(&step.node.state),
            lock,
            resource: Cell::default(),
        };
        if !row.deeds.is_empty() || !row.lock.0.is_empty() {
            self.lines.push(Line::Row(row));
        }
    }

    fn row(&self, position: usize) -> Row {
        let step = &self.trace.steps[position];
        let mut row = match step.event {
            Event::Pause(client) => deed_row(client, "pauses"),
            Event::Resume(client) => deed_row(client, "resumes"),
            Event::Act { client, reaches } => self.act(position, client, reaches),
            Event::Tick => Row::default(),
        };
        row.position = position;
        row.tick = step.tick;
        row.asleep = asleep(&step.node.state);
        for property in step.violated.iter() {
            if self.marked.contains(property) {
                mark(&mut row, property);
            }
        }
        row
    }

    fn act(&self, position: usize, client: ClientId, reaches: ServerSet) -> Row {
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
                let stays = format!("stays {}", self.trace.show(&step.value));
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
        let written = || self.trace.show(&self.trace.written(position, client));
        match deed {
            Deed::Acquired { .. } => "acquires".to_string(),
            Deed::Denied { .. } => "asks, denied".to_string(),
            Deed::Read { accepted: true, .. } => {
                format!(
                    "reads {}",
                    self.trace.show(&self.trace.steps[position].value)
                )
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
            let old = self.trace.show(before);
            cell.push(format!("replaces {old}"), Look::Plain);
        }
        cell
    }

    fn value_and_bar(&self, step: &Step) -> String {
        let value = tied(&self.trace.show(&step.value));
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

    /// Who holds the lock, by what the servers say.
    fn held(&self, state: &State) -> String {
        match holders(&self.trace.world, state).as_slice() {
            [] => "held by nobody".to_string(),
            holders => format!("held by {}", phrase::names(&self.trace.world, holders)),
        }
    }

    fn name(&self, client: ClientId) -> String {
        phrase::name(&self.trace.world, client)
    }
}

fn deed_row(client: ClientId, text: &str) -> Row {
    Row {
        deeds: vec![(client, text.to_string(), Look::Plain)],
        ..Row::default()
    }
}

/// Marks the row as the one that violates the property.
fn mark(row: &mut Row, property: Property) {
    let text = format!("<-- {}", property.name().replace('-', " "));
    let cell = match property.level() {
        Level::Grants => &mut row.lock,
        Level::Effects | Level::Progress => &mut row.resource,
    };
    cell.push(tied(&text), Look::Violation);
    for (_, _, look) in &mut row.deeds {
        *look = Look::Violation;
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

fn asleep(state: &State) -> Vec<ClientId> {
    (0..)
        .zip(&state.clients)
        .filter(|(_, client)| client.pause.is_some())
        .map(|(id, _)| id)
        .collect()
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
