//! Words in messages: lists of what is allowed, and "did you mean".

use super::text::harmless;

/// The most characters of a person's text that a message repeats.
const LONGEST_QUOTE: usize = 40;

/// A person's text in backticks: on one line, harmless, and not too long.
pub(crate) fn quoted(text: &str) -> String {
    let one_line = harmless(text).replace(['\n', '\r', '\t'], " ");
    let mut shown: String = one_line.chars().take(LONGEST_QUOTE).collect();
    if shown.len() < one_line.len() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// An argument of a command as a shell has to read it.
pub(crate) fn for_a_shell(argument: &str) -> String {
    let quoted = shlex::try_quote(argument);
    quoted.as_deref().unwrap_or(argument).to_string()
}

/// "`a`, `b` or `c`", with this conjunction.
pub(crate) fn listed<S: AsRef<str>>(
    words: impl IntoIterator<Item = S>,
    conjunction: &str,
) -> String {
    let mut words: Vec<_> = words
        .into_iter()
        .map(|word| quoted(word.as_ref()))
        .collect();
    match words.pop() {
        None => String::new(),
        Some(only) if words.is_empty() => only,
        Some(last) => format!("{} {conjunction} {last}", words.join(", ")),
    }
}

/// The candidate that was probably meant, if one is near enough.
pub(crate) fn nearest<S: AsRef<str>>(
    word: &str,
    candidates: impl IntoIterator<Item = S>,
) -> Option<S> {
    let length = word.chars().count();
    if length > LONGEST_QUOTE {
        return None;
    }
    let word = word.to_lowercase();
    // A third of the word may be wrong, but not all of a short one.
    let most = (length / 3).max(1).min(length.saturating_sub(1));
    candidates
        .into_iter()
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&word, &candidate.as_ref().to_lowercase()),
                candidate,
            )
        })
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// "did you mean `ttl`?", if there is something near.
pub(crate) fn did_you_mean<S: AsRef<str>>(
    word: &str,
    candidates: impl IntoIterator<Item = S>,
) -> Option<String> {
    nearest(word, candidates).map(|near| format!("did you mean {}?", quoted(near.as_ref())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_a_sentence() {
        assert_eq!(listed::<&str>([], "or"), "");
        assert_eq!(listed(["a"], "or"), "`a`");
        assert_eq!(listed(["a", "b", "c"], "and"), "`a`, `b` and `c`");
    }

    #[test]
    fn a_typo_finds_its_word_and_nonsense_finds_none() {
        assert_eq!(nearest("tll", ["servers", "ttl"]), Some("ttl"));
        assert_eq!(nearest("ON", ["off", "on"]), Some("on"));
        assert_eq!(nearest("banana", ["servers", "ttl"]), None);
        assert_eq!(nearest("", ["a"]), None);
        assert_eq!(nearest("C", ["A", "B"]), None);
    }

    #[test]
    fn a_quote_is_one_short_harmless_line() {
        assert_eq!(quoted("a\nb\x1b[2J"), "`a b?[2J`");
        assert_eq!(quoted(&"x".repeat(50)), format!("`{}…`", "x".repeat(40)));
    }
}
