//! What stands in one place of the table.

use anstyle::{AnsiColor, Style as Ansi};

/// A space at which no line is broken. It is printed as an ordinary one.
pub(in crate::trace) const TIE: char = '\u{a0}';

/// How a piece of text looks where colours are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::trace) enum Look {
    #[default]
    Plain,
    /// Column titles.
    Title,
    /// A client that is paused, and ticks in which nothing happens.
    Idle,
    /// The resource or the lock service said no.
    Refused,
    /// The violation.
    Violation,
    /// Something worth knowing that is no failure in itself.
    Note,
}

impl Look {
    pub(in crate::trace) fn ansi(self) -> Ansi {
        match self {
            Look::Plain => Ansi::new(),
            Look::Title => Ansi::new().bold(),
            Look::Idle => Ansi::new().dimmed(),
            Look::Refused => AnsiColor::Yellow.on_default(),
            Look::Note => AnsiColor::Cyan.on_default().bold(),
            Look::Violation => AnsiColor::Red.on_default().bold(),
        }
    }
}

/// Paragraphs, each of which begins on a line of its own.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct Cell(pub Vec<(String, Look)>);

impl Cell {
    pub(in crate::trace) fn new(text: impl Into<String>, look: Look) -> Cell {
        let text = text.into();
        if text.is_empty() {
            return Cell::default();
        }
        Cell(vec![(text, look)])
    }

    pub(in crate::trace) fn plain(text: impl Into<String>) -> Cell {
        Cell::new(text, Look::Plain)
    }

    /// Adds a paragraph.
    pub(in crate::trace) fn push(&mut self, text: impl Into<String>, look: Look) {
        self.0.push((text.into(), look));
    }

    /// How wide it is if no line is broken.
    pub(in crate::trace) fn natural_width(&self) -> usize {
        let widths = self.0.iter().map(|(text, _)| width(text));
        widths.max().unwrap_or(0)
    }

    /// How narrow it can be without a word being broken.
    pub(in crate::trace) fn longest_word(&self) -> usize {
        let words = self.0.iter().flat_map(|(text, _)| text.split(' '));
        words.map(width).max().unwrap_or(0)
    }

    /// The lines of the cell, none of them wider than `width`.
    pub(in crate::trace) fn lines(&self, width: usize) -> Vec<(String, Look)> {
        let wrap = |(text, look): &(String, Look)| {
            let look = *look;
            textwrap::wrap(text, width)
                .into_iter()
                .map(move |line| (line.replace(TIE, " "), look))
                .collect::<Vec<_>>()
        };
        self.0.iter().flat_map(wrap).collect()
    }
}

/// How many columns of the screen the text takes.
pub(in crate::trace) fn width(text: &str) -> usize {
    textwrap::core::display_width(text)
}

/// The text with its spaces tied, so that it stays on one line if it fits on one.
pub(in crate::trace) fn tied(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}

/// The text, and as many spaces as it takes to fill `columns`.
pub(in crate::trace) fn padded(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(missing))
}
