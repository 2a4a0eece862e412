//! The columns of the table, and how wide they are.
//!
//! A few clients get a lane each that is wide enough for what they do. More of them get narrow lanes
//! that show only who acts and who is paused, and one column that says what happens.

use super::cell::{Cell, Look, padded, width};
use super::rows::{Line, Row};
use crate::trace::{Trace, phrase};
use crate::world::ClientId;

/// The most clients whose lanes have room for words.
const FEW: usize = 3;
/// The width of a lane without words.
const NARROW_LANE: usize = 3;
const NARROWEST_COLUMN: usize = 4;

pub(super) struct Layout {
    width: usize,
    color: bool,
    /// The clients that have a lane.
    clients: Vec<ClientId>,
    has_words: bool,
}

impl Layout {
    pub(super) fn new(trace: &Trace, width: usize, color: bool) -> Layout {
        let clients = trace.active_clients();
        Layout {
            width,
            color,
            has_words: clients.len() <= FEW,
            clients,
        }
    }

    pub(super) fn draw(&self, trace: &Trace, lines: &[Line]) -> String {
        let lines: Vec<_> = lines
            .iter()
            .map(|line| match line {
                Line::Row(row) => Ok(self.cells(trace, row)),
                Line::Remark(text) => Err(text),
            })
            .collect();
        let titles = self.titles(trace);
        let columns = 0..titles.len();
        let widest = |measure: fn(&Cell) -> usize| {
            let of_column = |column: usize| {
                let cells = lines.iter().flatten().chain([&titles]);
                cells
                    .map(|cells| measure(&cells[column]))
                    .max()
                    .unwrap_or(0)
            };
            columns.clone().map(of_column).collect::<Vec<_>>()
        };
        let widths = self.fit(widest(Cell::natural_width), &widest(Cell::longest_word));
        let mut text = String::new();
        self.put(&mut text, &titles, &widths);
        let rule = widths.iter().map(|width| Cell::plain("-".repeat(*width)));
        self.put(&mut text, &rule.collect::<Vec<_>>(), &widths);
        for line in &lines {
            match line {
                Ok(cells) => self.put(&mut text, cells, &widths),
                Err(remark) => self.remark(&mut text, remark),
            }
        }
        text
    }

    fn gap(&self) -> usize {
        if self.has_words { 2 } else { 1 }
    }

    fn titles(&self, trace: &Trace) -> Vec<Cell> {
        let title = |text: &str| Cell::new(text, Look::Title);
        let names = self
            .clients
            .iter()
            .map(|client| title(&phrase::name(&trace.world, *client)));
        let mut titles = vec![title("tick")];
        titles.extend(names);
        if !self.has_words {
            titles.push(title("what happens"));
        }
        titles.extend([title("lock service"), title("resource")]);
        titles
    }

    fn cells(&self, trace: &Trace, row: &Row) -> Vec<Cell> {
        let tick = match row.folded {
            Some(_) => "⋮".to_string(),
            None => row.tick.to_string(),
        };
        let mut cells = vec![Cell::plain(tick)];
        for client in &self.clients {
            cells.push(self.lane(row, *client));
        }
        if !self.has_words {
            cells.push(words(trace, row));
        }
        cells.extend([row.lock.clone(), row.resource.clone()]);
        cells
    }

    fn lane(&self, row: &Row, client: ClientId) -> Cell {
        let deed = row.deeds.iter().find(|(actor, ..)| *actor == client);
        let asleep = row.asleep.contains(&client);
        match deed {
            Some((_, text, look)) if self.has_words && asleep => {
                Cell::new(format!("zzz {text}"), *look)
            }
            Some((_, text, look)) if self.has_words => Cell::new(text.clone(), *look),
            Some((_, _, look)) if !asleep => Cell::new("●", *look),
            _ if asleep => Cell::new("zzz", Look::Idle),
            _ => Cell::default(),
        }
    }

    /// Takes room from the widest columns until the table fits: first without breaking words, and if
    /// that is not enough, wherever there is room.
    fn fit(&self, mut widths: Vec<usize>, longest_words: &[usize]) -> Vec<usize> {
        if !self.has_words {
            for lane in &mut widths[1..=self.clients.len()] {
                *lane = NARROW_LANE;
            }
        }
        let room = self.width - self.gap() * (widths.len() - 1);
        shrink(&mut widths, longest_words, room);
        let narrowest = vec![NARROWEST_COLUMN; widths.len()];
        shrink(&mut widths, &narrowest, room);
        widths
    }

    fn put(&self, text: &mut String, cells: &[Cell], widths: &[usize]) {
        let columns: Vec<_> = cells
            .iter()
            .zip(widths)
            .map(|(cell, width)| cell.lines(*width))
            .collect();
        let height = columns.iter().map(Vec::len).max().unwrap_or(0);
        let gap = " ".repeat(self.gap());
        for line in 0..height {
            let pieces: Vec<_> = columns
                .iter()
                .map(|column| column.get(line).cloned().unwrap_or_default())
                .collect();
            let last = pieces.iter().rposition(|(text, _)| !text.is_empty());
            for (column, (piece, look)) in pieces.iter().enumerate().take(last.map_or(0, |l| l + 1))
            {
                if column > 0 {
                    text.push_str(&gap);
                }
                text.push_str(&self.colored(piece, *look));
                if Some(column) != last {
                    text.push_str(&padded("", widths[column].saturating_sub(width(piece))));
                }
            }
            text.push('\n');
        }
    }

    fn colored(&self, text: &str, look: Look) -> String {
        if self.color && look != Look::Plain && !text.is_empty() {
            let ansi = look.ansi();
            format!("{ansi}{text}{ansi:#}")
        } else {
            text.to_string()
        }
    }

    fn remark(&self, text: &mut String, remark: &str) {
        let line = format!("~~~~ {remark} ");
        let rest = "~".repeat(self.width.saturating_sub(width(&line)).min(20));
        text.push_str(&self.colored(&format!("{line}{rest}"), Look::Violation));
        text.push('\n');
    }
}

/// "A acquires", for the column that says what happens.
fn words(trace: &Trace, row: &Row) -> Cell {
    let mut cell = Cell::default();
    for (client, text, look) in &row.deeds {
        let name = phrase::name(&trace.world, *client);
        cell.push(format!("{name} {text}"), *look);
    }
    cell
}

/// Takes from the widest column that is wider than it has to be, until all fit into the room or none
/// is left.
fn shrink(widths: &mut [usize], narrowest: &[usize], room: usize) {
    while widths.iter().sum::<usize>() > room {
        let can_give = widths.iter_mut().zip(narrowest);
        let widest = can_give
            .filter(|(width, narrowest)| **width > **narrowest)
            .max_by_key(|(width, _)| **width);
        let Some((width, _)) = widest else { return };
        *width -= 1;
    }
}
