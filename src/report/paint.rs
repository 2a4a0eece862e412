//! Colour, where the terminal wants it. Nothing is said by colour alone.

use anstyle::{AnsiColor, Style};

/// Paints words, or leaves them alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    pub color: bool,
}

impl Paint {
    pub(crate) fn good(self, text: &str) -> String {
        self.with(AnsiColor::Green.on_default(), text)
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.with(AnsiColor::Red.on_default().bold(), text)
    }

    pub(crate) fn note(self, text: &str) -> String {
        self.with(AnsiColor::Yellow.on_default(), text)
    }

    pub(crate) fn strong(self, text: &str) -> String {
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
