//! A model file as a tree in which everything knows its place, so that a mistake can be shown where
//! it was made, even after an override has put a word from the command line into the tree.

use super::text::Place;
use super::words::quoted;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub value: Value,
    pub place: Place,
}

/// A value as TOML knows it.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Words.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A number that is not whole, or beyond all bounds, as it was written.
    Number(String),
    /// `true` or `false`.
    Flag(bool),
    /// A date or a time, which no key takes.
    Date(String),
    /// A list.
    List(Vec<Node>),
    /// A table.
    Table(Table),
}

/// Keys and their values, in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub entries: Vec<Entry>,
}

/// One key and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: String,
    pub key_place: Place,
    pub node: Node,
}

impl Table {
    pub(crate) fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        let entry = self.entries.iter_mut().find(|entry| entry.key == key);
        entry.map(|entry| &mut entry.node)
    }

    /// Puts the entry in the place of the one with the same key, or after all others.
    pub(crate) fn put(&mut self, entry: Entry) {
        match self.entries.iter_mut().find(|old| old.key == entry.key) {
            Some(old) => *old = entry,
            None => self.entries.push(entry),
        }
    }
}

impl Node {
    pub(crate) fn table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn table_mut(&mut self) -> Option<&mut Table> {
        match &mut self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    pub(crate) fn list_mut(&mut self) -> Option<&mut Vec<Node>> {
        match &mut self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The entry of a key, if this is a table that has it.
    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.table()?.get(key)
    }

    /// What stands here, for a message: "the word `ten`".
    pub(crate) fn described(&self) -> String {
        match &self.value {
            Value::Text(text) if text.trim().is_empty() => "an empty text".into(),
            Value::Text(text) if text.contains(char::is_whitespace) => {
                format!("the words {}", quoted(text))
            }
            Value::Text(text) => format!("the word {}", quoted(text)),
            Value::Whole(number) => number.to_string(),
            Value::Number(number) | Value::Date(number) => quoted(number),
            Value::Flag(flag) => format!("`{flag}`"),
            Value::List(list) if list.is_empty() => "an empty list".into(),
            Value::List(_) => "a list".into(),
            Value::Table(_) => "a table".into(),
        }
    }

    /// The same value, said so late (see [`Place::layer`]).
    pub(crate) fn in_layer(self, layer: usize) -> Node {
        let value = match self.value {
            Value::List(list) => {
                Value::List(list.into_iter().map(|node| node.in_layer(layer)).collect())
            }
            Value::Table(table) => Value::Table(Table {
                entries: table
                    .entries
                    .into_iter()
                    .map(|entry| entry.in_layer(layer))
                    .collect(),
            }),
            simple => simple,
        };
        Node {
            value,
            place: self.place.in_layer(layer),
        }
    }
}

impl Entry {
    pub(crate) fn in_layer(self, layer: usize) -> Entry {
        Entry {
            key: self.key,
            key_place: self.key_place.in_layer(layer),
            node: self.node.in_layer(layer),
        }
    }
}
