//! The catalogue: the model files of `models/`, compiled in.

use super::words::{did_you_mean, listed, quoted};
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

/// Every model of the catalogue, read, in the order in which to read them.
#[must_use]
pub fn models() -> Vec<ModelFile> {
    let models = ENTRIES.iter().map(|(name, text)| parse(name, text));
    models.filter_map(Result::ok).collect()
}

/// The text of the model of this name.
///
/// # Errors
/// If the catalogue has none.
pub fn text(name: &str) -> Result<&'static str, SpecError> {
    let entry = ENTRIES.iter().find(|(known, _)| *known == name);
    entry.map(|(_, text)| *text).ok_or_else(|| no_entry(name))
}

fn no_entry(name: &str) -> SpecError {
    let names = || ENTRIES.iter().map(|(name, _)| *name);
    SpecError::new(format!("the catalogue has no model {}", quoted(name)))
        .note(format!("it has {}", listed(names(), "and")))
        .help(did_you_mean(name, names()))
}

/// Parses an entry. That none has a mistake is tested.
pub(super) fn parse(name: &str, text: &str) -> Result<ModelFile, SpecError> {
    ModelFile::parse(&format!("models/{name}.toml{BUILT_IN}"), text)
}

/// What the origin of an entry ends with.
const BUILT_IN: &str = " (built in)";

/// The path that an origin names: where the file lies, or where an entry of the catalogue lies in the
/// repository.
pub(crate) fn path_of(origin: &str) -> &str {
    origin.strip_suffix(BUILT_IN).unwrap_or(origin)
}

/// Whether a model with this origin comes from the catalogue.
pub(super) fn is_built_in(origin: &str) -> bool {
    origin.ends_with(BUILT_IN)
}
