//! Where a result goes: a file that appears whole or not at all, or standard output.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::report::files::place;
use crate::spec::harmless;
use crate::spec::words::for_a_shell;

/// Where a result goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Standard output, written `-`.
    Standard,
    /// This file.
    File(PathBuf),
}

/// A file that cannot be written.
#[derive(Debug)]
pub struct TargetError {
    path: PathBuf,
    error: io::Error,
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display().to_string();
        let path = harmless(&path);
        write!(f, "error: `{path}` cannot be written: {}", self.reason())
    }
}

impl TargetError {
    /// Why. What a library has wrapped may name a temporary file that nobody asked for.
    fn reason(&self) -> String {
        match self.error.get_ref() {
            Some(inner) if !inner.is::<Mistake>() => self.error.kind().to_string(),
            _ => self.error.to_string(),
        }
    }
}

/// What the system would not say, or not clearly.
#[derive(Debug)]
enum Mistake {
    /// Two results were to go to the same place.
    Clash,
    /// The directory in which the file is to be is not there.
    NoDirectory(PathBuf),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Clash => f.write_str("two results would go there"),
            Mistake::NoDirectory(directory) => {
                let directory = directory.display().to_string();
                write!(
                    f,
                    "there is no directory `{}`\n  make it first: mkdir -p {}",
                    harmless(&directory),
                    harmless(&for_a_shell(&directory))
                )
            }
        }
    }
}

impl std::error::Error for Mistake {}

impl std::error::Error for TargetError {}

impl Target {
    /// What a word of the command line means.
    #[must_use]
    pub fn named(word: &str) -> Target {
        match word {
            "-" => Target::Standard,
            path => Target::File(PathBuf::from(path)),
        }
    }

    /// Finds out whether all of them could be written, and each without undoing another.
    ///
    /// # Errors
    /// The first that could not.
    pub fn all_apart<'a>(targets: impl IntoIterator<Item = &'a Target>) -> Result<(), TargetError> {
        let place = |target: &Target| match target {
            Target::Standard => None,
            Target::File(path) => Some(place(path)),
        };
        let mut seen: Vec<Option<PathBuf>> = Vec::new();
        for target in targets {
            if seen.contains(&place(target)) {
                let path = match target {
                    Target::Standard => PathBuf::from("-"),
                    Target::File(path) => path.clone(),
                };
                let error = io::Error::other(Mistake::Clash);
                return Err(TargetError { path, error });
            }
            target.probe()?;
            seen.push(place(target));
        }
        Ok(())
    }

    /// Finds out whether the file could be written, without leaving a trace.
    ///
    /// # Errors
    /// If it could not.
    pub fn probe(&self) -> Result<(), TargetError> {
        self.with_file(|path| match Place::of(path)? {
            Place::Written(_) => Ok(()),
            Place::Replaced(path) => beside(&path).map(drop),
        })
    }

    /// Writes the whole content: to a file beside the target, which then takes its place. A target
    /// that is no ordinary file, such as a pipe, is written to. Standard output is left to the caller.
    ///
    /// # Errors
    /// If it cannot be written. A file that was there before is then as it was.
    pub fn write(&self, content: &[u8]) -> Result<(), TargetError> {
        self.with_file(|path| match Place::of(path)? {
            Place::Written(path) => OpenOptions::new()
                .write(true)
                .open(path)?
                .write_all(content),
            Place::Replaced(path) => {
                let mut file = beside(&path)?;
                file.write_all(content)?;
                file.as_file().sync_all()?;
                file.persist(&path)?;
                Ok(())
            }
        })
    }

    fn with_file(&self, action: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), TargetError> {
        let Target::File(path) = self else {
            return Ok(());
        };
        action(path).map_err(|error| TargetError {
            path: path.clone(),
            error,
        })
    }
}

/// How a path is to be written.
enum Place {
    /// It is a pipe or a device, which another file must not replace. To open a pipe is to use it up,
    /// so it is opened only to be written.
    Written(PathBuf),
    /// It is an ordinary file, or there is none yet. Links have been followed.
    Replaced(PathBuf),
}

impl Place {
    fn of(path: &Path) -> io::Result<Place> {
        match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let missing_name = || io::Error::from(io::ErrorKind::InvalidFilename);
                path.file_name().ok_or_else(missing_name)?;
                let directory = directory_of(path);
                if !directory.exists() {
                    let mistake = Mistake::NoDirectory(directory.to_path_buf());
                    return Err(io::Error::other(mistake));
                }
                Ok(Place::Replaced(path.to_path_buf()))
            }
            Err(error) => Err(error),
            Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            // Opening it shows whether its permissions allow to write.
            Ok(metadata) if metadata.is_file() => {
                OpenOptions::new().append(true).open(path)?;
                Ok(Place::Replaced(fs::canonicalize(path)?))
            }
            Ok(_) => Ok(Place::Written(path.to_path_buf())),
        }
    }
}

/// A file in the same directory, so that it can be renamed. It is gone if it is dropped.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fencepost-");
    // As readable for others as any new file; the user's mask is applied to it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory_of(path))
}

fn directory_of(path: &Path) -> &Path {
    let parent = path.parent();
    let named = parent.filter(|parent| !parent.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    #[test]
    fn a_probe_leaves_no_trace_and_a_write_leaves_one_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.csv");
        let target = Target::File(path.clone());
        target.probe().unwrap();
        assert_eq!(names(directory.path()), [""; 0]);
        target.write(b"one").unwrap();
        target.write(b"two").unwrap();
        target.probe().unwrap();
        assert_eq!(names(directory.path()), ["a.csv"]);
        assert_eq!(fs::read(&path).unwrap(), b"two");
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let missing = directory.path().join("missing").join("a.csv");
        for path in [directory.path().to_path_buf(), missing] {
            let target = Target::File(path.clone());
            let message = target.probe().unwrap_err().to_string();
            assert!(message.contains(&path.display().to_string()), "{message}");
            assert!(target.write(b"one").is_err());
        }
        assert_eq!(names(directory.path()), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() {
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        Target::File(link.clone()).write(b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_to_and_not_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = directory.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let target = Target::File(pipe.clone());
        target.probe().unwrap();
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        target.write(b"new").unwrap();
        assert_eq!(reader.join().unwrap(), b"new");
        assert!(!fs::metadata(&pipe).unwrap().is_file());
    }
}
