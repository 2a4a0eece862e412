//! The catalogue: the model files of `models/`, compiled in.

use super::{ModelFile, SpecError};

macro_rules! catalogue {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../models/", $name, ".toml")))),*]
    };
}

/// Every entry, in the order in which to read them.
const ENTRIES: &[(&str, &str)] = catalogue![
    "study-guide",
    "server-counts",
    "lease-lengths",
    "pause-against-lease",
    "no-expiry",
    "recheck",
    "strict-two-writes",
    "idle-competitor",
    "sealed",
    "independent-counters",
    "seeded-faults",
];

/// The name and the text of every model in the catalogue, in the order in which to read them.
#[must_use]
pub fn entries() -> &'static [(&'static str, &'static str)] {
    ENTRIES
}

/// The model of this name, or `None` if the catalogue has none.
#[must_use]
pub fn get(name: &str) -> Option<ModelFile> {
    let (name, text) = ENTRIES.iter().find(|(known, _)| *known == name)?;
    parse(name, text).ok()
}

/// Parses an entry. That none has a mistake is tested.
pub(super) fn parse(name: &str, text: &str) -> Result<ModelFile, SpecError> {
    ModelFile::parse(&format!("models/{name}.toml{BUILT_IN}"), text)
}

/// What the origin of an entry ends with.
const BUILT_IN: &str = " (built in)";

/// Whether a model with this origin comes from the catalogue.
pub(super) fn is_built_in(origin: &str) -> bool {
    origin.ends_with(BUILT_IN)
}
