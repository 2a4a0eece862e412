//! Where something was said: a text, and a span in it.

use std::ops::Range;
use std::sync::Arc;

/// A text that a person wrote: a model file, or one argument of the command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Text {
    /// The path of the file, or the option of the command line.
    pub origin: String,
    /// What stands there.
    pub content: String,
    /// Whether it comes from the command line.
    pub is_argument: bool,
}

impl Text {
    /// The text of a file.
    pub(crate) fn file(origin: impl Into<String>, content: impl Into<String>) -> Arc<Text> {
        Arc::new(Text {
            origin: origin.into(),
            content: content.into(),
            is_argument: false,
        })
    }

    /// The argument of an option.
    pub(crate) fn argument(option: &str, content: impl Into<String>) -> Arc<Text> {
        Arc::new(Text {
            origin: option.into(),
            content: content.into(),
            is_argument: true,
        })
    }
}

/// A span of bytes in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    text: Arc<Text>,
    span: Range<usize>,
    /// How late it was said: 0 in the model itself, 1 in a variant, more on the command line. Where
    /// several things contradict one another, the latest is the one to point at.
    layer: usize,
}

impl Place {
    /// The span, moved so that it lies in the text and splits no character.
    pub(crate) fn new(text: &Arc<Text>, span: Range<usize>) -> Place {
        let start = floor(&text.content, span.start);
        let end = floor(&text.content, span.end).max(start);
        Place {
            text: Arc::clone(text),
            span: start..end,
            layer: 0,
        }
    }

    /// The same place, said so late.
    pub(crate) fn in_layer(self, layer: usize) -> Place {
        Place { layer, ..self }
    }

    pub(crate) fn layer(&self) -> usize {
        self.layer
    }

    pub(crate) fn text(&self) -> &Arc<Text> {
        &self.text
    }

    pub(crate) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Whether it was said on the command line.
    pub(crate) fn is_argument(&self) -> bool {
        self.text.is_argument
    }

    /// Line and column of the first character, both from 1; columns count characters.
    pub(crate) fn line_and_column(&self) -> (usize, usize) {
        let before = &self.text.content[..self.span.start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        (line, column)
    }
}

/// The nearest boundary between characters at or before this position.
fn floor(content: &str, position: usize) -> usize {
    let mut position = position.min(content.len());
    while !content.is_char_boundary(position) {
        position -= 1;
    }
    position
}

/// The text with every character that could command a terminal or reorder a line replaced by one of
/// the same length in bytes, so that spans stay true.
pub(crate) fn harmless(content: &str) -> String {
    let mut characters = content.chars().peekable();
    let mut harmless = String::with_capacity(content.len());
    while let Some(character) = characters.next() {
        let ends_line = character == '\r' && characters.peek() == Some(&'\n');
        if ends_line || matches!(character, '\n' | '\t') || !is_harmful(character) {
            harmless.push(character);
        } else {
            harmless.push(match character.len_utf8() {
                1 => '?',
                2 => '\u{b7}',
                _ => '\u{fffd}',
            });
        }
    }
    harmless
}

/// Control characters, and the invisible ones that change the direction of text.
fn is_harmful(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(content: &str, span: Range<usize>) -> Place {
        Place::new(&Text::file("x.toml", content), span)
    }

    #[test]
    fn lines_and_columns_count_from_one_and_columns_count_characters() {
        assert_eq!(place("abc", 0..1).line_and_column(), (1, 1));
        assert_eq!(place("a\nbc", 3..4).line_and_column(), (2, 2));
        assert_eq!(place("é = 1", 3..4).line_and_column(), (1, 3));
        assert_eq!(place("a\n", 2..2).line_and_column(), (2, 1));
    }

    #[test]
    fn a_place_stays_in_the_text_and_on_whole_characters() {
        assert_eq!(place("é", 1..9).span(), 0..2);
        assert_eq!(place("", 5..7).span(), 0..0);
    }

    #[test]
    fn harmless_text_is_as_long_and_has_the_same_lines() {
        let text = "a\x1b[31m\u{9b}1m\u{202e}b\r\nc\rd\te";
        let shown = harmless(text);
        assert_eq!(shown, "a?[31m\u{b7}1m\u{fffd}b\r\nc?d\te");
        assert_eq!(shown.len(), text.len());
    }
}
