//! Colours and letters.

use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color, FontStyle, FontTransform, IntoFont, RGBColor, ShapeStyle, TextStyle,
    register_font as register,
};

use super::{PictureError, failed};
use crate::sweep::Kind;

/// The family by which an SVG names its font. Where it is drawn elsewhere, any sans-serif will do.
const FAMILY: &str = "sans-serif";

pub(super) const PAPER: RGBColor = RGBColor(255, 255, 255);
pub(super) const TEXT: RGBColor = RGBColor(26, 26, 26);
/// The lines between cells of different kinds, and the signs.
pub(super) const INK: RGBColor = RGBColor(0, 0, 0);

/// Sizes of letters, in pixels.
pub(super) const TITLE: i32 = 21;
pub(super) const BODY: i32 = 16;

/// The ground of a cell: Okabe and Ito's colours, which differ in lightness too.
pub(super) fn ground(kind: Kind) -> RGBColor {
    match kind {
        Kind::Clean => RGBColor(240, 240, 236),
        Kind::LostUpdate => RGBColor(240, 228, 66),
        Kind::StaleOverwrite => RGBColor(213, 94, 0),
        Kind::Other => RGBColor(86, 180, 233),
        Kind::Unknown => RGBColor(190, 190, 190),
    }
}

/// Makes the compiled-in font known to the drawing library.
pub(super) fn register_font() -> Result<(), PictureError> {
    register(FAMILY, FontStyle::Normal, dejavu::sans::regular())
        .map_err(|_| failed("its font is broken"))
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    /// The point is at its left, half-way up.
    Left,
    /// The point is at its right, half-way up.
    Right,
    /// The point is above it.
    Below,
    /// It is turned, reads upwards, and the point is its centre.
    Upwards,
}

pub(super) fn letters(size: i32, anchor: Anchor) -> TextStyle<'static> {
    let font = (FAMILY, size).into_font();
    let (font, horizontal, vertical) = match anchor {
        Anchor::Left => (font, HPos::Left, VPos::Center),
        Anchor::Right => (font, HPos::Right, VPos::Center),
        Anchor::Below => (font, HPos::Center, VPos::Top),
        Anchor::Upwards => (
            font.transform(FontTransform::Rotate270),
            HPos::Center,
            VPos::Center,
        ),
    };
    font.color(&TEXT).pos(Pos::new(horizontal, vertical))
}

pub(super) fn line(color: RGBColor, width: u32) -> ShapeStyle {
    color.stroke_width(width)
}
