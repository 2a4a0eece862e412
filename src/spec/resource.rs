//! `[resource]`: what the lock protects, and what it refuses by itself.

use super::SpecError;
use super::fields::Fields;
use super::keys;
use super::node::Node;
use crate::world::Fencing;

/// Reads the rule of the resource.
pub(super) fn read(node: &Node) -> Result<Fencing, SpecError> {
    let fields = Fields::of_table("resource", node, keys::RESOURCE)?;
    let rules: Vec<_> = Fencing::ALL
        .into_iter()
        .map(|rule| (rule.name(), rule))
        .chain([("writes", Fencing::On)])
        .collect();
    fields.required("fencing")?.choice(&rules)
}
