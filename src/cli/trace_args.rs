//! The arguments that write counterexamples and reports to files.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use fencepost::check::{Conclusion, Run};
use fencepost::report::{Form, Invocation, files};

use super::Stop;
use super::output::{complain, emit};
use super::write;

/// What stands for standard output.
const STANDARD_OUTPUT: &str = "-";

#[derive(Args)]
#[command(next_help_heading = "Counterexamples in other forms")]
pub(super) struct TraceArgs {
    /// Write counterexamples in this form
    ///
    /// timeline: the table of the report. svg: a picture. html: one page with all verdicts and
    /// counterexamples, to step through; it needs nothing but a browser. mermaid: a sequence diagram.
    /// itf: the Informal Trace Format of Apalache and Quint. json: every step and the state after it.
    /// Without --trace-out it goes to standard output, in the place of the report.
    #[arg(long, value_name = "FORM", value_parser = forms())]
    trace_format: Option<String>,

    /// Write counterexamples to this file; `-` is standard output, in the place of the report
    ///
    /// The form follows from the extension (.txt, .svg, .html, .mmd, .itf.json, .json) unless
    /// --trace-format says which. A page has all counterexamples. Of the other forms a file has one:
    /// with a single --property in a single world it is FILE itself, otherwise every counterexample
    /// gets a file of its own, with the property (and, of several worlds, the model and the variant)
    /// before the extension: cex.svg becomes cex-lost-update.svg. The example of a note, such as
    /// unlocked-write, counts as one. Without any, no file is written but a page.
    #[arg(long, value_name = "FILE")]
    trace_out: Option<String>,

    /// Write everything into this directory: a page, report.json, and every counterexample in every
    /// form
    ///
    /// The directory is made if it is missing. One that has files in it must be that of an earlier
    /// report; files of the same name are replaced.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

fn forms() -> PossibleValuesParser {
    PossibleValuesParser::new(Form::ALL.iter().map(|form| form.name()))
}

/// Where counterexamples go, checked before a search that may take long.
pub(super) struct Destinations {
    trace: Option<(Form, Target)>,
    report: Option<PathBuf>,
}

enum Target {
    StandardOutput,
    /// The file, and whether it is meant for one counterexample as it is.
    File(PathBuf, bool),
}

impl TraceArgs {
    /// What was asked for. `is_one` says that there can be only one counterexample.
    pub(super) fn destinations(&self, is_one: bool) -> Result<Destinations, Stop> {
        let trace = match (self.trace_out.as_deref(), self.form()?) {
            (None, None) => None,
            (None | Some(STANDARD_OUTPUT), Some(form)) => Some((form, Target::StandardOutput)),
            (Some(file), Some(form)) => {
                let file = PathBuf::from(file);
                write::check_file(&file)?;
                Some((form, Target::File(file, is_one || form == Form::Html)))
            }
            (Some(file), None) => return Err(unknown_form(file)),
        };
        if let Some(directory) = &self.report {
            write::check_directory(directory)?;
        }
        let report = self.report.clone();
        Ok(Destinations { trace, report })
    }

    fn form(&self) -> Result<Option<Form>, Stop> {
        let named = self.trace_format.as_deref().and_then(Form::from_name);
        let of_file = || self.trace_out.as_deref().and_then(Form::of_file);
        Ok(named.or_else(of_file))
    }
}

impl Destinations {
    /// Whether standard output is taken, so that the report has no place.
    pub(super) fn take_standard_output(&self) -> bool {
        matches!(self.trace, Some((_, Target::StandardOutput)))
    }

    /// Writes what was asked for.
    pub(super) fn write(
        &self,
        runs: &[Run],
        conclusion: Conclusion,
        invocation: &Invocation,
    ) -> Result<(), Stop> {
        if let Some((form, target)) = &self.trace {
            let drawn = files::in_form(*form, runs, invocation).map_err(defect)?;
            match target {
                Target::StandardOutput => print(*form, &drawn)?,
                Target::File(file, as_it_is) => put(*form, file, *as_it_is, drawn)?,
            }
        }
        if let Some(directory) = &self.report {
            let files = files::everything(runs, conclusion, invocation).map_err(defect)?;
            write::into_directory(directory, &files)?;
        }
        Ok(())
    }
}

fn print(form: Form, drawn: &[files::File]) -> Result<(), Stop> {
    match drawn {
        [] => {
            complain("note: there is no counterexample, so there is nothing to write");
            Ok(())
        }
        [one] => emit(&one.content),
        several => Err(Stop::WrongInput(format!(
            "error: `--trace-format {}` writes one counterexample to standard output, and there are \
             {}: {}\n  choose a world and a --property, or write to files with --trace-out FILE",
            form.name(),
            several.len(),
            stems(form, several).join(", ")
        ))),
    }
}

/// Writes to the file, or to one beside it for each counterexample.
fn put(form: Form, file: &Path, as_it_is: bool, drawn: Vec<files::File>) -> Result<(), Stop> {
    if drawn.is_empty() {
        complain(&format!(
            "note: there is no counterexample, so {} was not written",
            file.display()
        ));
    }
    let stems = stems(form, &drawn);
    let name = |stem: &String| match as_it_is {
        true => file.to_path_buf(),
        false => beside(form, file, stem),
    };
    let names: Vec<_> = stems.iter().map(name).collect();
    let contents = drawn.into_iter().map(|file| file.content);
    write::replace(&names.into_iter().zip(contents).collect::<Vec<_>>())
}

/// The names of the files without what they end with.
fn stems(form: Form, files: &[files::File]) -> Vec<String> {
    let stem = |file: &files::File| file.name.trim_end_matches(form.extension()).to_string();
    files.iter().map(stem).collect()
}

/// `cex.svg` for `lost-update`: `cex-lost-update.svg`.
fn beside(form: Form, file: &Path, stem: &str) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let end = if name.to_ascii_lowercase().ends_with(form.extension()) {
        name.len() - form.extension().len()
    } else {
        name.rfind('.').filter(|dot| *dot > 0).unwrap_or(name.len())
    };
    file.with_file_name(format!("{}-{stem}{}", &name[..end], &name[end..]))
}

fn unknown_form(file: &str) -> Stop {
    let known = Form::ALL.map(|form| format!("{} for {}", form.extension(), form.name()));
    Stop::WrongInput(format!(
        "error: the name {file:?} does not say which form the counterexample is to have\n  \
         say it with --trace-format, or with the extension: {}",
        known.join(", ")
    ))
}

fn defect(error: serde_json::Error) -> Stop {
    Stop::Defect(format!("error: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_property_stands_before_the_extension() {
        let beside = |form, file: &str| beside(form, Path::new(file), "lost-update");
        assert_eq!(
            beside(Form::Svg, "a/b.svg"),
            Path::new("a/b-lost-update.svg")
        );
        assert_eq!(
            beside(Form::Itf, "b.itf.json"),
            Path::new("b-lost-update.itf.json")
        );
        assert_eq!(beside(Form::Svg, "b.x"), Path::new("b-lost-update.x"));
        assert_eq!(beside(Form::Svg, "b"), Path::new("b-lost-update"));
        assert_eq!(beside(Form::Svg, ".b"), Path::new(".b-lost-update"));
    }
}
