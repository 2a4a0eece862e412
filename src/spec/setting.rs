//! One value of a model, changed: by a variant or on the command line.

use std::sync::Arc;

use super::keys::{self, names};
use super::node::{Entry, Node, Value};
use super::text::{Place, Text};
use super::words::{did_you_mean, listed, quoted};
use super::{SpecError, document};

/// A change of one value, as `--set KEY=VALUE` gives it.
///
/// The key is dotted: `lock.ttl`, `client.A.rounds`, `client.*.rounds` for all clients,
/// `adversary.pauses.length`, `seeded-fault`. The value is TOML; what is not TOML is a plain word, so
/// that `resource.fencing=on` needs no quotes.
#[derive(Clone, Debug)]
pub struct Override {
    text: Arc<Text>,
    entry: Entry,
}

impl Override {
    /// Reads the argument of `--set`.
    ///
    /// # Errors
    /// If there is no `=` or no key before it, or if the value opens a quote, a list or a table and
    /// is no TOML. Whether there is such a key, and whether the value fits it, shows when the
    /// override meets a model.
    pub fn parse(argument: &str) -> Result<Override, SpecError> {
        let text = Text::argument("--set", argument);
        let Some(equals) = argument.find('=') else {
            let place = Place::new(&text, 0..argument.len());
            return Err(no_equals(&place));
        };
        let key = argument[..equals].trim();
        let start = argument[..equals].len() - argument[..equals].trim_start().len();
        let key_place = Place::new(&text, start..start + key.len());
        if key.is_empty() {
            let place = Place::new(&text, 0..equals + 1);
            return Err(no_equals(&place));
        }
        let entry = Entry {
            key: key.to_string(),
            key_place,
            node: value(&text, equals + 1)?,
        };
        Ok(Override { text, entry })
    }

    /// The override that an option of its own stands for, such as `--fencing on`. The value is a
    /// plain word.
    #[must_use]
    pub fn new(key: &str, value: &str) -> Override {
        let text = Text::argument("--set", format!("{key}={value}"));
        let entry = Entry {
            key: key.to_string(),
            key_place: Place::new(&text, 0..key.len()),
            node: word(&text, key.len() + 1),
        };
        Override { text, entry }
    }

    /// One number of an axis. Mistakes are shown at these places, where the axis was written.
    pub(crate) fn number(key: &str, key_place: Place, number: u16, place: Place) -> Override {
        Override {
            text: Text::argument("--set", format!("{key}={number}")),
            entry: Entry {
                key: key.to_string(),
                key_place,
                node: Node {
                    value: Value::Whole(i64::from(number)),
                    place,
                },
            },
        }
    }

    /// The dotted key that it changes.
    pub(crate) fn key(&self) -> &str {
        &self.entry.key
    }

    /// `KEY=VALUE` as it was written: what to give to `--set` to say the same again. A shell may need
    /// quotes around it.
    #[must_use]
    pub fn argument(&self) -> String {
        self.text.content.clone()
    }

    pub(super) fn entry(&self) -> &Entry {
        &self.entry
    }
}

fn no_equals(place: &Place) -> SpecError {
    SpecError::at(
        place,
        "an override is KEY=VALUE",
        "there is no key and value with `=` between them",
    )
    .help(["for example --set lock.ttl=25"])
}

fn value(text: &Arc<Text>, start: usize) -> Result<Node, SpecError> {
    let written = text.content[start..].trim_start();
    match document::parse_value(text, text.content.len() - written.len()) {
        Ok(node) => Ok(node),
        Err(error) if written.starts_with(['"', '\'', '[', '{']) => Err(error),
        Err(_) => Ok(word(text, start)),
    }
}

/// All from here to the end as plain words.
fn word(text: &Arc<Text>, start: usize) -> Node {
    let rest = &text.content[start..];
    let word = rest.trim();
    let start = start + rest.len() - rest.trim_start().len();
    Node {
        value: Value::Text(word.to_string()),
        place: Place::new(text, start..start + word.len()),
    }
}

/// Changes the tree of a model; `entry` has a dotted key.
///
/// # Errors
/// If there is no such key to change. Whether the value fits the key shows when the tree is read.
pub(super) fn apply(root: &mut Node, entry: &Entry, layer: usize) -> Result<(), SpecError> {
    let entry = entry.clone().in_layer(layer);
    let parts: Vec<_> = entry.key.split('.').collect();
    match parts[..] {
        [key] if names(keys::MODEL).any(|name| name == key) => put(root, key, &entry),
        [table @ ("lock" | "resource" | "adversary"), key] if keys_of(table).contains(&key) => {
            let table = root.table_mut().and_then(|root| root.get_mut(table));
            table.map_or(Ok(()), |table| put(table, key, &entry))
        }
        ["adversary", "pauses", key] if names(keys::PAUSES).any(|name| name == key) => {
            put_pauses(root, key, &entry)
        }
        ["client", name, key] if names(keys::CLIENT).any(|name| name == key) => {
            put_client(root, name, key, &entry)
        }
        _ => Err(unknown(root, &parts, &entry)),
    }
}

fn keys_of(table: &str) -> Vec<&'static str> {
    let keys = match table {
        "lock" => keys::LOCK,
        "resource" => keys::RESOURCE,
        "adversary" => keys::ADVERSARY,
        "client" => keys::CLIENT,
        _ => &[],
    };
    names(keys).collect()
}

fn put(table: &mut Node, key: &str, entry: &Entry) -> Result<(), SpecError> {
    if let Some(table) = table.table_mut() {
        table.put(Entry {
            key: key.to_string(),
            ..entry.clone()
        });
    }
    Ok(())
}

fn put_pauses(root: &mut Node, key: &str, entry: &Entry) -> Result<(), SpecError> {
    let adversary = root.table_mut().and_then(|root| root.get_mut("adversary"));
    let pauses = adversary
        .and_then(Node::table_mut)
        .and_then(|adversary| adversary.get_mut("pauses"));
    let Some(pauses) = pauses else {
        return Ok(());
    };
    if pauses.table().is_some() {
        return put(pauses, key, entry);
    }
    let title = format!(
        "`adversary.pauses` is {} here and has no {}",
        pauses.described(),
        quoted(key)
    );
    let both = if entry.key_place.is_argument() {
        "set both at once: --set 'adversary.pauses={count=1,length=14}'"
    } else {
        r#"set both at once: "adversary.pauses" = { count = 1, length = 14 }"#
    };
    Err(SpecError::at(&entry.key_place, title, "only a table of pauses has it").help([both]))
}

fn put_client(root: &mut Node, name: &str, key: &str, entry: &Entry) -> Result<(), SpecError> {
    let known = client_names(root);
    if name != "*" && !known.iter().any(|known| known == name) {
        let title = format!("there is no client {}", quoted(name));
        let label = format!("the clients are {}", listed(&known, "and"));
        let help = did_you_mean(name, &known);
        return Err(SpecError::at(&entry.key_place, title, label)
            .help(help)
            .help(["`client.*` stands for all of them"]));
    }
    let clients = root.table_mut().and_then(|root| root.get_mut("client"));
    let clients = clients.and_then(Node::list_mut).into_iter().flatten();
    for client in clients {
        if name == "*" || client_name(client) == Some(name) {
            put(client, key, entry)?;
        }
    }
    Ok(())
}

fn client_names(root: &Node) -> Vec<String> {
    let clients = root.entry("client").and_then(|entry| entry.node.list());
    let names = clients.unwrap_or_default().iter().filter_map(client_name);
    names.map(ToString::to_string).collect()
}

fn client_name(client: &Node) -> Option<&str> {
    client.entry("name")?.node.text()
}

/// What is wrong with a key that leads nowhere.
fn unknown(root: &Node, parts: &[&str], entry: &Entry) -> SpecError {
    let place = &entry.key_place;
    match parts {
        ["client"] | ["client", _] => SpecError::at(
            place,
            "clients can be changed, not replaced",
            "not the key of one value",
        )
        .note(format!("a client has {}", listed(keys_of("client"), "and")))
        .help(["name a client and a key, such as `client.A.rounds`, or `client.*.rounds` for all"]),
        ["variant", ..] => SpecError::at(
            place,
            "a variant cannot be changed",
            "not the key of a value of the model",
        )
        .note(format!("the keys are {}", listed(settable(), "and"))),
        [table @ ("lock" | "resource" | "adversary")] => {
            let keys = keys_of(table);
            let given = entry.node.table().and_then(|table| table.entries.first());
            let key = given.map_or_else(|| keys[0].to_string(), |entry| entry.key.clone());
            SpecError::at(
                place,
                format!("`{table}` is a whole table"),
                "not the key of one value",
            )
            .note(format!("`{table}` has {}", listed(&keys, "and")))
            .help([one_value(entry, &format!("{table}.{key}"))])
        }
        [table, ..] if !keys_of(table).is_empty() && parts.len() > 1 => {
            let keys = keys_of(table);
            no_such_key(
                root,
                entry,
                &format!("`{table}` has {}", listed(keys, "and")),
            )
        }
        _ => no_such_key(
            root,
            entry,
            &format!("the keys are {}", listed(settable(), "and")),
        ),
    }
}

/// How to name one value of a table, where the entry stands.
fn one_value(entry: &Entry, key: &str) -> String {
    if entry.key_place.is_argument() {
        format!("name one value: `{key}`")
    } else {
        format!("name one value, with the whole key in quotes: `\"{key}\" = …`")
    }
}

fn no_such_key(root: &Node, entry: &Entry, note: &str) -> SpecError {
    let title = format!("no model has the key {}", quoted(&entry.key));
    SpecError::at(&entry.key_place, title, "unknown key")
        .note(note)
        .help(did_you_mean(&entry.key, settable_by_name(root)).or_else(|| full_key(&entry.key)))
}

/// The hint for somebody who has left out the table of a key.
fn full_key(key: &str) -> Option<String> {
    let is_last_part = |full: &String| full.rsplit('.').next() == Some(key);
    let full = settable().into_iter().find(is_last_part)?;
    Some(format!("did you mean {}?", quoted(&full)))
}

/// Every key that can be set, with one entry for all clients.
fn settable() -> Vec<String> {
    settable_for(&["NAME".to_string()])
}

/// Every key that can be set, written out for each client.
fn settable_by_name(root: &Node) -> Vec<String> {
    let mut clients = client_names(root);
    clients.push("*".into());
    settable_for(&clients)
}

fn settable_for(clients: &[String]) -> Vec<String> {
    let top = names(keys::MODEL).map(ToString::to_string);
    let tables = ["lock", "resource", "adversary"].into_iter();
    let in_tables = tables.flat_map(|table| {
        let keys = keys_of(table).into_iter();
        keys.map(move |key| format!("{table}.{key}"))
    });
    let pauses = names(keys::PAUSES).map(|key| format!("adversary.pauses.{key}"));
    let of_clients = clients
        .iter()
        .flat_map(|client| names(keys::CLIENT).map(move |key| format!("client.{client}.{key}")));
    top.chain(in_tables)
        .chain(pauses)
        .chain(of_clients)
        .collect()
}
