//! A check as annotations of GitHub Actions: each failure at the line of the model file that it is
//! about.

use std::path::{Component, Path, PathBuf};

use super::verdict::said;
use super::{Invocation, finding};
use crate::check::{Row, Run, Standing};
use crate::spec::catalogue;
use crate::trace::harmless::printable;

/// The annotations on a whole check: an error for everything that fails it, a warning for what is
/// unknown, and nothing for the rest.
///
/// `home` is the directory that paths are shown from: a path below it is shown relative to it, which
/// is how GitHub finds the file.
#[must_use]
pub fn report(runs: &[Run], home: &Path, invocation: &Invocation) -> String {
    let rows = runs
        .iter()
        .flat_map(|run| run.rows.iter().map(move |row| (run, row)));
    rows.filter_map(|(run, row)| annotation(run, row, home, invocation))
        .collect()
}

fn annotation(run: &Run, row: &Row, home: &Path, invocation: &Invocation) -> Option<String> {
    let command = match row.standing {
        Standing::Violated | Standing::Unexpected(_) | Standing::NoExpectation => "error",
        Standing::Unknown => "warning",
        Standing::Good | Standing::Finding | Standing::Note => return None,
    };
    let (line, column) = place(run, row);
    let file = path_from(home, catalogue::path_of(&run.job.origin));
    let title = title_of(run, row);
    let message = message(run, row, invocation);
    Some(format!(
        "::{command} file={},line={line},col={column},title={}::{}\n",
        value(&file),
        value(&title),
        data(&message)
    ))
}

/// Where the expectation stands that was not met, or else the world that the verdict is about.
fn place(run: &Run, row: &Row) -> (usize, usize) {
    match row.standing {
        Standing::Unexpected(expected) => (expected.line, expected.column),
        _ => (run.job.line, run.job.column),
    }
}

/// "study-guide, fenced: lost-update is violated"
fn title_of(run: &Run, row: &Row) -> String {
    let variant = run.job.variant.as_ref().map(|name| format!(", {name}"));
    format!(
        "{}{}: {} is {}",
        run.job.model,
        variant.unwrap_or_default(),
        row.property.name(),
        row.verdict.word()
    )
}

fn message(run: &Run, row: &Row, invocation: &Invocation) -> String {
    let explanation = finding::explanation(run, row);
    let again = format!(
        "Show it again:  {}",
        invocation.check(&run.job, row.property)
    );
    let parts = [Some(said(run, row) + "."), explanation, Some(again)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// The path as seen from this directory, with slashes. What does not lie below it stays as it is.
fn path_from(home: &Path, path: &str) -> String {
    let path = Path::new(path);
    let below = path.strip_prefix(home).unwrap_or(path);
    let plain: PathBuf = below
        .components()
        .filter(|component| !matches!(component, Component::CurDir))
        .collect();
    let shown = plain.display().to_string();
    if cfg!(windows) {
        shown.replace('\\', "/")
    } else {
        shown
    }
}

/// Text after the last `::`. A line break ends a command, so it is written as GitHub writes it.
fn data(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(printable).collect();
    lines.join("\n").replace('%', "%25").replace('\n', "%0A")
}

/// Text between commas: neither a comma nor a colon may end it.
fn value(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_a_command_or_begins_one() {
        assert_eq!(
            data("100%\r\n::error::x\u{1b}[2J"),
            "100%25%0A::error::x\u{fffd}[2J"
        );
        assert_eq!(value("a,b: %0A\n::error"), "a%2Cb%3A %250A%0A%3A%3Aerror");
    }

    #[test]
    fn paths_are_shown_from_the_working_directory() {
        let home = Path::new("/home/x");
        assert_eq!(path_from(home, "./models/a.toml"), "models/a.toml");
        assert_eq!(path_from(home, "/home/x/models/a.toml"), "models/a.toml");
        assert_eq!(path_from(home, "/elsewhere/a.toml"), "/elsewhere/a.toml");
        assert_eq!(path_from(home, "../a.toml"), "../a.toml");
    }
}
