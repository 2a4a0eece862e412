//! `[[variant]]`: the same model with a few values changed, and the verdicts it deserves.

use std::collections::BTreeMap;

use super::expectation::{self, Expected};
use super::fields::{Field, Fields};
use super::node::{Entry, Node};
use super::{SpecError, client, keys, setting, setup};
use crate::property::Property;

/// How late a variant's changes are: after the model, before the command line.
const LAYER: usize = 1;

/// A named variant of a model.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name, unique in the file.
    pub name: String,
    /// What is different, in one line.
    pub summary: Option<String>,
    /// The expected verdicts. Properties without an expectation are missing.
    pub expect: BTreeMap<Property, Expected>,
    /// The line at which the model file begins to describe it, from 1.
    pub line: usize,
    /// The column of its first character in that line, from 1.
    pub column: usize,
    settings: Vec<Entry>,
}

impl Variant {
    /// Changes the tree of the model into that of this variant.
    pub(super) fn apply(&self, root: &mut Node) -> Result<(), SpecError> {
        let mut settings = self.settings.iter();
        settings.try_for_each(|entry| setting::apply(root, entry, LAYER))
    }
}

/// Reads all variants of a model, and checks the world of each.
pub(super) fn read_all(root: &Node) -> Result<Vec<Variant>, SpecError> {
    let Some(field) = setup::fields(root)?.optional("variant") else {
        return Ok(Vec::new());
    };
    let mut variants: Vec<Variant> = Vec::new();
    for node in client::tables(&field, "variant")? {
        let (variant, name) = read(node, root)?;
        if variants.iter().any(|other| other.name == variant.name) {
            let title = format!("two variants have the name `{}`", variant.name);
            return Err(SpecError::at(
                &name.place,
                title,
                "taken by a variant before",
            ));
        }
        variants.push(variant);
    }
    Ok(variants)
}

/// Reads one variant; the answer has the node of its name too.
fn read<'a>(node: &'a Node, root: &Node) -> Result<(Variant, &'a Node), SpecError> {
    let fields = Fields::of_table("variant", node, keys::VARIANT)?;
    let name = fields.required("name")?;
    let (line, column) = node.place.line_and_column();
    let mut variant = Variant {
        name: name.kebab_case()?.to_string(),
        summary: None,
        expect: BTreeMap::new(),
        line,
        column,
        settings: Vec::new(),
    };
    let fields = fields.renamed(format!("variant.{}", variant.name));
    if let Some(summary) = fields.optional("summary") {
        variant.summary = Some(summary.text()?.to_string());
    }
    if let Some(set) = fields.optional("set") {
        variant.settings = settings(&set)?;
    }
    let mut changed = root.clone();
    variant.apply(&mut changed)?;
    let world = setup::world(&changed)?;
    if let Some(expect) = fields.optional("expect") {
        variant.expect = expectation::read(&expect, &world)?;
    }
    Ok((variant, name.node))
}

/// The dotted keys and values of a `set`.
pub(crate) fn settings(field: &Field<'_>) -> Result<Vec<Entry>, SpecError> {
    let table = field.node.table();
    let table = table.ok_or_else(|| field.must_be("a table of keys and values"))?;
    Ok(table.entries.clone())
}
