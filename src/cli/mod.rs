//! The command line: what can be said, one file a verb, and how a command ends.

mod check;
mod completions;
mod ctrl_c;
mod explore;
mod man;
mod models;
mod output;
mod outputs;
mod progress;
mod run;
mod schema;
mod search_args;
mod study;
mod sweep;
mod sweep_progress;
mod trace_args;
mod world_args;
mod write;

use std::net::SocketAddr;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The exit code of a wrong command line or model file.
const WRONG_INPUT: u8 = 2;

#[derive(Parser)]
#[command(
    name = "fencepost",
    version,
    about = "A model checker for distributed locks",
    long_about = "Explores every schedule of a distributed lock, its clients and the resource they \
                  protect, and says which promises hold, with the cheapest schedule that breaks each \
                  one that does not.",
    after_help = "Examples:
  fencepost check --fencing off    the study guide's world, and how it goes wrong
  fencepost models                 what else there is
  fencepost check my-lock.toml     a model file of your own

Exit codes: 0 every deciding property holds, or every expectation is met; 1 one \
                  does not; 2 the command line or a model file is wrong; 3 unknown, because a limit, \
                  Ctrl-C or the loss of another process stopped the search first.",
    disable_help_subcommand = true
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Check(check::Check),
    Explore(explore::Explore),
    Sweep(sweep::Sweep),
    Run(run::Run),
    Study(study::Study),
    Models(models::Models),
    Schema(schema::Schema),
    Completions(completions::Completions),
    #[command(name = "man")]
    Manual(man::Manual),
}

/// How a verb ends early.
enum Stop {
    /// The command line or a model file is wrong; the message is complete.
    WrongInput(String),
    /// Fencepost itself went wrong; the message is complete.
    Defect(String),
}

type Outcome = Result<u8, Stop>;

/// Where `explore` listens unless told otherwise.
fn default_address() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 3000))
}

/// Reads the command line, does what it says, and answers with the exit code.
pub(crate) fn main() -> ExitCode {
    output::silence_panics();
    let verb = Cli::parse().verb;
    let outcome = std::panic::catch_unwind(|| match verb {
        Verb::Check(check) => check.run(),
        Verb::Explore(explore) => explore.run(),
        Verb::Sweep(sweep) => sweep.run(),
        Verb::Run(run) => run.run(),
        Verb::Study(study) => study.run(),
        Verb::Models(models) => models.run(),
        Verb::Schema(schema) => schema.run(),
        Verb::Completions(completions) => completions.run(),
        Verb::Manual(manual) => manual.run(),
    });
    match outcome.unwrap_or_else(|_| Err(Stop::Defect(output::defect()))) {
        Ok(code) => ExitCode::from(code),
        Err(Stop::WrongInput(message)) => {
            output::complain(&message);
            ExitCode::from(WRONG_INPUT)
        }
        Err(Stop::Defect(message)) => {
            output::complain(&message);
            ExitCode::from(fencepost::check::Conclusion::Unknown.exit_code())
        }
    }
}
