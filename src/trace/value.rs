//! Values of the resource in print.

use super::Trace;
use crate::world::{ClientId, World};

/// A longer value is shown with its middle left out, and says how long it is.
const SHOWN_WHOLE: usize = 12;
/// How much of a longer value is shown at either end.
const SHOWN_AT_AN_END: usize = 4;

impl Trace {
    /// A value in quotes: the names of the clients that appended to it, `'AB'`, or `'w1+w2'` if some
    /// name is longer than one character. Of a long value the middle is left out, and the length is
    /// given.
    #[must_use]
    pub fn show(&self, value: &[ClientId]) -> String {
        show(&self.world, value)
    }
}

pub(super) fn show(world: &World, value: &[ClientId]) -> String {
    if value.len() <= SHOWN_WHOLE {
        return format!("'{}'", joined(world, value));
    }
    let begin = joined(world, &value[..SHOWN_AT_AN_END]);
    let end = joined(world, &value[value.len() - SHOWN_AT_AN_END..]);
    format!("'{begin}…{end}' ({} appended)", value.len())
}

/// Whether a value is too long to be shown whole.
pub(super) fn is_abridged(value: &[ClientId]) -> bool {
    value.len() > SHOWN_WHOLE
}

fn joined(world: &World, value: &[ClientId]) -> String {
    let one_letter_each = world
        .clients
        .iter()
        .all(|client| client.name.chars().count() == 1);
    let names: Vec<_> = value
        .iter()
        .map(|client| super::phrase::name(world, *client))
        .collect();
    names.join(if one_letter_each { "" } else { "+" })
}
