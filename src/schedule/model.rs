//! `model`: which model a schedule runs in.

use std::path::Path;

use crate::spec::fields::Field;
use crate::spec::words::{did_you_mean, listed, quoted};
use crate::spec::{ModelFile, SpecError, catalogue};

/// Reads the model: a name of the catalogue, or the path of a file, beginning at the directory of the
/// schedule.
pub(super) fn read(field: &Field<'_>, directory: Option<&Path>) -> Result<ModelFile, SpecError> {
    let name = field.text()?;
    let is_path = name.contains(['/', '\\']) || name.ends_with(".toml");
    match directory.filter(|_| is_path) {
        Some(directory) => on_disk(field, &directory.join(name)),
        None => catalogue::get(name).ok_or_else(|| unknown(field, name)),
    }
}

fn on_disk(field: &Field<'_>, path: &Path) -> Result<ModelFile, SpecError> {
    if path.is_file() {
        return ModelFile::read(path);
    }
    let title = format!("there is no model {}", quoted(&path.display().to_string()));
    Err(SpecError::at(&field.node.place, title, "no such file")
        .note("the path begins at the directory of the schedule"))
}

fn unknown(field: &Field<'_>, name: &str) -> SpecError {
    let names = || catalogue::entries().iter().map(|(name, _)| *name);
    SpecError::at(
        &field.node.place,
        format!("the catalogue has no model {}", quoted(name)),
        "neither a name of the catalogue nor the path of a `.toml` file",
    )
    .note(format!("the catalogue has {}", listed(names(), "and")))
    .help(did_you_mean(name, names()))
}
