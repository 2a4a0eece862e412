//! `--format` and `--out`: which reports, and where each of them goes.

use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum, value_parser};
use fencepost::check::{Conclusion, Job, Run};
use fencepost::report::files::place;
use fencepost::report::{github, human, json, junit};

use super::output::emit;
use super::{Stop, write};

/// A form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For a person
    Human,
    /// For a program; the shape is documented and versioned
    Json,
    /// For the test tab of a CI system: a suite for each model, a case for each property
    Junit,
    /// Annotations of GitHub Actions, at the lines of the model files
    Github,
}

/// One report, and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Output {
    format: Format,
    /// `None` for standard output.
    file: Option<PathBuf>,
}

/// The reports that were asked for, in order; without any, the one for a person.
#[derive(Clone, Debug)]
pub(super) struct Outputs(Vec<Output>);

const FORMAT: &str = "format";
const OUT: &str = "out";

/// By hand rather than derived, because the place of `--out` on the command line has a meaning.
impl Args for Outputs {
    fn augment_args(command: Command) -> Command {
        command.arg(format()).arg(out())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Outputs::augment_args(command)
    }
}

fn format() -> Arg {
    Arg::new(FORMAT)
        .long(FORMAT)
        .value_name("FORMAT")
        .action(ArgAction::Append)
        .value_parser(value_parser!(Format))
        .help("How to tell the result (repeatable) [default: human]")
        .long_help(
            "How to tell the result [default: human]\n\nRepeatable: each goes to the file of the --out \
             that follows it, or to standard output. There `human` and `github` can stand together; \
             `json` and `junit` stand alone.",
        )
}

fn out() -> Arg {
    Arg::new(OUT)
        .long(OUT)
        .value_name("FILE")
        .action(ArgAction::Append)
        .value_parser(value_parser!(PathBuf))
        .help("Write the --format before it to this file instead of standard output")
        .long_help(
            "Write the --format before it to this file instead of standard output\n\nThe file is \
             replaced as a whole once everything is known. One that cannot be written is found out \
             before the search begins.",
        )
}

impl FromArgMatches for Outputs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Outputs, clap::Error> {
        let mut outputs: Vec<(usize, Output)> = placed::<Format>(matches, FORMAT)
            .map(|(place, format)| (place, Output { format, file: None }))
            .collect();
        for (place, file) in placed::<PathBuf>(matches, OUT) {
            let before = outputs.iter_mut().rfind(|(other, _)| *other < place);
            let (_, output) = before.ok_or_else(|| no_format(&file))?;
            match output.file.replace(file) {
                None => {}
                Some(first) => return Err(two_files(output, &first)),
            }
        }
        let outputs = outputs.into_iter().map(|(_, output)| output).collect();
        Outputs::checked(outputs)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Outputs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The values of an option, each with its place on the command line.
fn placed<T: Clone + Send + Sync + 'static>(
    matches: &ArgMatches,
    option: &str,
) -> impl Iterator<Item = (usize, T)> {
    let places = matches.indices_of(option).into_iter().flatten();
    let values = matches.get_many::<T>(option).into_iter().flatten().cloned();
    places.zip(values).collect::<Vec<_>>().into_iter()
}

impl Outputs {
    fn checked(mut outputs: Vec<Output>) -> Result<Outputs, clap::Error> {
        if outputs.is_empty() {
            outputs.push(Output {
                format: Format::Human,
                file: None,
            });
        }
        let together = |output: &Output| matches!(output.format, Format::Human | Format::Github);
        let on_screen: Vec<_> = outputs.iter().filter(|one| one.file.is_none()).collect();
        if let (Some(alone), true) = (
            on_screen.iter().find(|output| !together(output)),
            on_screen.len() > 1,
        ) {
            return Err(not_alone(alone.format));
        }
        let twice = |(place, one): (usize, &Output)| {
            let taken = outputs[..place]
                .iter()
                .any(|other| one.file.is_some() && one.file == other.file || *one == *other);
            taken.then(|| one.clone())
        };
        match outputs.iter().enumerate().find_map(twice) {
            Some(output) => Err(said_twice(&output)),
            None => Ok(Outputs(outputs)),
        }
    }

    /// These reports without the one that a person reads on standard output, which something else takes.
    pub(super) fn off_screen(&self) -> Result<Outputs, Stop> {
        let others = self.0.iter().filter(|output| output.file.is_some());
        let on_screen = self.0.iter().filter(|output| output.file.is_none());
        match on_screen
            .map(|output| output.format)
            .find(|format| *format != Format::Human)
        {
            None => Ok(Outputs(others.cloned().collect())),
            Some(format) => Err(Stop::WrongInput(format!(
                "error: `--format {0}` and a counterexample both want standard output\n  give one of \
                 them a file: --format {0} --out FILE, or --trace-out FILE",
                name(format)
            ))),
        }
    }

    /// Whether a person reads along on standard output.
    pub(super) fn tell_on_screen(&self) -> bool {
        self.on_screen(Format::Human)
    }

    fn on_screen(&self, format: Format) -> bool {
        self.0.contains(&Output { format, file: None })
    }

    /// Finds out before a search, which may take long, whether the files can be written, each without
    /// undoing another or a model that is checked.
    pub(super) fn check_files(&self, jobs: &[Job]) -> Result<(), Stop> {
        let mut taken: Vec<_> = jobs
            .iter()
            .map(|job| place(Path::new(&job.origin)))
            .collect();
        for file in self.0.iter().filter_map(|output| output.file.as_deref()) {
            let place = place(file);
            if taken.contains(&place) {
                return Err(Stop::WrongInput(format!(
                    "error: --out {} would overwrite a model that is checked, or another report; give \
                     it another name",
                    file.display()
                )));
            }
            taken.push(place);
            write::check_file(file)?;
        }
        Ok(())
    }

    /// Writes every report but the one that a person has read along on standard output. The files come
    /// first, so that they are there even if nobody reads standard output any more.
    pub(super) fn write(
        &self,
        runs: &[Run],
        conclusion: Conclusion,
        look: &human::Look,
    ) -> Result<(), Stop> {
        let plain = human::Look::plain(look.invocation.clone());
        let mut files = Vec::new();
        for output in &self.0 {
            if let Some(file) = &output.file {
                let text = report(output.format, runs, conclusion, &plain)?;
                files.push((file.clone(), text));
            }
        }
        write::replace(&files)?;
        for output in self.0.iter().filter(|output| output.file.is_none()) {
            match output.format {
                Format::Human => emit(&human::summary(runs, look))?,
                format => emit(&report(format, runs, conclusion, look)?)?,
            }
        }
        Ok(())
    }
}

/// The whole report in this form.
fn report(
    format: Format,
    runs: &[Run],
    conclusion: Conclusion,
    look: &human::Look,
) -> Result<String, Stop> {
    let invocation = &look.invocation;
    let defect = |error: &dyn std::fmt::Display| Stop::Defect(format!("error: {error}"));
    match format {
        Format::Human => Ok(human::report(runs, look)),
        Format::Json => json::report(runs, conclusion, invocation).map_err(|error| defect(&error)),
        Format::Junit => junit::report(runs, invocation).map_err(|error| defect(&error)),
        Format::Github => {
            let home = std::env::current_dir().unwrap_or_default();
            Ok(github::report(runs, &home, invocation))
        }
    }
}

/// The word for a value on the command line.
pub(super) fn name(value: impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_string())
}

fn wrong(message: impl std::fmt::Display) -> clap::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n"))
}

fn no_format(file: &Path) -> clap::Error {
    wrong(format!(
        "`--out {}` has no --format before it\n  say first what to write, such as --format junit --out \
         {0}",
        file.display()
    ))
}

fn two_files(output: &Output, first: &Path) -> clap::Error {
    let second = output.file.as_deref().unwrap_or(first);
    wrong(format!(
        "`--format {}` has two files, {} and {}\n  repeat --format before the second --out",
        name(output.format),
        first.display(),
        second.display()
    ))
}

fn not_alone(format: Format) -> clap::Error {
    let format = name(format);
    wrong(format!(
        "`--format {format}` cannot share standard output with another format\n  give it a file: \
         --format {format} --out FILE"
    ))
}

fn said_twice(output: &Output) -> clap::Error {
    match &output.file {
        Some(file) => wrong(format!("two reports would go to {}", file.display())),
        None => wrong(format!(
            "`--format {}` was said twice; give one of them a file with --out",
            name(output.format)
        )),
    }
}
