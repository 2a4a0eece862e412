//! `[resource]`: what the lock protects, and what it refuses by itself.

use super::SpecError;
use super::fields::Fields;
use super::keys;
use super::node::Node;
use crate::world::Fencing;

/// The rules by their words; `writes` says more clearly what `on` does.
pub(super) fn rules() -> Vec<(&'static str, Fencing)> {
    let rules = Fencing::ALL.into_iter().map(|rule| (rule.name(), rule));
    rules.chain([("writes", Fencing::On)]).collect()
}

/// Reads the rule of the resource.
pub(super) fn read(node: &Node) -> Result<Fencing, SpecError> {
    let fields = Fields::of_table("resource", node, keys::RESOURCE)?;
    fields.required("fencing")?.choice(&rules())
}
