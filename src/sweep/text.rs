//! A grid in the terminal: one sign a cell.

use std::fmt::Write as _;
use std::ops::Range;

use super::ticks;
use super::{Grid, Kind};
use crate::report::Paint;

/// The sign of a cell. The signs tell the kinds apart without colour.
fn sign(kind: Kind) -> char {
    match kind {
        Kind::Clean => '·',
        Kind::LostUpdate => 'o',
        Kind::StaleOverwrite => '#',
        Kind::Other => 'x',
        Kind::Unknown => '?',
    }
}

impl Grid {
    /// The grid in at most so many columns of text, at least 40, with the meaning of its signs below.
    /// A grid that is too wide is folded.
    #[must_use]
    pub fn draw_text(&self, width: usize, color: bool) -> String {
        let drawing = Drawing {
            grid: self,
            paint: Paint { color },
            label: self.label_width(),
        };
        let room = width.max(40) - drawing.label - " │".chars().count() - 1;
        let columns = self.columns();
        let (across, wide) = if columns * 2 <= room {
            (columns, true)
        } else {
            (room, false)
        };
        let mut text = drawing.axes();
        let mut first = 0;
        while first < columns {
            let block = first..(first + across).min(columns);
            text.push('\n');
            text.push_str(&drawing.block(block.clone(), wide));
            first = block.end;
        }
        text.push('\n');
        text.push_str(&drawing.legend());
        text
    }

    fn label_width(&self) -> usize {
        let heads = self.up().map_or(0, |axis| axis.short().chars().count());
        let values = self.up().map_or(&[][..], |axis| axis.values());
        let numbers = values
            .iter()
            .map(|value| value.to_string().len())
            .max()
            .unwrap_or(0);
        // A long name is not worth the room of the cells; the line above the grid has it in full.
        heads.min(8).max(numbers)
    }
}

struct Drawing<'a> {
    grid: &'a Grid,
    paint: Paint,
    /// How wide the numbers at the left are.
    label: usize,
}

impl Drawing<'_> {
    fn axes(&self) -> String {
        let line = |direction: &str, axis: &super::Axis| {
            format!("{direction:<7}{}: {}\n", axis.short(), axis.label())
        };
        let across = line("across", self.grid.across());
        let up = self.grid.up().map(|axis| line("up", axis));
        across + &up.unwrap_or_default()
    }

    /// Some of the columns, all rows, and the numbers beside and below.
    fn block(&self, columns: Range<usize>, wide: bool) -> String {
        let mut text = String::new();
        let head = self.grid.up().map_or("", |axis| axis.short());
        let head: String = head.chars().take(self.label).collect();
        if !head.is_empty() {
            let _ = writeln!(text, "{head:>width$}", width = self.label);
        }
        for row in (0..self.grid.rows()).rev() {
            let value = self.grid.up().map(|axis| axis.values()[row].to_string());
            let value = value.unwrap_or_default();
            let _ = write!(text, "{value:>width$} │", width = self.label);
            for column in columns.clone() {
                let kind = self.grid.kind(column, row).unwrap_or(Kind::Unknown);
                text.push_str(&self.painted(kind));
                if wide && column + 1 < columns.end {
                    text.push(' ');
                }
            }
            text.push('\n');
        }
        text.push_str(&self.below(columns, wide));
        text
    }

    fn painted(&self, kind: Kind) -> String {
        let sign = sign(kind).to_string();
        match kind {
            Kind::Clean => sign,
            Kind::StaleOverwrite | Kind::Other => self.paint.bad(&sign),
            Kind::LostUpdate | Kind::Unknown => self.paint.note(&sign),
        }
    }

    /// The axis below the cells, with the numbers that have room.
    fn below(&self, columns: Range<usize>, wide: bool) -> String {
        let cell = if wide { 2 } else { 1 };
        let values = &self.grid.across().values()[columns];
        let picked = ticks::pick(values, |(one, number), (other, _)| {
            (other - one) * cell > number.to_string().len()
        });
        let mut rule = vec!['─'; (values.len() * cell).saturating_sub(cell - 1)];
        let mut numbers = String::new();
        for (position, value) in picked {
            rule[position * cell] = '┬';
            let gap = (position * cell).saturating_sub(numbers.len());
            let _ = write!(numbers, "{}{value}", " ".repeat(gap));
        }
        let rule: String = rule.into_iter().collect();
        let indent = " ".repeat(self.label + 1);
        let name = self.grid.across().short();
        format!("{indent}└{rule}\n{indent} {numbers}\n{indent} {name}\n")
    }

    fn legend(&self) -> String {
        let mut text = String::new();
        for kind in Kind::ALL {
            if self.grid.count(kind) > 0 {
                let entry = self.grid.legend_entry(kind);
                let _ = writeln!(text, "  {}  {entry}", self.painted(kind));
            }
        }
        text
    }
}
