//! `[[client]]`: who wants the lock, and what it does with it.

use super::SpecError;
use super::fields::{Field, Fields};
use super::keys::{self, range};
use super::node::{Node, Value};
use super::program;
use crate::world::{Arrival, ClientSetup};

/// The most clients of a model: letters in the value, and lanes in a drawing, run out.
pub(super) const MOST_CLIENTS: usize = 8;

/// The most characters of a client's name: it heads a narrow lane in drawings.
pub(super) const LONGEST_NAME: usize = 12;

/// Reads all clients.
pub(super) fn read_all(field: &Field<'_>) -> Result<Vec<ClientSetup>, SpecError> {
    let nodes = tables(field, "client")?;
    if nodes.is_empty() {
        return Err(field.must_be("a list of at least one client"));
    }
    if let Some(node) = nodes.get(MOST_CLIENTS) {
        let title = format!("a model has at most {MOST_CLIENTS} clients");
        return Err(SpecError::at(&node.place, title, "one too many"));
    }
    let mut clients: Vec<ClientSetup> = Vec::new();
    for node in nodes {
        let (client, name) = read(node)?;
        if clients.iter().any(|other| other.name == client.name) {
            let title = format!("two clients have the name `{}`", client.name);
            return Err(SpecError::at(
                &name.place,
                title,
                "taken by a client before",
            ));
        }
        clients.push(client);
    }
    Ok(clients)
}

/// The tables of a list that is written as `[[name]]`.
pub(crate) fn tables<'a>(field: &Field<'a>, name: &str) -> Result<&'a [Node], SpecError> {
    match field.node.value {
        Value::List(ref list) => Ok(list),
        Value::Table(_) => Err(field
            .must_be("a list of tables")
            .help([format!("write `[[{name}]]` in double brackets")])),
        _ => Err(field.must_be("a list of tables")),
    }
}

/// Reads one client; the answer has the node of its name too.
fn read(node: &Node) -> Result<(ClientSetup, &Node), SpecError> {
    let fields = Fields::of_table("client", node, keys::CLIENT)?;
    let name = fields.required("name")?;
    let client_name = client_name(&name)?;
    let fields = fields.renamed(format!("client.{client_name}"));
    let program = program::read(&fields.required("program")?)?;
    let arrives = bound(&fields, "arrives", range::ARRIVES)?;
    let pausable = match fields.optional("pausable") {
        Some(field) => field.flag()?,
        None => true,
    };
    let client = ClientSetup {
        name: client_name.to_string(),
        program,
        arrives: arrives.map_or(Arrival::Any, Arrival::At),
        rounds: bound(&fields, "rounds", range::ROUNDS)?,
        attempts: bound(&fields, "attempts", range::ATTEMPTS)?,
        pausable,
    };
    Ok((client, name.node))
}

/// A number or `any`, which is the default as well.
fn bound(
    fields: &Fields<'_>,
    key: &str,
    range: std::ops::RangeInclusive<u16>,
) -> Result<Option<u16>, SpecError> {
    match fields.optional(key) {
        Some(field) => field.bound(range),
        None => Ok(None),
    }
}

fn client_name<'a>(field: &Field<'a>) -> Result<&'a str, SpecError> {
    let name = field.text()?;
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let goes_on_well = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if starts_well && goes_on_well && name.len() <= LONGEST_NAME {
        Ok(name)
    } else {
        Err(field.must_be(&format!(
            "a letter and up to {} letters, digits, `_` or `-`",
            LONGEST_NAME - 1
        )))
    }
}
