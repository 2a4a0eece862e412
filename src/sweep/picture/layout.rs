//! Where everything lies, in pixels from the upper left corner.

use super::paint::{BODY, TITLE};
use crate::spec::harmless;
use crate::sweep::{Axis, Grid, Kind, sentences};

/// A point, in pixels.
pub(super) type Point = (i32, i32);

const WIDTH: i32 = 800;
const MARGIN: i32 = 20;
/// Room at the left of the cells, for the numbers and the name of the axis.
const LEFT: i32 = 92;
/// Room between the cells and what is below them, for the numbers and the name of the axis.
const BELOW: i32 = 62;
/// From one line of text to the next, in letters.
const LEADING: f64 = 1.45;
/// The widest and highest cells that still look like a grid.
const LARGEST_CELL: i32 = 64;
/// The most room for all rows together.
const TALLEST: i32 = 600;

/// The places of a picture.
pub(super) struct Layout {
    /// The lines of the title.
    pub title: Vec<String>,
    /// The lines below it: what is the same in every cell.
    pub fixed: Vec<String>,
    /// The kinds in the legend.
    pub legend: Vec<Kind>,
    /// The lines below the legend.
    pub caption: Vec<String>,
    columns: i32,
    rows: i32,
    top: i32,
    plot: (i32, i32),
}

impl Layout {
    pub(super) fn of(grid: &Grid) -> Layout {
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let (columns, rows) = (count(grid.columns()).max(1), count(grid.rows()).max(1));
        let title = lines(&heading(grid), TITLE);
        let fixed = fixed(grid).map_or(Vec::new(), |fixed| lines(&fixed, BODY));
        let sentences = sentences::verdicts(grid);
        let caption = sentences.iter().flat_map(|sentence| lines(sentence, BODY));
        let room = WIDTH - LEFT - MARGIN;
        let cell_width = (room / columns).min(LARGEST_CELL);
        let plot_width = if cell_width < 1 {
            room
        } else {
            cell_width * columns
        };
        let cell_height = (TALLEST / rows).min(cell_width.max(8)).max(1);
        let cell_height = cell_height.max(room_for_name(grid) / rows + 1);
        let shown = |kind: &Kind| grid.count(*kind) > 0;
        Layout {
            top: fixed_top(title.len()) + text_height(fixed.len(), BODY) + MARGIN / 2,
            title,
            fixed,
            legend: Kind::ALL.into_iter().filter(shown).collect(),
            caption: caption.collect(),
            columns,
            rows,
            plot: (plot_width, (cell_height * rows).min(TALLEST)),
        }
    }

    /// Width and height of the picture.
    pub(super) fn size(&self) -> (u32, u32) {
        let height = self.caption_line(self.caption.len()) + MARGIN / 2;
        (WIDTH.unsigned_abs(), height.unsigned_abs())
    }

    /// The upper left corner of the cell in this column and row, counted from the lower left.
    pub(super) fn corner(&self, column: usize, row: usize) -> Point {
        (self.x(column), self.y(row + 1))
    }

    /// The left edge of a column; that of the column after the last is the right end of the cells.
    pub(super) fn x(&self, column: usize) -> i32 {
        LEFT + share(self.plot.0, column, self.columns)
    }

    /// The lower edge of a row; that of the row after the last is the upper end of the cells.
    pub(super) fn y(&self, row: usize) -> i32 {
        self.top + self.plot.1 - share(self.plot.1, row, self.rows)
    }

    /// The width or height of a cell, whichever is less; 0 for cells smaller than a pixel.
    pub(super) fn cell(&self) -> i32 {
        (self.plot.0 / self.columns).min(self.plot.1 / self.rows)
    }

    pub(super) fn title_line(&self, line: usize) -> Point {
        (MARGIN, MARGIN + text_height(line, TITLE) + TITLE / 2)
    }

    /// Where a line below the title begins, half-way up.
    pub(super) fn fixed_line(&self, line: usize) -> Point {
        let top = fixed_top(self.title.len());
        (MARGIN, top + text_height(line, BODY) + BODY / 2)
    }

    /// Where the name of the axis across stands.
    pub(super) fn name_across(&self) -> Point {
        (LEFT + self.plot.0 / 2, self.y(0) + 32)
    }

    /// Where the name of the axis up stands.
    pub(super) fn name_up(&self) -> Point {
        (MARGIN + BODY / 2, self.top + self.plot.1 / 2)
    }

    /// The upper left corner of a line of the legend.
    pub(super) fn legend_line(&self, line: usize) -> Point {
        (MARGIN, self.y(0) + BELOW + text_height(line, BODY + 4))
    }

    /// The top of a line of the caption.
    pub(super) fn caption_line(&self, line: usize) -> i32 {
        let legend = self.legend_line(self.legend.len()).1;
        legend + MARGIN / 2 + text_height(line, BODY)
    }

    /// Where a line of the caption begins, half-way up.
    pub(super) fn caption_point(&self, line: usize) -> Point {
        (MARGIN, self.caption_line(line) + BODY / 2)
    }
}

/// What is swept: "Sweep of pause-against-lease, fencing off".
pub(super) fn heading(grid: &Grid) -> String {
    format!("Sweep of {}", grid.title())
}

/// "The same in every cell: servers = 5, ttl = 10"; `None` if there is no such number.
fn fixed(grid: &Grid) -> Option<String> {
    // A name and its number stay in one line.
    let numbers: Vec<_> = grid.fixed.iter().map(|one| sentences::whole(one)).collect();
    (!numbers.is_empty()).then(|| format!("The same in every cell: {}", numbers.join(", ")))
}

/// The top of the lines below a title of so many lines.
fn fixed_top(title: usize) -> i32 {
    MARGIN + text_height(title, TITLE)
}

/// How high the cells must be together, so that the name of the axis beside them has room.
fn room_for_name(grid: &Grid) -> i32 {
    let letters = grid.up().map_or(0, |axis| axis_name(axis).chars().count());
    i32::try_from(letters).unwrap_or(0) * BODY * 6 / 10
}

/// What is written along an axis: "longest pause, in ticks (pause)".
pub(super) fn axis_name(axis: &Axis) -> String {
    format!("{} ({})", axis.label(), axis.short())
}

/// The pixels that so many of all the parts take of a length.
fn share(length: i32, parts: usize, all: i32) -> i32 {
    let parts = i64::try_from(parts).unwrap_or(i64::MAX);
    let pixels = i64::from(length).saturating_mul(parts) / i64::from(all);
    i32::try_from(pixels).unwrap_or(length)
}

fn text_height(lines: usize, size: i32) -> i32 {
    let lines = i32::try_from(lines).unwrap_or(i32::MAX / size / 2);
    // Sizes of letters are small, and so is the product.
    #[allow(
        clippy::cast_possible_truncation,
        reason = "some thousand pixels at most"
    )]
    let height = (f64::from(lines * size) * LEADING) as i32;
    height
}

/// The text in lines that fit the picture. Letters are taken to be a little wider than they mostly are.
fn lines(text: &str, size: i32) -> Vec<String> {
    let letters = (WIDTH - 2 * MARGIN) * 100 / (size * 58);
    let options = textwrap::Options::new(usize::try_from(letters).unwrap_or(40))
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let text = harmless(text).replace(['\n', '\r', '\t'], " ");
    let lines = textwrap::wrap(&text, options).into_iter();
    lines.map(|line| sentences::with_spaces(&line)).collect()
}
