//! Text that somebody else wrote, made harmless for the place where it is shown.
//!
//! Names and summaries come from model files. Whatever they contain, they must neither move the cursor
//! of a terminal nor become markup.

/// The text for a terminal or any other plain text: what would move the cursor, or turn the direction
/// in which the line is read, is replaced.
pub(crate) fn printable(text: &str) -> String {
    let replaced = |c: char| if is_unprintable(c) { '\u{fffd}' } else { c };
    text.chars().map(replaced).collect()
}

/// The text for XML and HTML, in an element or in an attribute with quotes.
pub(crate) fn markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML does not allow these at all.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if is_unprintable(c) => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// JSON that can stand in a `<script>`: `<` and its like are written as escapes, so that no text in it
/// can end the element.
pub(crate) fn json_in_html(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

/// Control characters, line separators, and the marks that reorder what is read.
fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor_or_turns_the_line() {
        assert_eq!(
            printable("a\u{1b}[2J\r\nb\u{202e}c"),
            "a\u{fffd}[2J\u{fffd}\u{fffd}b\u{fffd}c"
        );
        assert_eq!(printable("Ünï 'AB' ×2"), "Ünï 'AB' ×2");
    }

    #[test]
    fn nothing_becomes_markup() {
        assert_eq!(
            markup("<b a=\"x\" c='y'>&\u{1}"),
            "&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;\u{fffd}"
        );
        assert!(!json_in_html("\"</script><!--&\"").contains(['<', '>', '&']));
    }
}
