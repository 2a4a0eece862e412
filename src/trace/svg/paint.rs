//! Shapes and text as SVG.

use std::fmt::Write;

use crate::trace::harmless::markup;
use crate::trace::timeline::cell::width;

/// How wide a character of the picture's font is.
pub(super) const CHARACTER: f64 = 6.7;
/// From one line of text to the next.
pub(super) const LINE: f64 = 13.0;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ink(pub &'static str);

impl Ink {
    pub(super) const TEXT: Ink = Ink("#1a1a1a");
    pub(super) const FAINT: Ink = Ink("#6b6b6b");
    pub(super) const GRID: Ink = Ink("#dddddd");
    pub(super) const PAPER: Ink = Ink("#ffffff");
    /// Red, and no client has it. A ring and a label say the same without colour.
    pub(super) const VIOLATION: Ink = Ink("#c2001d");
    /// One for each of eight clients; their names stand beside them.
    const CLIENTS: [Ink; 8] = [
        Ink("#0072b2"),
        Ink("#e69f00"),
        Ink("#009e73"),
        Ink("#cc79a7"),
        Ink("#56b4e9"),
        Ink("#b5a800"),
        Ink("#000000"),
        Ink("#888888"),
    ];

    pub(super) fn of_client(client: u8) -> Ink {
        Ink::CLIENTS[usize::from(client) % Ink::CLIENTS.len()]
    }
}

/// A point, in pixels from the upper left corner.
pub(super) type Point = (f64, f64);

/// An SVG in the making.
pub(super) struct Canvas {
    svg: String,
    /// Sets the names in this picture apart from those of others on the same page.
    id: String,
}

impl Canvas {
    pub(super) fn new(size: Point, id: &str, title: &str, description: &str) -> Canvas {
        let (width, height) = size;
        let mut canvas = Canvas {
            svg: String::new(),
            id: markup(id),
        };
        canvas.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width:.0}\" \
             height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" font-size=\"11\" \
             font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\">\
             <title>{}</title><desc>{}</desc>",
            markup(title),
            markup(description)
        ));
        canvas.put(format_args!(
            "<defs><pattern id=\"{}\" width=\"6\" height=\"6\" \
             patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
             <rect width=\"6\" height=\"6\" fill=\"#f2f2f2\"/>\
             <rect width=\"2\" height=\"6\" fill=\"#9a9a9a\"/></pattern></defs>\
             <rect x=\"0.5\" y=\"0.5\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\" fill=\"{}\" \
             stroke=\"{}\"/>",
            canvas.hatching(),
            width - 1.0,
            height - 1.0,
            Ink::PAPER.0,
            Ink::GRID.0
        ));
        canvas
    }

    fn hatching(&self) -> String {
        format!("fencepost-zzz{}", self.id)
    }

    pub(super) fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }

    pub(super) fn line(&mut self, from: Point, to: Point, ink: Ink, thickness: f64) {
        self.put(format_args!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{}\" \
             stroke-width=\"{thickness}\"/>",
            from.0, from.1, to.0, to.1, ink.0
        ));
    }

    pub(super) fn dashed(&mut self, from: Point, to: Point, ink: Ink, thickness: f64) {
        self.put(format_args!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{}\" \
             stroke-width=\"{thickness}\" stroke-dasharray=\"3 3\"/>",
            from.0, from.1, to.0, to.1, ink.0
        ));
    }

    /// A rectangle in a colour, let through by so much (0 to 1).
    pub(super) fn tint(&mut self, at: Point, size: Point, ink: Ink, opacity: f64) {
        self.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\" \
             fill-opacity=\"{opacity}\"/>",
            at.0, at.1, size.0, size.1, ink.0
        ));
    }

    /// The hatched bar of a pause.
    pub(super) fn hatched(&mut self, at: Point, size: Point) {
        self.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
             fill=\"url(#{})\" stroke=\"{}\"/>",
            at.0,
            at.1,
            size.0,
            size.1,
            self.hatching(),
            Ink::FAINT.0
        ));
    }

    pub(super) fn disc(&mut self, centre: Point, radius: f64, ink: Ink) {
        self.put(format_args!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{}\"/>",
            centre.0, centre.1, ink.0
        ));
    }

    pub(super) fn ring(&mut self, centre: Point, radius: f64, ink: Ink) {
        self.put(format_args!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{}\" stroke=\"{}\" \
             stroke-width=\"2\"/>",
            centre.0,
            centre.1,
            Ink::PAPER.0,
            ink.0
        ));
    }

    /// A cross: the resource or the lock service said no.
    pub(super) fn cross(&mut self, centre: Point, ink: Ink) {
        let (x, y) = centre;
        self.line((x - 5.0, y - 5.0), (x + 5.0, y + 5.0), ink, 2.0);
        self.line((x - 5.0, y + 5.0), (x + 5.0, y - 5.0), ink, 2.0);
    }

    pub(super) fn text(&mut self, x: f64, y: f64, text: &str, ink: Ink) {
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{}\">{}</text>",
            ink.0,
            markup(text)
        ));
    }

    pub(super) fn bold(&mut self, x: f64, y: f64, text: &str, ink: Ink) {
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-weight=\"bold\" fill=\"{}\">{}</text>",
            ink.0,
            markup(text)
        ));
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        let written = self.svg.write_fmt(text);
        debug_assert!(written.is_ok(), "a String takes whatever is written to it");
    }
}

/// How wide the text is in the picture.
pub(super) fn text_width(text: &str) -> f64 {
    let columns = u32::try_from(width(text)).unwrap_or(u32::MAX);
    f64::from(columns) * CHARACTER
}
