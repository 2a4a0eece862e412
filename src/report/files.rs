//! Reports and counterexamples as files: what each is called, and what is in it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{Case, Form, Invocation, form, html, json};
use crate::check::{Conclusion, Run};
use crate::property::Property;

/// The page of a report.
pub const PAGE: &str = "index.html";
/// The report for programs.
pub const REPORT: &str = "report.json";
/// The most characters of a model's or a variant's name in the name of a file.
const LONGEST_NAME: usize = 40;

/// Which file a path means, however it is spelled: two paths that are the same file, or would be, have
/// the same place.
#[must_use]
pub fn place(path: &Path) -> PathBuf {
    if let Ok(there) = path.canonicalize() {
        return there;
    }
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new(".")).canonicalize();
    match (parent, path.file_name()) {
        (Ok(parent), Some(name)) => parent.join(name),
        _ => path.to_path_buf(),
    }
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, without directories.
    pub name: String,
    /// What is in it.
    pub content: String,
}

/// Everything at once: the page, the report for programs, and every counterexample in every form.
///
/// # Errors
/// If the JSON library refuses a value, which none of ours gives it reason to.
pub fn everything(
    runs: &[Run],
    conclusion: Conclusion,
    invocation: &Invocation,
) -> serde_json::Result<Vec<File>> {
    let mut files = vec![
        File {
            name: PAGE.to_string(),
            content: html::page(runs, invocation)?,
        },
        File {
            name: REPORT.to_string(),
            content: json::report(runs, conclusion, invocation)?,
        },
    ];
    for form in Form::ALL.into_iter().filter(|form| *form != Form::Html) {
        files.extend(in_form(form, runs, invocation)?);
    }
    Ok(files)
}

/// Every counterexample in this form, named after its property; the page as one file.
///
/// # Errors
/// If the JSON library refuses a value, which none of ours gives it reason to.
pub fn in_form(form: Form, runs: &[Run], invocation: &Invocation) -> serde_json::Result<Vec<File>> {
    if form == Form::Html {
        let content = html::page(runs, invocation)?;
        let name = PAGE.to_string();
        return Ok(vec![File { name, content }]);
    }
    let file = |(run, row): (&Run, _), stem: String| {
        let case = Case::of(run, row)?;
        let name = format!("{stem}{}", form.extension());
        Some(form::draw(form, &case, invocation).map(|content| File { name, content }))
    };
    let mut files = Vec::new();
    for (run, names) in runs.iter().zip(stems(runs)) {
        for (row, stem) in run.rows.iter().zip(names) {
            files.extend(file((run, row), stem).transpose()?);
        }
    }
    Ok(files)
}

/// For each row of each run a word that names no other: the property, and before it the model and the
/// variant if there is more than one run.
pub(super) fn stems(runs: &[Run]) -> Vec<Vec<String>> {
    let mut taken = BTreeSet::new();
    let mut of_run = |run: &Run| {
        let stem = |property: Property| unused(&mut taken, &stem(run, property, runs.len() > 1));
        run.rows.iter().map(|row| row.property).map(stem).collect()
    };
    runs.iter().map(&mut of_run).collect()
}

fn stem(run: &Run, property: Property, several: bool) -> String {
    let mut parts = Vec::new();
    if several {
        parts.push(harmless(&run.job.model));
        parts.extend(run.job.variant.as_deref().map(harmless));
    }
    parts.push(property.name().to_string());
    parts.join("-")
}

/// A model is called what its author likes; the name of a file is not.
fn harmless(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().take(LONGEST_NAME).map(kept).collect()
}

/// The word, with a number behind it if it is taken.
fn unused(taken: &mut BTreeSet<String>, word: &str) -> String {
    let numbered = (2..).map(|number: u32| format!("{word}-{number}"));
    let mut free = std::iter::once(word.to_string())
        .chain(numbered)
        .filter(|word| !taken.contains(word));
    let free = free.next().unwrap_or_default();
    taken.insert(free.clone());
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_model_leads_to_no_other_directory() {
        assert_eq!(harmless("../../etc/pass wd"), "------etc-pass-wd");
        assert_eq!(harmless("study-guide"), "study-guide");
    }

    #[test]
    fn no_two_files_have_one_name() {
        let mut taken = BTreeSet::new();
        let names = ["a", "a", "b", "a"].map(|word| unused(&mut taken, word));
        assert_eq!(names, ["a", "a-2", "b", "a-3"]);
    }
}
