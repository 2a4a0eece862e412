//! The fast search on several machines: one process on each, all started with the same command.
//!
//! Every process has a line in the same list of hosts. They meet once (`meet`), and from then on each
//! hears of each that it is still there (`pulse`). For every search each pair makes a connection that
//! timely sends its data through (`link`). All connections begin with a line in which the two make sure
//! that they belong together (`door`, `line`). Process 0 works out the outcome; the others have done their part
//! then, and wait for the next search, or for the end (`team`).
//!
//! Timely itself waits for ever for a peer that does not come, and panics when one is lost. So the
//! connections are made here, and a lost peer ends the search with an error on every process.

mod door;
mod line;
mod link;
mod meet;
mod pulse;
mod team;

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use foldhash::fast::FixedState;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};

use self::line::Subject;
use self::pulse::Others;
pub use self::team::Team;
use super::gather::{Gathered, gather};
use super::space::Space;
use super::{Fast, Job};
use crate::search::{Cause, Checked, Failure, Limits, Outcome};

/// The processes that search together, and which of them this one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Where each process listens, as `host:port`.
    pub hosts: Vec<String>,
    /// The number of this process: its place among the hosts, from 0.
    pub process: usize,
    /// How long to wait for the other processes to appear.
    pub patience: Duration,
}

impl Cluster {
    /// The cluster that a list of hosts describes: one `host:port` a line; empty lines, and what
    /// follows a `#`, do not count.
    ///
    /// # Errors
    /// If a line is not a host and a port, a line is there twice, or there is no line for `process`.
    pub fn from_list(text: &str, process: usize) -> Result<Cluster, Failure> {
        let wrong = |message: String| Err(Failure::new(Cause::Hosts, message));
        let mut hosts: Vec<String> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let host = line.split('#').next().unwrap_or("").trim();
            if host.is_empty() {
                continue;
            }
            let port = host
                .rsplit_once(':')
                .and_then(|(_, port)| port.parse::<u16>().ok());
            if port.is_none() || host.starts_with(':') {
                return wrong(format!(
                    "line {number} of the hosts is not `host:port`: {host}"
                ));
            }
            if hosts.iter().any(|other| other == host) {
                return wrong(format!("line {number} of the hosts is there twice: {host}"));
            }
            hosts.push(host.to_string());
        }
        if process >= hosts.len() {
            let count = hosts.len();
            return wrong(format!(
                "this is process {process}, but there are {count} hosts"
            ));
        }
        Ok(Cluster {
            hosts,
            process,
            patience: Duration::from_secs(60),
        })
    }

    /// "process 1 (host:port)".
    fn name(&self, process: usize) -> String {
        let host = self.hosts.get(process).map_or("", String::as_str);
        format!("process {process} ({host})")
    }
}

impl Fast {
    /// Searches together with the other processes of a team, with as many threads as these have met
    /// with. The outcome is known to process 0; every other process gets `None` when its part is done.
    /// Each process keeps its own limits, and the first that is reached ends the search of all. So does
    /// the interruption of the team.
    ///
    /// # Errors
    /// If the world panics, or if not all processes take part from the beginning to the end.
    pub fn explore_together(
        &self,
        model: &Checked,
        limits: &Limits,
        team: &Team,
    ) -> Result<Option<Outcome>, Failure> {
        let limits = Limits {
            interrupt: Some(Arc::clone(&team.others.interrupt)),
            ..limits.clone()
        };
        let is_alone = Arc::clone(&team.others.is_alone);
        let job = Job::new(model, &limits, self.reductions, team.threads, is_alone)?;
        let subject = Subject {
            digest: digest(&job),
            reductions: line::word(self.reductions),
        };
        let streams = team.connect(&subject)?;
        let gathered = search(&job, team, streams)?;
        if !team.reports() {
            return Ok(None);
        }
        conclude(&job, gathered, team.threads).map(Some)
    }
}

/// Everything that has to be the same for all processes, in one number.
fn digest(job: &Job) -> u64 {
    let model = &job.model;
    let text = format!("{:?} {:?} {:?}", model.world, model.asked, job.reductions);
    let mut hasher = FixedState::with_seed(0).build_hasher();
    hasher.write(text.as_bytes());
    hasher.write(&job.initial); // The layout too, and how this machine hashes.
    hasher.finish()
}

fn search(
    job: &Arc<Job>,
    team: &Team,
    streams: Vec<Option<TcpStream>>,
) -> Result<Vec<Gathered>, Failure> {
    let Team {
        cluster, others, ..
    } = team;
    let streams = streams.into_iter().enumerate();
    let links = streams.map(|(peer, stream)| {
        let lost = format!("{} was lost during the search", cluster.name(peer));
        stream.map(|stream| link::Link::new(stream, Arc::clone(others), lost))
    });
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(job.threads, hooks.refill.clone(), None);
    let links = links.collect();
    let (builders, guard) =
        initialize_networking_from_sockets(local, links, cluster.process, job.threads, hooks)
            .map_err(|error| Failure::new(Cause::Start, error.to_string()))?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let then = {
        let job = Arc::clone(job);
        move |worker: &mut timely::worker::Worker, share| gather(worker, &job, share)
    };
    let gathered = job.run(builders, then);
    wait_until_sent(guard, others);
    match others.loss().filter(|_| gathered.is_err()) {
        Some(message) => Err(Failure::new(Cause::Lost, message)),
        None => gathered,
    }
}

/// Waits until the peers have everything. A thread that waits for a peer which was lost meanwhile is
/// left behind.
fn wait_until_sent(guard: impl Send + 'static, others: &Others) {
    let (done, is_done) = mpsc::channel();
    std::thread::spawn(move || {
        drop(guard);
        let _ = done.send(());
    });
    while is_done.recv_timeout(Duration::from_millis(20)) == Err(mpsc::RecvTimeoutError::Timeout) {
        if others.is_lost() {
            return;
        }
    }
}

fn conclude(job: &Arc<Job>, gathered: Vec<Gathered>, threads: usize) -> Result<Outcome, Failure> {
    let mut summaries = Vec::new();
    let mut stores = BTreeMap::new();
    for worker in gathered {
        let number = worker.share.summary.worker;
        summaries = worker.summaries;
        if let (Some(limit), Some(first)) = (worker.limit, summaries.first_mut()) {
            first.cut_off.get_or_insert(limit);
        }
        stores.insert(number, worker.share.store);
        stores.extend(worker.foreign);
    }
    let all = 0..summaries.len();
    let stores = all.map(|worker| stores.remove(&worker).unwrap_or_else(|| job.store()));
    let space = Space::new(job, stores.collect());
    job.answer(space, summaries, threads)
}
