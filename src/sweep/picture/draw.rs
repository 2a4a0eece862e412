//! The drawing: cells, boundaries, axes, legend, caption.

use plotters::backend::DrawingBackend;
use plotters::element::{PathElement, Rectangle};
use plotters::style::Color;

use super::layout::{Layout, Point, axis_name};
use super::paint::{self, Anchor, BODY, INK, PAPER, TEXT, TITLE, ground, letters, line};
use super::signs::{Area, Drawn, sign};
use crate::sweep::{Grid, Kind, ticks};

/// Cells smaller than this, in pixels, have no room for a sign of their own; one stands for several.
const SMALLEST_WITH_SIGN: i32 = 9;

/// Draws the whole picture.
pub(super) fn draw<B: DrawingBackend>(area: &Area<B>, grid: &Grid, layout: &Layout) -> Drawn<B> {
    area.fill(&PAPER)?;
    let picture = Picture { area, grid, layout };
    picture.title()?;
    picture.fixed()?;
    picture.grounds()?;
    picture.mesh()?;
    picture.signs()?;
    picture.boundaries()?;
    picture.axis_across()?;
    picture.axis_up()?;
    picture.legend()?;
    picture.caption()
}

struct Picture<'a, B: DrawingBackend> {
    area: &'a Area<B>,
    grid: &'a Grid,
    layout: &'a Layout,
}

impl<B: DrawingBackend> Picture<'_, B> {
    fn write(&self, text: &str, at: Point, size: i32, anchor: Anchor) -> Drawn<B> {
        self.area.draw_text(text, &letters(size, anchor), at)
    }

    fn stroke(&self, points: Vec<Point>, style: plotters::style::ShapeStyle) -> Drawn<B> {
        self.area.draw(&PathElement::new(points, style))
    }

    fn kind(&self, column: usize, row: usize) -> Kind {
        self.grid.kind(column, row).unwrap_or(Kind::Unknown)
    }

    fn title(&self) -> Drawn<B> {
        for (number, text) in self.layout.title.iter().enumerate() {
            self.write(text, self.layout.title_line(number), TITLE, Anchor::Left)?;
        }
        Ok(())
    }

    fn fixed(&self) -> Drawn<B> {
        for (number, text) in self.layout.fixed.iter().enumerate() {
            self.write(text, self.layout.fixed_line(number), BODY, Anchor::Left)?;
        }
        Ok(())
    }

    /// The colours of the cells; neighbours of one kind in one piece.
    fn grounds(&self) -> Drawn<B> {
        for row in 0..self.grid.rows() {
            let columns: Vec<usize> = (0..self.grid.columns()).collect();
            for run in columns.chunk_by(|one, other| self.kind(*one, row) == self.kind(*other, row))
            {
                let (Some(first), Some(last)) = (run.first(), run.last()) else {
                    continue;
                };
                let corners = [
                    self.layout.corner(*first, row),
                    (self.layout.x(last + 1), self.layout.y(row)),
                ];
                let color = ground(self.kind(*first, row));
                self.area.draw(&Rectangle::new(corners, color.filled()))?;
            }
        }
        Ok(())
    }

    /// Fine lines between the cells, where there is room for them.
    fn mesh(&self) -> Drawn<B> {
        if self.layout.cell() < 6 {
            return Ok(());
        }
        let (columns, rows) = (self.grid.columns(), self.grid.rows());
        for column in 1..columns {
            let x = self.layout.x(column);
            self.stroke(
                vec![(x, self.layout.y(0)), (x, self.layout.y(rows))],
                line(PAPER, 1),
            )?;
        }
        for row in 1..rows {
            let y = self.layout.y(row);
            self.stroke(
                vec![(self.layout.x(0), y), (self.layout.x(columns), y)],
                line(PAPER, 1),
            )?;
        }
        Ok(())
    }

    fn signs(&self) -> Drawn<B> {
        let cell = self.layout.cell().max(1);
        let every = usize::try_from((SMALLEST_WITH_SIGN + cell - 1) / cell).unwrap_or(1);
        let reach = (cell / 2 - 3).clamp(2, 5);
        for row in (0..self.grid.rows()).step_by(every) {
            for column in (0..self.grid.columns()).step_by(every) {
                let (left, top) = self.layout.corner(column, row);
                let (right, bottom) = (self.layout.x(column + 1), self.layout.y(row));
                let centre = (i32::midpoint(left, right), i32::midpoint(top, bottom));
                sign(self.area, self.kind(column, row), centre, reach)?;
            }
        }
        Ok(())
    }

    /// A line along every boundary between kinds.
    fn boundaries(&self) -> Drawn<B> {
        let (columns, rows) = (self.grid.columns(), self.grid.rows());
        let border = line(INK, if self.layout.cell() < 6 { 1 } else { 2 });
        for column in 1..columns {
            let differs = |row: usize| self.kind(column - 1, row) != self.kind(column, row);
            for (first, last) in runs(rows, differs) {
                let x = self.layout.x(column);
                self.stroke(
                    vec![(x, self.layout.y(first)), (x, self.layout.y(last))],
                    border,
                )?;
            }
        }
        for row in 1..rows {
            let differs = |column: usize| self.kind(column, row - 1) != self.kind(column, row);
            for (first, last) in runs(columns, differs) {
                let y = self.layout.y(row);
                self.stroke(
                    vec![(self.layout.x(first), y), (self.layout.x(last), y)],
                    border,
                )?;
            }
        }
        let corners = [
            self.layout.corner(0, rows - 1),
            (self.layout.x(columns), self.layout.y(0)),
        ];
        self.area.draw(&Rectangle::new(corners, line(TEXT, 1)))
    }

    fn axis_across(&self) -> Drawn<B> {
        let axis = self.grid.across();
        let middle =
            |column: usize| i32::midpoint(self.layout.x(column), self.layout.x(column + 1));
        let picked = ticks::pick(axis.values(), |(one, left), (other, right)| {
            let letters = left.to_string().len() + right.to_string().len();
            let needed = i32::try_from(letters).unwrap_or(0) * BODY * 3 / 10 + 2 * BODY;
            middle(other) - middle(one) >= needed
        });
        let y = self.layout.y(0);
        for (column, value) in picked {
            let x = middle(column);
            self.stroke(vec![(x, y), (x, y + 5)], line(TEXT, 1))?;
            self.write(&value.to_string(), (x, y + 9), BODY, Anchor::Below)?;
        }
        self.write(
            &axis_name(axis),
            self.layout.name_across(),
            BODY,
            Anchor::Below,
        )
    }

    fn axis_up(&self) -> Drawn<B> {
        let Some(axis) = self.grid.up() else {
            return Ok(());
        };
        let middle = |row: usize| i32::midpoint(self.layout.y(row), self.layout.y(row + 1));
        let picked = ticks::pick(axis.values(), |(one, _), (other, _)| {
            middle(one) - middle(other) >= 2 * BODY
        });
        let x = self.layout.x(0);
        for (row, value) in picked {
            let y = middle(row);
            self.stroke(vec![(x - 5, y), (x, y)], line(TEXT, 1))?;
            self.write(&value.to_string(), (x - 9, y), BODY, Anchor::Right)?;
        }
        self.write(
            &axis_name(axis),
            self.layout.name_up(),
            BODY,
            Anchor::Upwards,
        )
    }

    fn legend(&self) -> Drawn<B> {
        let side = BODY + 4;
        for (number, kind) in self.layout.legend.iter().enumerate() {
            let (x, y) = self.layout.legend_line(number);
            let corners = [(x, y), (x + side, y + side)];
            self.area
                .draw(&Rectangle::new(corners, paint::ground(*kind).filled()))?;
            self.area.draw(&Rectangle::new(corners, line(TEXT, 1)))?;
            sign(self.area, *kind, (x + side / 2, y + side / 2), 5)?;
            let text = self.grid.legend_entry(*kind);
            self.write(&text, (x + side + 10, y + side / 2), BODY, Anchor::Left)?;
        }
        Ok(())
    }

    fn caption(&self) -> Drawn<B> {
        for (number, text) in self.layout.caption.iter().enumerate() {
            self.write(text, self.layout.caption_point(number), BODY, Anchor::Left)?;
        }
        Ok(())
    }
}

/// The stretches of neighbours of which something is true: each from its first to behind its last.
fn runs(length: usize, is_true: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for position in (0..length).filter(|position| is_true(*position)) {
        match runs.last_mut() {
            Some((_, end)) if *end == position => *end += 1,
            _ => runs.push((position, position + 1)),
        }
    }
    runs
}
