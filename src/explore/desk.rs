//! The directory that the page is served from.

use std::io;
use std::path::PathBuf;

use tempfile::TempDir;

/// stateright serves a page from `./ui` of the working directory, or its own if there is none. So the
/// process moves into a fresh directory of ours, which nobody else can write to. A `ui` that the user
/// happens to have is never looked at.
#[derive(Debug)]
pub(super) struct Desk {
    directory: Option<TempDir>,
    /// Where the process was before.
    home: PathBuf,
}

impl Desk {
    /// Writes the files and moves there.
    pub(super) fn lay(files: &[(&str, String)]) -> io::Result<Desk> {
        let home = std::env::current_dir()?;
        let directory = tempfile::Builder::new().prefix("fencepost-").tempdir()?;
        let ui = directory.path().join("ui");
        std::fs::create_dir(&ui)?;
        for (name, content) in files {
            std::fs::write(ui.join(name), content)?;
        }
        std::env::set_current_dir(directory.path())?;
        Ok(Desk {
            directory: Some(directory),
            home,
        })
    }
}

impl Drop for Desk {
    /// Moves back first, since some systems keep a directory that a process is in. What fails here is
    /// only a leftover in the directory for temporary files.
    fn drop(&mut self) {
        let _ = std::env::set_current_dir(&self.home);
        let _ = self.directory.take().map(TempDir::close);
    }
}
