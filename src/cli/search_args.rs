//! The arguments that say how the space is searched, shared by the verbs.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use fencepost::check::{Conclusion, Job, Run};
use fencepost::report::human;
use fencepost::search::fast::cluster::{Cluster, Team};
use fencepost::search::fast::{Fast, Reductions};
use fencepost::search::{self, Cause, Checked, Engine, Failure, Limits, Reference, Stock};
use fencepost::world::World;

use super::output::complain;
use super::outputs::name;
use super::progress::Progress;
use super::{Outcome, Stop, ctrl_c};

#[derive(Args)]
#[command(next_help_heading = "How to search")]
pub(super) struct SearchArgs {
    /// How the space is walked; the verdicts are the same
    #[arg(long, value_name = "ENGINE", value_enum, default_value_t = Kind::Fast)]
    engine: Kind,

    /// How many threads search, 1 to 128 [default: one for each core; the plain engine has one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=128))]
    threads: Option<u8>,

    /// Explore every state for itself, also where it differs from another only by the names of servers
    /// or of clients that run the same program
    #[arg(long)]
    no_reductions: bool,

    /// Stop once more than this many distinct states were found; what is open then is unknown
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    max_states: Option<u64>,

    /// Stop before the states take more memory than this, in MiB; the program and each thread need some
    /// tens of MiB besides
    #[arg(long, value_name = "MIB", value_parser = at_least_one)]
    max_memory: Option<u64>,

    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = at_least_one)]
    timeout: Option<u64>,

    /// Search together with other processes: a file with one host:port a line, the same for all (see
    /// docs/cluster.md)
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,

    /// Which of the hosts this process is, from 0; process 0 has the report
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Packed states, many threads or processes; states that differ only in names are explored once
    Fast,
    /// A plain breadth-first search that stores whole states
    Plain,
    /// stateright's breadth-first search; its counterexamples are not the cheapest
    Stateright,
}

/// What was asked for, with the other processes met, if there are any.
pub(super) struct Search<'a> {
    args: &'a SearchArgs,
    /// Set by Ctrl-C, here or in another process: then all that is left is unknown.
    interrupt: Arc<AtomicBool>,
    team: Option<Team>,
}

impl Search<'_> {
    /// Explores the world of a job. `None` if another process of the cluster reports.
    pub(super) fn explored(&self, job: Job) -> Result<Option<Run>, Stop> {
        let world = job.world.clone();
        let told = |failure: Failure| told(&failure, &world);
        let limits = self.args.limits(&self.interrupt);
        let _progress = Progress::show(&limits);
        match &self.team {
            Some(team) if !team.reports() => {
                let model = Checked::new(world.clone(), job.asked.iter().copied().collect());
                self.help(team, &model, &limits).map_err(told)?;
                Ok(None)
            }
            _ => Run::of(job, self, &limits).map(Some).map_err(told),
        }
    }

    /// Takes part in every walk of the process that reports.
    fn help(&self, team: &Team, model: &Checked, limits: &Limits) -> Result<(), Failure> {
        for walk in search::walks(model) {
            self.args.fast().explore_together(&walk, limits, team)?;
        }
        Ok(())
    }

    /// Whether this process leaves the report to another.
    pub(super) fn is_helper(&self) -> bool {
        self.team.as_ref().is_some_and(|team| !team.reports())
    }

    /// Tells the other processes how it ended, and answers with the exit code.
    pub(super) fn tell(self, exit_code: u8) -> Outcome {
        let Some(team) = self.team else {
            return Ok(exit_code);
        };
        team.finish(Some(exit_code)).map_err(unreached)
    }

    /// Waits for the process that reports to end, and answers with its exit code.
    pub(super) fn wait_for_report(self) -> Outcome {
        let Some(team) = self.team else {
            return Ok(Conclusion::Holds.exit_code());
        };
        let name = team.name();
        let code = team.finish(None).map_err(unreached)?;
        complain(&format!(
            "{name} has done its part; process 0 has the report"
        ));
        Ok(code)
    }
}

impl SearchArgs {
    /// Makes ready to search.
    pub(super) fn search(&self) -> Result<Search<'_>, Stop> {
        self.refuse_what_the_engine_cannot()?;
        let cluster = self.cluster()?;
        let interrupt = Arc::default();
        ctrl_c::sets(Arc::clone(&interrupt), None);
        let limits = self.limits(&interrupt);
        let meet = |cluster: Cluster| cluster.meet(self.threads(), &limits, &complain);
        let team = cluster.map(meet).transpose().map_err(unreached)?;
        Ok(Search {
            args: self,
            interrupt,
            team,
        })
    }

    /// The other engines are cross-checks: they search alone and keep no account of their memory, the
    /// plain one has one thread, and stateright's does not count its states before it ends.
    fn refuse_what_the_engine_cannot(&self) -> Result<(), Stop> {
        let is = |engine| self.engine == engine;
        let has_threads = self.threads.is_some_and(|threads| threads > 1);
        let given = [
            ("--hosts", self.hosts.is_some(), is(Kind::Fast)),
            ("--max-memory", self.max_memory.is_some(), is(Kind::Fast)),
            (
                "--max-states",
                self.max_states.is_some(),
                !is(Kind::Stateright),
            ),
            ("--threads", has_threads, !is(Kind::Plain)),
        ];
        let refused = given.iter().find(|(_, is_given, can)| *is_given && !can);
        let Some((option, _, _)) = refused else {
            return Ok(());
        };
        let engine = name(self.engine);
        Err(Stop::WrongInput(format!(
            "error: --engine {engine} cannot do {option}\n\nThe fast engine can: leave --engine out, or leave {option} out."
        )))
    }

    fn cluster(&self) -> Result<Option<Cluster>, Stop> {
        let (Some(file), Some(process)) = (&self.hosts, self.process) else {
            return Ok(None);
        };
        let wrong = |message: String| Stop::WrongInput(format!("error: {message}"));
        let text = std::fs::read_to_string(file).map_err(|error| {
            let file = file.display();
            wrong(format!("the hosts cannot be read from {file}: {error}"))
        })?;
        let cluster = Cluster::from_list(&text, process);
        cluster.map(Some).map_err(|failure| wrong(failure.message))
    }

    fn limits(&self, interrupt: &Arc<AtomicBool>) -> Limits {
        let most = |most: Option<u64>| most.and_then(|most| usize::try_from(most).ok());
        Limits {
            states: most(self.max_states),
            memory: most(self.max_memory).map(|mib| mib.saturating_mul(1 << 20)),
            time: self.timeout.map(Duration::from_secs),
            interrupt: Some(Arc::clone(interrupt)),
            watch: Some(Arc::default()),
        }
    }

    fn fast(&self) -> Fast {
        let reductions = if self.no_reductions {
            Reductions::NONE
        } else {
            Reductions::ALL
        };
        Fast {
            threads: self.threads(),
            reductions,
        }
    }

    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

impl Engine for Search<'_> {
    fn explore(&self, model: &Checked, limits: &Limits) -> Result<search::Outcome, Failure> {
        let args = self.args;
        match (args.engine, &self.team) {
            (Kind::Plain, _) => Reference.explore(model, limits),
            (Kind::Stateright, _) => Stock {
                threads: args.threads(),
            }
            .explore(model, limits),
            (Kind::Fast, None) => args.fast().explore(model, limits),
            (Kind::Fast, Some(team)) => {
                let outcome = args.fast().explore_together(model, limits, team)?;
                outcome.ok_or_else(|| Failure {
                    cause: Cause::Hosts,
                    message: "another process reports".to_string(),
                    events: Vec::new(),
                })
            }
        }
    }
}

/// A number for a limit.
pub(super) fn at_least_one(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("it has to be at least 1; leave it out for no limit".to_string()),
        Ok(number) => Ok(number),
        Err(error) => Err(format!("{error}")),
    }
}

/// A wrong list of hosts is wrong input; all else is nobody's mistake on the command line.
fn told(failure: &Failure, world: &World) -> Stop {
    stop(failure.cause, human::failure(failure, world))
}

/// The same where no world is searched yet, or any more.
fn unreached(failure: Failure) -> Stop {
    stop(failure.cause, format!("error: {failure}"))
}

fn stop(cause: Cause, message: String) -> Stop {
    match cause {
        Cause::Hosts | Cause::Absent | Cause::Mismatch => Stop::WrongInput(message),
        Cause::World | Cause::Start | Cause::Stopped | Cause::Lost => Stop::Defect(message),
    }
}
