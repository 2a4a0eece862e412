//! The schedules of `models/schedules/`, compiled in, and what a person means by SCHEDULE.

use std::path::Path;

use super::ScheduleFile;
use crate::spec::words::{did_you_mean, listed, quoted};
use crate::spec::{SpecError, catalogue as models};

macro_rules! catalogue {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../models/schedules/", $name, ".toml")))),*]
    };
}

/// Every schedule, in the order in which to read them.
const ENTRIES: &[(&str, &str)] = catalogue!["study-guide", "kleppmann-2016", "recheck-too-early"];

/// The name and the text of every built-in schedule, in the order in which to read them.
#[must_use]
pub fn entries() -> &'static [(&'static str, &'static str)] {
    ENTRIES
}

/// The schedule that an argument of the command line stands for: the file, or the built-in schedule of
/// this name. What is on disk comes first.
///
/// # Errors
/// If there is nothing of this name, if it cannot be read, or if there is a mistake in it.
pub fn resolve(argument: &str) -> Result<ScheduleFile, SpecError> {
    let path = Path::new(argument);
    let is_built_in = ENTRIES.iter().any(|(name, _)| *name == argument);
    // A directory, or a file that may not be read: the system knows best what is wrong with it.
    if path.is_file() || (path.exists() && !is_built_in) {
        ScheduleFile::read(path)
    } else {
        resolve_built_in(argument)
    }
}

/// The built-in schedule of this name, whatever is on disk.
///
/// # Errors
/// If there is none.
pub fn resolve_built_in(name: &str) -> Result<ScheduleFile, SpecError> {
    match ENTRIES.iter().find(|(known, _)| *known == name) {
        Some((name, text)) => {
            let origin = format!("models/schedules/{name}.toml (built in)");
            ScheduleFile::parse(&origin, text, None)
        }
        None => Err(nothing(name)),
    }
}

fn nothing(argument: &str) -> SpecError {
    let names = || ENTRIES.iter().map(|(name, _)| *name);
    let stem = Path::new(argument).file_stem().unwrap_or_default();
    let is_model = models::entries().iter().any(|(name, _)| *name == argument);
    let model = is_model.then(|| {
        format!("it is a model; explore every schedule of it: fencepost check {argument}")
    });
    SpecError::new(format!("there is no schedule {}", quoted(argument)))
        .note("there is no file of this name")
        .note(format!(
            "the built-in schedules are {}",
            listed(names(), "and")
        ))
        .help(model.or_else(|| did_you_mean(&stem.to_string_lossy(), names())))
}
