//! `run`: execute one written schedule and say what it violates.

use clap::Args;
use fencepost::check::Conclusion;
use fencepost::report::{human, schedule as report};
use fencepost::schedule::catalogue;

use super::Outcome;
use super::check::{invocation, wrong};
use super::output::{emit, wants_color};
use super::world_args::Changes;

/// Execute one written schedule and say what it violates
///
/// A schedule says who does what at which tick. It is executed as a path of its model; what the model
/// does not allow is a mistake. The exit code is 1 if the run violates a property that the fencing
/// rule promises. That a run violates nothing proves nothing about other runs: see `check`.
#[derive(Args)]
#[command(after_help = "Examples:
  fencepost run study-guide              a built-in schedule
  fencepost run study-guide --fencing on
  fencepost run kleppmann-2016
  fencepost run recheck-too-early --set lock.ttl=9
  fencepost run my-story.toml            a schedule of your own")]
pub(super) struct Run {
    /// A schedule file, or the name of a built-in schedule: study-guide, kleppmann-2016,
    /// recheck-too-early
    #[arg(value_name = "SCHEDULE")]
    schedule: String,

    #[command(flatten)]
    changes: Changes,
}

impl Run {
    pub(super) fn run(&self) -> Outcome {
        let overrides = self.changes.overrides()?;
        let file = catalogue::resolve(&self.schedule).map_err(wrong)?;
        let ran = file.run(&overrides).map_err(wrong)?;
        let look = human::Look {
            color: wants_color(),
            invocation: invocation(),
        };
        emit(&report::run(&self.schedule, &file, &overrides, &ran, &look).map_err(wrong)?)?;
        let conclusion = if ran.deciding_violations().is_empty() {
            Conclusion::Holds
        } else {
            Conclusion::Fails
        };
        Ok(conclusion.exit_code())
    }
}
