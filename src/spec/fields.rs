//! Keyed lookup that knows the allowed keys, and values that know what is allowed in their place.

use std::ops::RangeInclusive;

use super::SpecError;
use super::keys::{Key, names};
use super::node::{Entry, Node, Table, Value};
use super::text::Place;
use super::words::{did_you_mean, listed, quoted};
use crate::world::Bound;

/// The most bytes of what is allowed that a title repeats.
const LONGEST_TITLE: usize = 64;

/// The keys and values of one table of a model file.
pub(crate) struct Fields<'a> {
    /// Its dotted name, as in an override; empty for the file as a whole.
    path: String,
    /// What messages call the file as a whole.
    file: &'static str,
    /// What to underline if a key is missing.
    place: Place,
    table: &'a Table,
    allowed: Vec<Key>,
}

/// One value and its dotted name.
pub(crate) struct Field<'a> {
    pub path: String,
    pub node: &'a Node,
}

impl<'a> Fields<'a> {
    /// The fields of a file as a whole, which messages call "the model file" or the like.
    pub(crate) fn of_file(
        file: &'static str,
        root: &'a Node,
        allowed: Vec<Key>,
    ) -> Result<Fields<'a>, SpecError> {
        let first = root.table().and_then(|table| table.entries.first());
        let place = first.map_or(&root.place, |entry| &entry.key_place).clone();
        Fields::checked(String::new(), file, place, root, allowed)
    }

    /// The fields of the table with this dotted name.
    pub(crate) fn of_table(
        path: impl Into<String>,
        node: &'a Node,
        allowed: &[Key],
    ) -> Result<Fields<'a>, SpecError> {
        Fields::checked(path.into(), "", node.place.clone(), node, allowed.to_vec())
    }

    fn checked(
        path: String,
        file: &'static str,
        place: Place,
        node: &'a Node,
        allowed: Vec<Key>,
    ) -> Result<Fields<'a>, SpecError> {
        let Some(table) = node.table() else {
            let field = Field { path, node };
            return Err(field.must_be("a table"));
        };
        let fields = Fields {
            path,
            file,
            place,
            table,
            allowed,
        };
        match table.entries.iter().find(|entry| !fields.allows(entry)) {
            Some(entry) => Err(fields.unknown(entry)),
            None => Ok(fields),
        }
    }

    fn allows(&self, entry: &Entry) -> bool {
        self.allowed.iter().any(|key| key.name == entry.key)
    }

    fn unknown(&self, entry: &Entry) -> SpecError {
        let title = format!("unknown key {} in {}", quoted(&entry.key), self.described());
        let label = format!("allowed here: {}", listed(names(&self.allowed), "and"));
        SpecError::at(&entry.key_place, title, label)
            .help(did_you_mean(&entry.key, names(&self.allowed)))
    }

    /// The same fields under another name, once it is known.
    pub(crate) fn renamed(self, path: String) -> Fields<'a> {
        Fields { path, ..self }
    }

    pub(crate) fn optional(&self, key: &str) -> Option<Field<'a>> {
        self.table.get(key).map(|entry| Field {
            path: self.path_of(key),
            node: &entry.node,
        })
    }

    /// The value of a key that has to be there.
    pub(crate) fn required(&self, key: &str) -> Result<Field<'a>, SpecError> {
        self.optional(key).ok_or_else(|| self.missing(key))
    }

    fn missing(&self, key: &str) -> SpecError {
        let example = self.allowed.iter().find(|allowed| allowed.name == key);
        let example = example.map_or("", |key| key.example);
        let title = format!("{} has no {}", self.described(), quoted(key));
        let error = SpecError::at(&self.place, title, format!("{} is missing", quoted(key)));
        if example.starts_with('[') && self.path.is_empty() {
            error.help([format!("add a table `{example}`")])
        } else {
            error.help([format!("add for example `{key} = {example}`")])
        }
    }

    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() {
            key.to_string()
        } else {
            format!("{}.{key}", self.path)
        }
    }

    fn described(&self) -> String {
        if self.path.is_empty() {
            self.file.into()
        } else {
            quoted(&self.path)
        }
    }
}

impl<'a> Field<'a> {
    /// The mistake of a value that is none of what is allowed.
    pub(crate) fn must_be(&self, allowed: &str) -> SpecError {
        must_be(&quoted(&self.path), allowed, self.node)
    }

    /// A whole number in this range.
    pub(crate) fn whole(&self, range: RangeInclusive<u16>) -> Result<u16, SpecError> {
        let allowed = format!("a whole number from {} to {}", range.start(), range.end());
        self.number(&range)
            .ok_or_else(|| self.must_be(&allowed).help(self.without_quotes(&range)))
    }

    /// A whole number in this range, or `any` for no bound.
    pub(crate) fn bound(&self, range: RangeInclusive<u16>) -> Result<Bound, SpecError> {
        if self.node.text() == Some("any") {
            return Ok(None);
        }
        let allowed = format!(
            "`any` or a whole number from {} to {}",
            range.start(),
            range.end()
        );
        self.number(&range)
            .map(Some)
            .ok_or_else(|| self.must_be(&allowed).help(self.without_quotes(&range)))
    }

    fn number(&self, range: &RangeInclusive<u16>) -> Option<u16> {
        match self.node.value {
            Value::Whole(number) => u16::try_from(number).ok().filter(|n| range.contains(n)),
            _ => None,
        }
    }

    fn without_quotes(&self, range: &RangeInclusive<u16>) -> Option<String> {
        let number: u16 = self.node.text()?.parse().ok()?;
        let fits = range.contains(&number);
        fits.then(|| format!("a number stands without quotes: `{number}`"))
    }

    /// One of these words.
    pub(crate) fn choice<T: Copy>(&self, choices: &[(&'static str, T)]) -> Result<T, SpecError> {
        let words = || choices.iter().map(|(word, _)| *word);
        let text = self.node.text().unwrap_or_default();
        match choices.iter().find(|(word, _)| *word == text) {
            Some((_, choice)) => Ok(*choice),
            None => Err(self
                .must_be(&listed(words(), "or"))
                .help(did_you_mean(text, words()).filter(|_| !text.is_empty()))),
        }
    }

    /// `true` or `false`.
    pub(crate) fn flag(&self) -> Result<bool, SpecError> {
        match self.node.value {
            Value::Flag(flag) => Ok(flag),
            _ => Err(self.must_be("`true` or `false`")),
        }
    }

    /// Words, at least one.
    pub(crate) fn text(&self) -> Result<&'a str, SpecError> {
        match self.node.text() {
            Some(text) if !text.trim().is_empty() => Ok(text),
            Some(_) => Err(self.must_be("a text that says something")),
            None => Err(self.must_be("a text").help(["put it in quotes"])),
        }
    }

    /// A name in kebab-case: small letters, digits and single hyphens between them.
    pub(crate) fn kebab_case(&self) -> Result<&'a str, SpecError> {
        let text = self.text()?;
        if is_kebab_case(text) {
            Ok(text)
        } else {
            Err(self.must_be("small letters, digits and single hyphens, as in `my-lock`"))
        }
    }

    /// A list.
    pub(crate) fn list(&self, of: &str) -> Result<&'a [Node], SpecError> {
        self.node
            .list()
            .ok_or_else(|| self.must_be(&format!("a list of {of}")))
    }
}

/// The mistake of a value that is none of what is allowed. What is allowed stands in the title if it is
/// short, and beneath the underlined words if it is a long list.
pub(crate) fn must_be(what: &str, allowed: &str, node: &Node) -> SpecError {
    let found = node.described();
    if allowed.len() <= LONGEST_TITLE {
        SpecError::at(
            &node.place,
            format!("{what} must be {allowed}, not {found}"),
            "",
        )
    } else {
        let label = format!("allowed: {allowed}");
        SpecError::at(&node.place, format!("{what} cannot be {found}"), label)
    }
}

fn is_kebab_case(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    text.split('-').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::is_kebab_case;

    #[test]
    fn kebab_case_has_single_hyphens_between_words() {
        for name in ["a", "study-guide", "ttl-10", "51"] {
            assert!(is_kebab_case(name), "{name}");
        }
        for name in ["", "-a", "a-", "a--b", "A", "a b", "a_b", "é"] {
            assert!(!is_kebab_case(name), "{name}");
        }
    }
}
