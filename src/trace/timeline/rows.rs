//! From the steps of a trace to the rows of its table.

use std::collections::{BTreeMap, BTreeSet};

use super::acts::Scribe;
use super::cell::{Cell, Look, tied};
use super::fold::eventful_ticks;
use crate::property::{Level, Property, PropertySet};
use crate::trace::Trace;
use crate::trace::describe::{expired, on_some};
use crate::trace::phrase::counted;
use crate::world::{ClientId, Event, Observation, State};

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
        scribe: Scribe { trace },
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
    scribe: Scribe<'a>,
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
        let held = self.scribe.held(state);
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
        let Some(from) = self.trace.loop_from else {
            return;
        };
        let repeated = &self.trace.steps[from..];
        let ticks = repeated.iter().filter(|step| step.event == Event::Tick);
        let remark = match ticks.count() {
            0 => "and so on, for ever".to_string(),
            1 => "and so on in every tick, for ever".to_string(),
            ticks => format!("and so on every {ticks} ticks, for ever"),
        };
        self.lines.push(Line::Remark(remark));
    }

    /// What happens by itself when a tick begins.
    fn passing(&mut self, position: usize) {
        let step = &self.trace.steps[position];
        let mut lock = Cell::default();
        for client in self.trace.world.client_ids() {
            let servers = expired(&step.seen, client);
            if !servers.is_empty() {
                let name = self.scribe.name(client);
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
            Event::Act { client, reaches } => self.scribe.act(position, client, reaches),
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
    if property.is_note() {
        cell.push(tied(&text), Look::Note);
        return;
    }
    cell.push(tied(&text), Look::Violation);
    for (_, _, look) in &mut row.deeds {
        *look = Look::Violation;
    }
}

/// A mark without its arrow.
pub(in crate::trace) fn unmarked(text: &str) -> String {
    text.trim_start_matches("<--").trim_start().to_string()
}

fn asleep(state: &State) -> Vec<ClientId> {
    (0..)
        .zip(&state.clients)
        .filter(|(_, client)| client.pause.is_some())
        .map(|(id, _)| id)
        .collect()
}
