//! Where everything lies: a slot for every row of the timeline, a lane for every actor.

use super::paint::{CHARACTER, LINE, text_width};
use crate::property::Property;
use crate::trace::timeline::cell::{Cell, Look};
use crate::trace::timeline::rows::{Line, Row, rows, unmarked};
use crate::trace::{LeaseInterval, Trace, phrase};
use crate::world::{ClientId, ServerId};

/// Where the first slot begins.
pub(super) const LEFT: f64 = 16.0;
/// Where the first lane begins.
pub(super) const TOP: f64 = 34.0;
/// The height of a server's lane.
pub(super) const SERVER_LANE: f64 = 44.0;
/// The height of one more row in it.
pub(super) const SERVER_ROW: f64 = 30.0;
/// The height of a client's lane above its labels: its name and the bar with the marks.
pub(super) const HEAD: f64 = 34.0;

const NARROWEST_SLOT: f64 = 40.0;
/// Between the labels of one lane and the next lane.
const LANE_GAP: f64 = 16.0;
/// The most characters in a line of a label, unless a word is longer.
const LABEL: usize = 15;
/// Room at the right end for what goes on beyond the picture.
const RIGHT: f64 = 40.0;

/// A stretch of the horizontal axis, for one row of the timeline.
#[derive(Debug)]
pub(super) struct Slot {
    pub row: Row,
    pub left: f64,
    pub right: f64,
    /// For each client with a lane, what it does.
    pub labels: Vec<Vec<(String, Look)>>,
    /// What the resource does.
    pub resource: Vec<(String, Look)>,
    /// The violation in the lock service, if there is one here.
    pub lock_mark: Option<String>,
    pub is_violation: bool,
}

impl Slot {
    /// Where marks stand: above the beginning of their labels.
    pub(super) fn mark(&self) -> f64 {
        self.left + 10.0
    }

    pub(super) fn middle(&self) -> f64 {
        f64::midpoint(self.left, self.right)
    }
}

/// Servers with the same history share a lane.
#[derive(Debug)]
pub(super) struct ServerLane<'a> {
    pub servers: Vec<ServerId>,
    pub top: f64,
    /// Its leases, each with the position of the step that granted it and the row it lies in: leases
    /// that overlap lie below one another.
    pub leases: Vec<(usize, &'a LeaseInterval, u32)>,
}

/// The whole picture before it is painted.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    pub trace: &'a Trace,
    pub slots: Vec<Slot>,
    pub clients: Vec<(ClientId, f64)>,
    pub servers: Vec<ServerLane<'a>>,
    /// Where marks of the lock service stand.
    pub lock_mark: f64,
    pub resource_top: f64,
    pub axis: f64,
    pub legend: f64,
    pub right: f64,
    pub width: f64,
    pub height: f64,
    /// Where the part begins that repeats for ever.
    pub loop_from: Option<f64>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(trace: &'a Trace) -> Scene<'a> {
        let clients = trace.active_clients();
        let mut slots = Vec::new();
        let mut loop_from = None;
        let mut left = LEFT;
        for line in rows(trace, Property::ALL.into_iter().collect()) {
            match line {
                Line::Row(row) => {
                    let slot = slot(trace, &clients, row, left);
                    left = slot.right;
                    slots.push(slot);
                }
                Line::Remark(_) if loop_from.is_none() => loop_from = Some(left),
                Line::Remark(_) => {}
            }
        }
        let right = left.max(LEFT + 420.0);
        let mut scene = Scene {
            trace,
            slots,
            clients: Vec::new(),
            servers: Vec::new(),
            lock_mark: 0.0,
            resource_top: 0.0,
            axis: 0.0,
            legend: 0.0,
            right,
            width: right + RIGHT,
            height: 0.0,
            loop_from,
        };
        scene.stack_lanes(&clients);
        scene
    }

    fn stack_lanes(&mut self, clients: &[ClientId]) {
        let mut y = TOP;
        for (lane, client) in clients.iter().enumerate() {
            self.clients.push((*client, y));
            let deepest = self.slots.iter().map(|slot| slot.labels[lane].len()).max();
            y += HEAD + lines_height(deepest.unwrap_or(0)) + LANE_GAP;
        }
        for servers in alike(self.trace) {
            let leases = stacked(self.trace, servers[0]);
            let rows = leases.iter().map(|(_, _, row)| row + 1).max().unwrap_or(1);
            self.servers.push(ServerLane {
                servers,
                top: y,
                leases,
            });
            y += SERVER_LANE + f64::from(rows - 1) * SERVER_ROW;
        }
        self.lock_mark = y + 4.0;
        if self.slots.iter().any(|slot| slot.lock_mark.is_some()) {
            y += LINE;
        }
        self.resource_top = y;
        let deepest = self.slots.iter().map(|slot| slot.resource.len()).max();
        y += HEAD + lines_height(deepest.unwrap_or(0)) + LANE_GAP;
        self.axis = y;
        self.legend = y + 40.0;
        self.height = self.legend + lines_height(legend(self.width).len()) + 2.0;
    }

    /// Where the tick begins; `None` if that is beyond the picture.
    pub(super) fn begin_of(&self, tick: u64) -> Option<f64> {
        let slot = self
            .slots
            .iter()
            .find(|slot| tick < slot.row.tick + slot.row.folded.unwrap_or(1))?;
        let into = tick.saturating_sub(slot.row.tick);
        let ticks = slot.row.folded.unwrap_or(1);
        #[expect(
            clippy::cast_precision_loss,
            reason = "far fewer ticks than a double can count"
        )]
        let share = into as f64 / ticks as f64;
        Some(slot.left + share * (slot.right - slot.left))
    }

    /// Where the lines of the legend stand.
    pub(super) fn legend_lines(&self) -> impl Iterator<Item = f64> {
        let first = self.legend;
        (0..).map(move |line| first + f64::from(line) * LINE)
    }

    /// The slot of the step at this position.
    pub(super) fn slot_of(&self, position: usize) -> Option<&Slot> {
        self.slots
            .iter()
            .rfind(|slot| slot.row.position <= position)
    }
}

/// What the symbols mean, in lines that fit.
pub(super) fn legend(width: f64) -> Vec<String> {
    const ENTRIES: &str = "● takes a step;  × is refused;  hatched zzz: paused, without noticing;  \
        ●──○ a lease, from its first instant to the one at which it is over;  ■ write applied;  \
        ○ read;  // ticks in which nothing else happens";
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a width in characters"
    )]
    let columns = ((width - 2.0 * LEFT) / CHARACTER) as usize;
    let lines = textwrap::wrap(ENTRIES, columns);
    lines.into_iter().map(String::from).collect()
}

fn lines_height(lines: usize) -> f64 {
    f64::from(u32::try_from(lines).unwrap_or(u32::MAX)) * LINE
}

fn slot(trace: &Trace, clients: &[ClientId], row: Row, left: f64) -> Slot {
    let labels: Vec<_> = clients.iter().map(|client| label(&row, *client)).collect();
    let is_mark = |look: Look| look == Look::Violation;
    let lock_mark = row
        .lock
        .0
        .iter()
        .find(|(_, look)| is_mark(*look))
        .map(|(text, _)| unmarked(text));
    let resource: Vec<_> = row
        .resource
        .0
        .iter()
        .flat_map(|(text, look)| wrapped(&unmarked(text), *look))
        .collect();
    let is_violation = lock_mark.is_some() || resource.iter().any(|(_, look)| is_mark(*look));
    let texts = labels.iter().flatten().chain(&resource);
    let widest = texts.map(|(text, _)| text_width(text)).fold(0.0, f64::max);
    let lock = lock_mark.as_deref().map_or(0.0, text_width);
    let leases = lease_labels(trace, &row);
    let width = widest.max(lock).max(leases) + 14.0;
    let folded = row
        .folded
        .map_or(0.0, |ticks| text_width(&fold_label(ticks)) + 14.0);
    Slot {
        right: left + width.max(folded).max(NARROWEST_SLOT),
        left,
        labels,
        resource,
        lock_mark,
        is_violation,
        row,
    }
}

/// What stands below a stretch of ticks.
pub(super) fn fold_label(ticks: u64) -> String {
    format!("⋮ {}", phrase::counted(ticks, "tick"))
}

/// What stands above a lease.
pub(super) fn lease_label(trace: &Trace, lease: &LeaseInterval) -> String {
    format!(
        "{} {} token {}",
        phrase::name(&trace.world, lease.client),
        phrase::interval(lease.start, lease.end),
        lease.token
    )
}

/// How wide the widest label of the leases is that are granted in this row.
fn lease_labels(trace: &Trace, row: &Row) -> f64 {
    trace
        .leases_with_steps()
        .filter(|(position, _)| *position == row.position && row.folded.is_none())
        .map(|(_, lease)| text_width(&lease_label(trace, lease)))
        .fold(0.0, f64::max)
}

fn label(row: &Row, client: ClientId) -> Vec<(String, Look)> {
    let deeds = row.deeds.iter().filter(|(actor, ..)| *actor == client);
    deeds
        .flat_map(|(_, text, look)| wrapped(text, *look))
        .collect()
}

fn wrapped(text: &str, look: Look) -> Vec<(String, Look)> {
    Cell::new(text, look).lines(LABEL.max(longest_word(text)))
}

fn longest_word(text: &str) -> usize {
    text.split(' ')
        .map(crate::trace::timeline::cell::width)
        .max()
        .unwrap_or(0)
}

/// The leases of a server, those that overlap in different rows.
fn stacked(trace: &Trace, server: ServerId) -> Vec<(usize, &LeaseInterval, u32)> {
    let mut stacked: Vec<(usize, &LeaseInterval, u32)> = Vec::new();
    for (granted, lease) in trace.leases_with_steps() {
        if lease.server != server {
            continue;
        }
        let is_free = |row: &u32| {
            let mut others = stacked.iter().filter(|(_, _, other)| other == row);
            others.all(|(_, other, _)| !lease.overlaps(other))
        };
        let row = (0..).find(is_free).unwrap_or(0);
        stacked.push((granted, lease, row));
    }
    stacked
}

/// Servers in groups with the same history.
fn alike(trace: &Trace) -> Vec<Vec<ServerId>> {
    let history = |server: ServerId| {
        let leases = trace
            .leases
            .iter()
            .filter(move |lease| lease.server == server);
        leases
            .map(|lease| LeaseInterval {
                server: 0,
                ..lease.clone()
            })
            .collect::<Vec<_>>()
    };
    let mut groups: Vec<(Vec<LeaseInterval>, Vec<ServerId>)> = Vec::new();
    for server in trace.world.server_ids() {
        let own = history(server);
        match groups.iter_mut().find(|(other, _)| *other == own) {
            Some((_, servers)) => servers.push(server),
            None => groups.push((own, vec![server])),
        }
    }
    groups.into_iter().map(|(_, servers)| servers).collect()
}
