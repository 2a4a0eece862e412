//! `models`: what the catalogue has.

use clap::{Args, ValueEnum};
use fencepost::report::catalogue as report;
use fencepost::spec::{ModelFile, catalogue};

use super::check::wrong;
use super::output::emit;
use super::{Outcome, Stop};

/// List the built-in models, or show one of them
///
/// Without NAME, every model of the catalogue with its variants and the verdicts expected of them. With
/// NAME, the text of that model file: a beginning for one of your own.
#[derive(Args)]
#[command(after_help = "Examples:
  fencepost models                            the catalogue
  fencepost models study-guide > my-lock.toml a file to begin with
  fencepost models --format json
  fencepost models --format markdown > models/README.md")]
pub(super) struct Models {
    /// A model of the catalogue
    #[arg(value_name = "NAME")]
    name: Option<String>,

    /// How to tell it [default: human; with NAME, the text of the model file]
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a person
    Human,
    /// For a program; the shape is documented and versioned
    Json,
    /// A page of tables, with every verdict
    Markdown,
}

impl Models {
    pub(super) fn run(&self) -> Outcome {
        let text = match (self.name.as_deref(), self.format) {
            (Some(name), None) => catalogue::text(name).map_err(wrong)?.to_string(),
            (None, format) => told(&catalogue::models(), format.unwrap_or(Format::Human))?,
            (Some(name), Some(format)) => {
                catalogue::text(name).map_err(wrong)?;
                let models: Vec<_> = catalogue::get(name).into_iter().collect();
                told(&models, format)?
            }
        };
        emit(&text).map(|()| 0)
    }
}

fn told(models: &[ModelFile], format: Format) -> Result<String, Stop> {
    match format {
        Format::Human => Ok(report::human(models)),
        Format::Markdown => Ok(report::markdown(models)),
        Format::Json => {
            report::json(models).map_err(|error| Stop::Defect(format!("error: {error}")))
        }
    }
}
