//! `check`: explore every schedule and say which promises hold.

use clap::Args;
use clap::builder::PossibleValuesParser;
use fencepost::check::{Conclusion, Job, PlanError, Run, plan};
use fencepost::property::Property;
use fencepost::report::{Invocation, human};
use fencepost::spec::{self, SpecError};

use super::output::{emit, wants_color};
use super::outputs::Outputs;
use super::search_args::SearchArgs;
use super::trace_args::TraceArgs;
use super::world_args::WorldArgs;
use super::{Outcome, Stop, default_address};

/// Explore every schedule and say which promises hold
///
/// Without --fencing, --set or --variant, every variant of the models named is held against the
/// verdicts its file expects. With one of them, only that one world is checked, and the properties
/// decide: the exit code is 1 if one is violated that the fencing rule promises, or, with --property,
/// one that was asked for.
#[derive(Args)]
#[command(after_help = "Examples:
  fencepost check --fencing off          the study guide's world without fencing
  fencepost check --fencing on           the same with fencing tokens
  fencepost check                        every variant of the study guide
  fencepost check models/                every model file of a directory
  fencepost check no-expiry --variant unfenced
  fencepost check --set lock.servers=51 --property stale-overwrite
  fencepost check models/ --format human --format junit --out junit.xml
  fencepost check models/ --format human --format github   in GitHub Actions
  fencepost check --fencing on --report report/
  fencepost check --fencing on --property lost-update --trace-format mermaid")]
pub(super) struct Check {
    /// Model files, directories of them, or names of the catalogue [default: study-guide]
    #[arg(value_name = "MODEL")]
    models: Vec<String>,

    #[command(flatten)]
    world: WorldArgs,

    /// Ask for this property only (repeatable); then it decides, whatever the rule promises
    #[arg(long, value_name = "NAME", value_parser = properties())]
    property: Vec<String>,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    outputs: Outputs,

    #[command(flatten)]
    trace: TraceArgs,
}

pub(super) fn properties() -> PossibleValuesParser {
    PossibleValuesParser::new(Property::ALL.iter().map(|property| property.name()))
}

impl Check {
    pub(super) fn run(&self) -> Outcome {
        let jobs = self.jobs()?;
        let is_one = jobs.len() == 1 && self.property.len() == 1;
        let destinations = self.trace.destinations(is_one)?;
        let outputs = match destinations.take_standard_output() {
            true => self.outputs.off_screen()?,
            false => self.outputs.clone(),
        };
        outputs.check_files(&jobs)?;
        let search = self.search.search()?;
        let look = human::Look {
            color: wants_color(),
            invocation: invocation(),
        };
        let mut runs: Vec<Run> = Vec::new();
        for job in jobs {
            let Some(run) = search.explored(job)? else {
                continue; // Another process of the cluster reports.
            };
            if outputs.tell_on_screen() {
                emit(&human::next_run(&run, runs.last(), &look))?;
            }
            runs.push(run);
        }
        if search.is_helper() {
            return search.wait_for_report();
        }
        let conclusion = runs
            .iter()
            .map(Run::conclusion)
            .max()
            .unwrap_or(Conclusion::Holds);
        outputs.write(&runs, conclusion, &look)?;
        destinations.write(&runs, conclusion, &look.invocation)?;
        search.tell(conclusion.exit_code())
    }

    fn jobs(&self) -> Result<Vec<Job>, Stop> {
        let overrides = self.world.overrides()?;
        let properties: Vec<_> = self
            .property
            .iter()
            .filter_map(|name| Property::from_name(name))
            .collect();
        let default = [spec::DEFAULT_MODEL.to_string()];
        let models = if self.models.is_empty() {
            &default[..]
        } else {
            &self.models
        };
        let mut jobs = Vec::new();
        for argument in models {
            for file in spec::resolve(argument).map_err(wrong)? {
                let variant = self.world.variant.as_deref();
                let planned = plan(&file, variant, &overrides, &properties);
                jobs.extend(planned.map_err(wrong_plan)?);
            }
        }
        Ok(jobs)
    }
}

pub(super) fn wrong(error: SpecError) -> Stop {
    Stop::WrongInput(error.render(wants_color()))
}

pub(super) fn wrong_plan(error: PlanError) -> Stop {
    Stop::WrongInput(error.render(wants_color()))
}

pub(super) fn invocation() -> Invocation {
    Invocation {
        program: program(),
        explorer: default_address(),
    }
}

/// `cargo run` sets the variables of the package; then the binary is not where a shell would find it.
fn program() -> String {
    let by_cargo = std::env::var_os("CARGO_MANIFEST_DIR").is_some();
    if by_cargo {
        "cargo run --"
    } else {
        "fencepost"
    }
    .to_string()
}
