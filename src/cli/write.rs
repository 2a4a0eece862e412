//! Files that are there as a whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fencepost::report::files::{File, REPORT};
use tempfile::NamedTempFile;

use super::Stop;

/// Whether a file can be put there, as far as can be known before.
pub(super) fn check_file(file: &Path) -> Result<(), Stop> {
    let directory = directory_of(file);
    if file.is_dir() {
        return Err(cannot(file, "it is a directory"));
    }
    if !directory.is_dir() {
        return Err(cannot(
            file,
            &format!("there is no directory {}", directory.display()),
        ));
    }
    try_beside(file).map_err(|error| cannot(file, &error.to_string()))
}

/// Whether something can be written where this file is to be. A pipe is written to as it is.
fn try_beside(file: &Path) -> io::Result<()> {
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    if fs::metadata(&file).is_ok_and(|metadata| !metadata.is_file()) {
        return Ok(());
    }
    readable_by_all().tempfile_in(directory_of(&file)).map(drop)
}

/// Whether a report may go into this directory: there is none yet, or it is empty, or it has an earlier
/// report in it. Files of other people stay as they are.
pub(super) fn check_directory(directory: &Path) -> Result<(), Stop> {
    let entries = match fs::read_dir(directory) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(cannot(directory, &error.to_string())),
    };
    if entries && !has_report(directory) {
        return Err(cannot(
            directory,
            "it has files in it that are no report of fencepost; name a new or an empty directory",
        ));
    }
    Ok(())
}

fn has_report(directory: &Path) -> bool {
    let report = fs::read(directory.join(REPORT)).ok();
    let report = report.and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok());
    report.is_some_and(|report| report["fencepost"].is_string() && report["runs"].is_array())
}

/// Puts these files into the directory, which is made if it is missing.
pub(super) fn into_directory(directory: &Path, files: &[File]) -> Result<(), Stop> {
    check_directory(directory)?;
    let is_new = !directory.exists();
    fs::create_dir_all(directory).map_err(|error| cannot(directory, &error.to_string()))?;
    let path = |file: &File| (directory.join(&file.name), file.content.clone());
    let files: Vec<_> = files.iter().map(path).collect();
    replace(&files).inspect_err(|_| {
        if is_new {
            // It was made for this and nothing got into it; if that fails, an empty directory is left.
            let _ = fs::remove_dir(directory);
        }
    })
}

/// Writes all these files, replacing those that are there. Until everything is on disk under another
/// name, nothing is replaced.
pub(super) fn replace(files: &[(PathBuf, String)]) -> Result<(), Stop> {
    let mut staged = Vec::new();
    for (path, content) in files {
        let stage = stage(path, content).map_err(|error| cannot(path, &error.to_string()))?;
        staged.extend(stage);
    }
    for (file, path) in staged {
        file.persist(&path)
            .map_err(|error| cannot(&path, &error.error.to_string()))?;
    }
    Ok(())
}

/// Writes the content beside the file it is to replace; the answer has the path that it goes to. What is
/// no ordinary file, such as a pipe, cannot be replaced and is written to at once.
fn stage(path: &Path, content: &str) -> io::Result<Option<(NamedTempFile, PathBuf)>> {
    // A link stays a link: what it points to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if fs::metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
        fs::write(&path, content)?;
        return Ok(None);
    }
    let mut file = readable_by_all().tempfile_in(directory_of(&path))?;
    file.write_all(content.as_bytes())?;
    Ok(Some((file, path)))
}

/// Temporary files are private, and these become ordinary ones.
fn readable_by_all() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fencepost-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

fn directory_of(file: &Path) -> &Path {
    match file.parent() {
        Some(directory) if directory != Path::new("") => directory,
        _ => Path::new("."),
    }
}

fn cannot(path: &Path, why: &str) -> Stop {
    Stop::WrongInput(format!("error: cannot write {}: {why}", path.display()))
}
