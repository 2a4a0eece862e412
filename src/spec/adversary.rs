//! `[adversary]`: the faults there may be.

use super::SpecError;
use super::fields::{Field, Fields};
use super::keys::{self, range};
use super::node::{Node, Value};
use crate::world::{Adversary, Pauses};

/// Reads what the adversary may do.
pub(super) fn read(node: &Node) -> Result<Adversary, SpecError> {
    let fields = Fields::of_table("adversary", node, keys::ADVERSARY)?;
    let pauses = pauses(&fields.required("pauses")?)?;
    Ok(Adversary { pauses })
}

fn pauses(field: &Field<'_>) -> Result<Pauses, SpecError> {
    match &field.node.value {
        Value::Text(word) if word == "any" => Ok(Pauses {
            count: None,
            length: None,
        }),
        Value::Text(word) if word == "none" => Ok(Pauses {
            count: Some(0),
            length: None,
        }),
        Value::Table(_) => {
            let fields = Fields::of_table(field.path.clone(), field.node, keys::PAUSES)?;
            Ok(Pauses {
                count: fields.required("count")?.bound(range::PAUSE_COUNT)?,
                length: fields.required("length")?.bound(range::PAUSE_LENGTH)?,
            })
        }
        _ => Err(field.must_be("`any`, `none` or a table such as `{ count = 1, length = 14 }`")),
    }
}
