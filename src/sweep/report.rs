//! A sweep as a person reads it, and how it ended.

use std::fmt::Write as _;

use super::{Comparison, Grid, sentences};
use crate::check::Conclusion;
use crate::report::{Paint, WIDTH, grouped, wrapped};

/// A sweep and what a formula said of it.
#[derive(Clone, Debug)]
pub struct Measured {
    /// What was found.
    pub grid: Grid,
    /// Where a formula differs from it, if there was one.
    pub comparison: Option<Comparison>,
}

impl Measured {
    /// How it ended. A sweep measures, so violations do not fail it; a formula that is wrong does.
    #[must_use]
    pub fn conclusion(&self) -> Conclusion {
        let differs = |comparison: &Comparison| !comparison.differences.is_empty();
        if self.comparison.as_ref().is_some_and(differs) {
            Conclusion::Fails
        } else if self.grid.is_complete() {
            Conclusion::Holds
        } else {
            Conclusion::Unknown
        }
    }
}

/// The grid, what it means, and what became of the formula.
#[must_use]
pub fn report(measured: &Measured, color: bool) -> String {
    let grid = &measured.grid;
    let paint = Paint { color };
    let title = wrapped(&format!("Sweep of {}", grid.title()), "", "  ");
    let mut text = format!("{}\n{}", paint.strong(&title), grid.draw_text(WIDTH, color));
    let _ = writeln!(text, "\n{}", wrapped(&claim(grid), "", ""));
    for paragraph in sentences::about(grid) {
        let _ = writeln!(text, "{}", wrapped(&paragraph, "", ""));
    }
    if let Some(comparison) = &measured.comparison {
        let mut paragraphs = sentences::comparison(grid, comparison).into_iter();
        let verdict = wrapped(&paragraphs.next().unwrap_or_default(), "", "");
        let verdict = if comparison.differences.is_empty() {
            paint.good(&verdict)
        } else {
            paint.bad(&verdict)
        };
        let _ = writeln!(text, "\n{verdict}");
        for paragraph in paragraphs {
            let _ = writeln!(text, "{}", wrapped(&paragraph, "", "      "));
        }
    }
    sentences::with_spaces(&text)
}

/// What was covered, and therefore what the verdicts claim.
fn claim(grid: &Grid) -> String {
    let states: usize = grid.cells().iter().map(|cell| cell.states).sum();
    let cells = grid.cells().len();
    let missing = grid.cells().iter().filter(|cell| cell.states == 0).count();
    let what = if grid.is_complete() {
        format!(
            "Every schedule of every cell was explored: {} cells",
            grouped(cells)
        )
    } else if missing > 0 {
        format!(
            "STOPPED before {} of {} cells: nothing is known of those",
            grouped(missing),
            grouped(cells)
        )
    } else {
        format!(
            "CUT OFF in some of {} cells: what was not found there is unknown",
            grouped(cells)
        )
    };
    format!("{what}, {} states.", grouped(states))
}
