//! Colour, where the terminal wants it. Nothing is said by colour alone.

use anstyle::{AnsiColor, Style};

/// Paints words, or leaves them alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub color: bool,
}

impl Paint {
    pub(super) fn good(self, text: &str) -> String {
        self.with(AnsiColor::Green.on_default(), text)
    }

    pub(super) fn bad(self, text: &str) -> String {
        self.with(AnsiColor::Red.on_default().bold(), text)
    }

    pub(super) fn note(self, text: &str) -> String {
        self.with(AnsiColor::Yellow.on_default(), text)
    }

    pub(super) fn strong(self, text: &str) -> String {
        self.with(Style::new().bold(), text)
    }

    fn with(self, style: Style, text: &str) -> String {
        if self.color {
            format!("{style}{text}{style:#}")
        } else {
            text.to_string()
        }
    }
}
