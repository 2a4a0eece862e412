//! The arguments that say how the space is searched, shared by the verbs.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use fencepost::check::{Job, Run};
use fencepost::report::human;
use fencepost::search::fast::cluster::Cluster;
use fencepost::search::fast::{Fast, Reductions};
use fencepost::search::{self, Cause, Checked, Engine, Failure, Limits, Outcome, Reference, Stock};
use fencepost::world::World;

use super::Stop;
use super::progress::Progress;

#[derive(Args)]
#[command(next_help_heading = "How to search")]
pub(super) struct SearchArgs {
    /// How the space is walked; the verdicts are the same
    #[arg(long, value_name = "ENGINE", value_enum, default_value_t = Kind::Fast)]
    engine: Kind,

    /// How many threads search [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=128))]
    threads: Option<u8>,

    /// Explore every state for itself, also where it differs from another only by the names of servers
    /// or of clients that run the same program
    #[arg(long)]
    no_reductions: bool,

    /// Stop once more than this many distinct states were found; what is open then is unknown
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_states: Option<u64>,

    /// Stop before the states take more memory than this, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    max_memory: Option<u64>,

    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,

    /// Search together with other processes: a file with one host:port a line, the same for all
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,

    /// Which of the hosts this process is, from 0; process 0 reports
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

impl SearchArgs {
    /// Explores the world of a job. `None` if another process of the cluster reports.
    pub(super) fn explored(&self, job: Job) -> Result<Option<Run>, Stop> {
        let world = job.world.clone();
        let told = |failure: Failure| told(&failure, &world);
        let cluster = self.cluster().map_err(told)?;
        let limits = self.limits();
        // In a cluster Ctrl-C ends the process, and the others hear of it.
        let _progress = cluster.is_none().then(|| Progress::show(&limits));
        if let Some(cluster) = cluster.filter(|cluster| cluster.process > 0) {
            let model = Checked::new(world.clone(), job.asked.iter().copied().collect());
            for walk in search::walks(&model) {
                self.fast()
                    .explore_together(&walk, &limits, &cluster)
                    .map_err(told)?;
            }
            return Ok(None);
        }
        Run::of(job, self, &limits).map(Some).map_err(told)
    }

    /// Whether this process leaves the report to another.
    pub(super) fn is_helper(&self) -> bool {
        self.process.is_some_and(|process| process > 0)
    }

    fn cluster(&self) -> Result<Option<Cluster>, Failure> {
        let (Some(file), Some(process)) = (&self.hosts, self.process) else {
            return Ok(None);
        };
        let text = std::fs::read_to_string(file).map_err(|error| Failure {
            cause: Cause::Hosts,
            message: format!("the hosts cannot be read from {}: {error}", file.display()),
            events: Vec::new(),
        })?;
        Cluster::from_list(&text, process).map(Some)
    }

    fn limits(&self) -> Limits {
        let most = |most: Option<u64>| most.and_then(|most| usize::try_from(most).ok());
        Limits {
            states: most(self.max_states),
            memory: most(self.max_memory).map(|mib| mib.saturating_mul(1 << 20)),
            time: self.timeout.map(Duration::from_secs),
            interrupt: Some(Arc::new(AtomicBool::new(false))),
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

impl Engine for SearchArgs {
    fn explore(&self, model: &Checked, limits: &Limits) -> Result<Outcome, Failure> {
        match (self.engine, self.cluster()?) {
            (Kind::Plain, _) => Reference.explore(model, limits),
            (Kind::Stateright, _) => Stock {
                threads: self.threads(),
            }
            .explore(model, limits),
            (Kind::Fast, None) => self.fast().explore(model, limits),
            (Kind::Fast, Some(cluster)) => {
                let outcome = self.fast().explore_together(model, limits, &cluster)?;
                outcome.ok_or_else(|| Failure {
                    cause: Cause::Hosts,
                    message: "another process reports".to_string(),
                    events: Vec::new(),
                })
            }
        }
    }
}

/// A wrong list of hosts is wrong input; all else is nobody's mistake on the command line.
fn told(failure: &Failure, world: &World) -> Stop {
    let message = human::failure(failure, world);
    match failure.cause {
        Cause::Hosts | Cause::Absent | Cause::Mismatch => Stop::WrongInput(message),
        Cause::World | Cause::Start | Cause::Lost => Stop::Defect(message),
    }
}
