//! What a person means by MODEL: a file, a directory of files, or a name of the catalogue.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::words::{did_you_mean, listed, quoted};
use super::{ModelFile, SpecError, catalogue};

/// The models that an argument of the command line stands for: the file, or the `.toml` files of the
/// directory in the order of their names, or the entry of the catalogue. What is on disk comes first.
///
/// # Errors
/// If there is nothing of this name, if it cannot be read, if a directory has no `.toml` file
/// directly in it, or if one of the files has a mistake.
pub fn resolve(argument: &str) -> Result<Vec<ModelFile>, SpecError> {
    let path = Path::new(argument);
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => directory(path),
        Ok(_) => Ok(vec![ModelFile::read(path)?]),
        Err(error) if error.kind() == ErrorKind::NotFound => from_catalogue(argument),
        Err(error) => Err(unreadable(path, &error)),
    }
}

fn directory(path: &Path) -> Result<Vec<ModelFile>, SpecError> {
    let files = toml_files(path).map_err(|error| unreadable(path, &error))?;
    if files.is_empty() {
        return Err(SpecError::new("the directory has no models")
            .in_file(path.display().to_string())
            .note("a model is a `.toml` file directly in it; directories in it are not searched"));
    }
    files.iter().map(|file| ModelFile::read(file)).collect()
}

fn toml_files(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
            && !path.is_dir()
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn unreadable(path: &Path, error: &std::io::Error) -> SpecError {
    SpecError::new("the model cannot be read")
        .in_file(path.display().to_string())
        .note(error.to_string())
}

fn from_catalogue(name: &str) -> Result<Vec<ModelFile>, SpecError> {
    let entry = catalogue::entries()
        .iter()
        .find(|(known, _)| *known == name);
    match entry {
        Some((name, text)) => Ok(vec![catalogue::parse(name, text)?]),
        None => Err(nothing(name)),
    }
}

fn nothing(name: &str) -> SpecError {
    let names = || catalogue::entries().iter().map(|(name, _)| *name);
    let stem = name.strip_suffix(".toml").unwrap_or(name);
    let stem = stem.rsplit(['/', '\\']).next().unwrap_or(stem);
    SpecError::new(format!("there is no model {}", quoted(name)))
        .note("there is neither a file nor a directory of this name")
        .note(format!("the catalogue has {}", listed(names(), "and")))
        .help(did_you_mean(stem, names()))
}
