//! A grid as a picture, 800 pixels wide: one drawing, as SVG and as PNG.
//!
//! Nothing is said by colour alone: each kind of cell has its own sign, the kinds differ in lightness,
//! and a line runs along every boundary between them. Letters come with the program, so that a machine
//! without fonts draws the same picture.

mod draw;
mod layout;
mod paint;
mod signs;

use std::fmt;

use plotters::backend::{BitMapBackend, SVGBackend};
use plotters::drawing::IntoDrawingArea;

use super::{Grid, sentences};
use crate::trace::harmless::markup;
use layout::{Layout, axis_name, heading};

/// The picture could not be drawn or encoded: a defect, since neither depends on the grid.
#[derive(Debug)]
pub struct PictureError(String);

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the picture cannot be drawn: {}", self.0)
    }
}

impl std::error::Error for PictureError {}

/// What went wrong inside the libraries.
fn failed(error: impl fmt::Display) -> PictureError {
    PictureError(error.to_string())
}

/// The picture as an SVG document.
///
/// # Errors
/// If the drawing library refuses.
pub fn svg(grid: &Grid) -> Result<String, PictureError> {
    paint::register_font()?;
    let layout = Layout::of(grid);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, layout.size()).into_drawing_area();
        draw::draw(&area, grid, &layout).map_err(failed)?;
        area.present().map_err(failed)?;
    }
    described(&svg, grid).ok_or_else(|| failed("it has no root element"))
}

/// The document with a title, which browsers show and screen readers say, and with what was found: the
/// letters of the drawing are scattered over it.
fn described(svg: &str, grid: &Grid) -> Option<String> {
    let root = svg.find("<svg ")?;
    let end = root + svg[root..].find('>')?;
    let (before, after) = svg.split_at(end);
    let title = markup(&spoken(grid));
    let found = sentences::verdicts(grid).join(" ");
    let found = markup(&sentences::with_spaces(&found));
    Some(format!(
        r#"{before} role="img"><title>{title}</title><desc>{found}</desc>{}"#,
        &after[1..]
    ))
}

/// What is swept, and over what: "Sweep of my-lock, fencing off: longest pause, in ticks (pause)".
fn spoken(grid: &Grid) -> String {
    let axes = grid.axes().iter().map(axis_name).collect::<Vec<_>>();
    format!("{}: {}", heading(grid), axes.join(" against "))
}

/// The picture as the bytes of a PNG file.
///
/// # Errors
/// If the drawing library or the encoder refuses.
pub fn png(grid: &Grid) -> Result<Vec<u8>, PictureError> {
    paint::register_font()?;
    let layout = Layout::of(grid);
    let (width, height) = layout.size();
    let mut pixels = vec![0; width as usize * height as usize * 3];
    {
        let backend = BitMapBackend::with_buffer(&mut pixels, layout.size());
        let area = backend.into_drawing_area();
        draw::draw(&area, grid, &layout).map_err(failed)?;
        area.present().map_err(failed)?;
    }
    encoded(&pixels, layout.size()).map_err(failed)
}

fn encoded(pixels: &[u8], (width, height): (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(file)
}
