//! The signs of cells, which tell the kinds apart without colour.

use plotters::backend::DrawingBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Circle, PathElement, Polygon};
use plotters::style::Color;

use super::layout::Point;
use super::paint::{INK, line};
use crate::sweep::Kind;

pub(super) type Area<B> = DrawingArea<B, Shift>;
pub(super) type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// Draws the sign of a kind around this point, so many pixels to each side.
pub(super) fn sign<B: DrawingBackend>(
    area: &Area<B>,
    kind: Kind,
    (x, y): Point,
    reach: i32,
) -> Drawn<B> {
    let stroke =
        |from: Point, to: Point| area.draw(&PathElement::new(vec![from, to], line(INK, 1)));
    match kind {
        Kind::Clean => Ok(()),
        Kind::StaleOverwrite => {
            stroke((x - reach, y - reach), (x + reach, y + reach))?;
            stroke((x - reach, y + reach), (x + reach, y - reach))
        }
        Kind::LostUpdate => area.draw(&Circle::new((x, y), reach, line(INK, 1))),
        Kind::Other => {
            let corners = vec![
                (x - reach, y + reach),
                (x + reach, y + reach),
                (x, y - reach),
            ];
            area.draw(&Polygon::new(corners, INK.filled()))
        }
        Kind::Unknown => stroke((x - reach, y + reach), (x + reach, y - reach)),
    }
}
