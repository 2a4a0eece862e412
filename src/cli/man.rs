//! `man`: the manual pages.

use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use super::output::emit;
use super::{Cli, Outcome, Stop, write};

/// Print a page of the manual, or write all of them into a directory
#[derive(Args)]
#[command(after_help = "Examples:
  fencepost man | man -l -              read the page of fencepost
  fencepost man check | man -l -        read the page of a verb
  fencepost man --dir ~/.local/share/man/man1")]
pub(super) struct Manual {
    /// The verb whose page to print; without it, the page of fencepost
    #[arg(value_name = "VERB", conflicts_with = "dir")]
    verb: Option<String>,

    /// Write the pages of fencepost and of every verb into this directory
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Manual {
    pub(super) fn run(&self) -> Outcome {
        let pages = pages();
        if let Some(directory) = &self.dir {
            return write_all(directory, pages);
        }
        let wanted = match &self.verb {
            None => "fencepost".to_string(),
            Some(verb) => format!("fencepost-{verb}"),
        };
        let page = pages.iter().find(|(name, _)| *name == wanted);
        let (_, page) = page.ok_or_else(|| no_verb(self.verb.as_deref(), &pages))?;
        emit(&rendered(page)?).map(|()| 0)
    }
}

/// The page of the program and one of each verb, by name.
fn pages() -> Vec<(String, Man)> {
    let mut program = Cli::command();
    program.build();
    let verbs: Vec<Command> = program.get_subcommands().cloned().collect();
    std::iter::once(program)
        .chain(verbs)
        .map(|command| {
            let name = command.get_display_name().unwrap_or(command.get_name());
            let name = name.to_string();
            // Every page belongs to the same program.
            let source = concat!("fencepost ", env!("CARGO_PKG_VERSION"));
            (
                name.clone(),
                Man::new(command).title(name.to_uppercase()).source(source),
            )
        })
        .collect()
}

fn rendered(page: &Man) -> Result<String, Stop> {
    let mut text = Vec::new();
    page.render(&mut text)
        .map_err(|error| Stop::Defect(format!("error: {error}")))?;
    String::from_utf8(text).map_err(|error| Stop::Defect(format!("error: {error}")))
}

fn write_all(directory: &std::path::Path, pages: Vec<(String, Man)>) -> Outcome {
    let mut files = Vec::new();
    for (name, page) in pages {
        files.push((directory.join(format!("{name}.1")), rendered(&page)?));
    }
    files
        .iter()
        .try_for_each(|(file, _)| write::check_file(file))?;
    write::replace(&files).map(|()| 0)
}

fn no_verb(verb: Option<&str>, pages: &[(String, Man)]) -> Stop {
    let verbs: Vec<_> = pages
        .iter()
        .filter_map(|(name, _)| name.strip_prefix("fencepost-"))
        .collect();
    Stop::WrongInput(format!(
        "error: there is no verb {:?}; the verbs are {}",
        verb.unwrap_or_default(),
        verbs.join(", ")
    ))
}
