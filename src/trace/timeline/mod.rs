//! A trace as a table in text: time runs down, every client has a lane, and the lock service and the
//! resource stand beside them.

mod acts;
pub(crate) mod audit;
pub(super) mod cell;
mod fold;
mod layout;
mod legend;
pub(super) mod rows;

use super::Trace;
use crate::property::{Property, PropertySet};
use layout::Layout;

/// The narrowest that a timeline is drawn; a smaller width counts as this one.
const NARROWEST: usize = 60;

/// How a timeline is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The most columns of the screen that a line may take, at least 60.
    pub width: usize,
    /// Whether to colour with ANSI escapes. Nothing is said by colour alone.
    pub color: bool,
    /// Whether to end with a legend. Of several timelines below one another the first is enough.
    pub legend: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            width: 80,
            color: false,
            legend: true,
        }
    }
}

/// Draws the trace, with a mark where it violates the property. Below the table stand the leases, so
/// that a reader can check whether any two overlap, and, if wanted, a legend.
#[must_use]
pub fn draw(trace: &Trace, property: Property, style: Style) -> String {
    draw_marked(trace, [property].into_iter().collect(), style)
}

/// As [`draw`], with a mark wherever the trace violates one of these properties.
#[must_use]
pub fn draw_marked(trace: &Trace, marked: PropertySet, style: Style) -> String {
    let width = style.width.max(NARROWEST);
    let lines = rows::rows(trace, marked);
    let layout = Layout::new(trace, width, style.color);
    let mut text = layout.draw(trace, &lines);
    text.push('\n');
    text.push_str(&audit::draw(trace, width));
    if style.legend {
        text.push('\n');
        text.push_str(&legend::draw(trace, &lines, width));
    }
    text
}
