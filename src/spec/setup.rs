//! From tree to world.

use super::fields::Fields;
use super::keys::{self, Key};
use super::node::Node;
use super::{SpecError, adversary, client, combinations, lock, resource};
use crate::world::{SeededFault, World};

/// The fields of a whole model file; an unknown one is an error.
pub(super) fn fields(root: &Node) -> Result<Fields<'_>, SpecError> {
    let allowed: Vec<Key> = [keys::MODEL, keys::TABLES].concat();
    Fields::of_file("the model file", root, allowed)
}

/// Reads the world that a model file describes, and checks all of it.
///
/// # Errors
/// The first mistake.
pub(super) fn world(root: &Node) -> Result<World, SpecError> {
    let fields = fields(root)?;
    fields.required("name")?.kebab_case()?;
    fields.required("summary")?.text()?;
    fields.required("source")?.text()?;
    let world = World {
        lock: lock::read(fields.required("lock")?.node)?,
        clients: client::read_all(&fields.required("client")?)?,
        fencing: resource::read(fields.required("resource")?.node)?,
        adversary: adversary::read(fields.required("adversary")?.node)?,
        seeded_fault: seeded_fault(&fields)?,
    };
    combinations::check(root, &world)?;
    Ok(world)
}

fn seeded_fault(fields: &Fields<'_>) -> Result<Option<SeededFault>, SpecError> {
    let faults = SeededFault::ALL.map(|fault| (fault.name(), fault));
    fields
        .optional("seeded-fault")
        .map(|field| field.choice(&faults))
        .transpose()
}
