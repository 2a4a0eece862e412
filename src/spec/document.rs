//! From text to tree: TOML, with the place of every key and value.

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::SpecError;
use super::node::{Entry, Node, Table, Value};
use super::text::{Place, Text};

/// The tree of a whole model file.
///
/// # Errors
/// If the text is not TOML.
pub(crate) fn parse(text: &Arc<Text>) -> Result<Node, SpecError> {
    let spanned = DeTable::parse(&text.content).map_err(|error| syntax(text, 0, &error))?;
    let converter = Converter { text, offset: 0 };
    Ok(converter.node(spanned.span(), DeValue::Table(spanned.into_inner())))
}

/// The tree of the value that begins at this position and ends with the text.
///
/// # Errors
/// If it is not TOML.
pub(crate) fn parse_value(text: &Arc<Text>, offset: usize) -> Result<Node, SpecError> {
    let spanned =
        DeValue::parse(&text.content[offset..]).map_err(|error| syntax(text, offset, &error))?;
    let converter = Converter { text, offset };
    Ok(converter.node(spanned.span(), spanned.into_inner()))
}

fn syntax(text: &Arc<Text>, offset: usize, error: &Error) -> SpecError {
    let span = error.span().unwrap_or(0..0);
    let place = Place::new(text, span.start + offset..span.end + offset);
    SpecError::at(&place, "this is not TOML", error.message())
}

struct Converter<'a> {
    text: &'a Arc<Text>,
    /// Where in the text the parsed part begins.
    offset: usize,
}

impl Converter<'_> {
    fn node(&self, span: std::ops::Range<usize>, value: DeValue<'_>) -> Node {
        Node {
            value: self.value(value),
            place: self.place(span),
        }
    }

    fn place(&self, span: std::ops::Range<usize>) -> Place {
        Place::new(self.text, span.start + self.offset..span.end + self.offset)
    }

    fn value(&self, value: DeValue<'_>) -> Value {
        match value {
            DeValue::String(text) => Value::Text(text.into_owned()),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_or_else(|_| Value::Number(number.to_string()), Value::Whole),
            DeValue::Float(number) => Value::Number(number.to_string()),
            DeValue::Boolean(flag) => Value::Flag(flag),
            DeValue::Datetime(date) => Value::Date(date.to_string()),
            DeValue::Array(list) => Value::List(
                list.into_iter()
                    .map(|item| self.node(item.span(), item.into_inner()))
                    .collect(),
            ),
            DeValue::Table(table) => Value::Table(self.table(table)),
        }
    }

    fn table(&self, table: DeTable<'_>) -> Table {
        let mut entries: Vec<_> = table
            .into_iter()
            .map(|(key, value)| self.entry(key, value))
            .collect();
        entries.sort_by_key(|entry| entry.key_place.span().start);
        Table { entries }
    }

    fn entry(&self, key: Spanned<toml::de::DeString<'_>>, value: Spanned<DeValue<'_>>) -> Entry {
        Entry {
            key_place: self.place(key.span()),
            key: key.into_inner().into_owned(),
            node: self.node(value.span(), value.into_inner()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(content: &str) -> Node {
        parse(&Text::file("x.toml", content)).unwrap()
    }

    fn shown<'a>(content: &'a str, place: &Place) -> &'a str {
        &content[place.span()]
    }

    #[test]
    fn every_key_and_value_knows_its_place() {
        let content = "a = 1\n[b]\nc = { d = \"x\" }\n[[e]]\nf = [ 2 ]\n";
        let root = parsed(content);
        let a = root.entry("a").unwrap();
        assert_eq!(shown(content, &a.key_place), "a");
        assert_eq!(shown(content, &a.node.place), "1");
        let b = &root.entry("b").unwrap().node;
        assert_eq!(shown(content, &b.place), "[b]");
        let d = b.entry("c").unwrap().node.entry("d").unwrap();
        assert_eq!(shown(content, &d.node.place), "\"x\"");
        let e = root.entry("e").unwrap();
        assert_eq!(shown(content, &e.node.list().unwrap()[0].place), "[[e]]");
    }

    #[test]
    fn a_number_beyond_all_bounds_keeps_its_digits() {
        let root = parsed("a = 99999999999999999999");
        assert_eq!(
            root.entry("a").unwrap().node.described(),
            "`99999999999999999999`"
        );
    }
}
