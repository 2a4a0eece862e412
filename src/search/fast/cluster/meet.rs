//! How the processes of a cluster meet: everybody connects to those before it in the list, and is
//! connected to by those behind it.

use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::Cluster;
use super::door::{Door, Visitor};
use super::line::{Line, MANNERS, Purpose, hear, is_nothing_yet, reach, say};
use crate::search::{Cause, Failure, Limits};

/// All that there is once everybody has met.
pub(super) struct Met {
    /// Where the others can connect to this process.
    pub(super) door: Door,
    /// The connections on which each hears that the other is still there; none to this process.
    pub(super) pulses: Vec<Option<TcpStream>>,
}

/// How long to wait before the next attempt to connect.
const RETRY: Duration = Duration::from_millis(50);

/// How long to wait in silence.
const QUIET: Duration = Duration::from_secs(1);

/// Meets all other processes. Who is waited for is said to `notice` once, if it takes a while.
pub(super) fn meet(
    cluster: &Cluster,
    threads: usize,
    limits: &Limits,
    notice: &dyn Fn(&str),
) -> Result<Met, Failure> {
    let begin = Instant::now();
    let mut meeting = Meeting {
        cluster,
        own: Line::own(cluster, threads, Purpose::Meet),
        met: Met {
            door: Door::open(cluster)?,
            pulses: cluster.hosts.iter().map(|_| None).collect(),
        },
        obstacles: vec![String::new(); cluster.hosts.len()],
    };
    let mut is_quiet = true;
    while let Some(missing) = meeting.missing() {
        if let Some(failure) = meeting.is_over(missing, begin, limits) {
            return Err(failure);
        }
        meeting.check_nobody_has_left()?;
        if is_quiet && begin.elapsed() >= QUIET {
            is_quiet = false;
            notice(&format!("waiting for {}", meeting.who(missing)));
        }
        meeting.call_all()?;
        while let Some(visitor) = meeting
            .met
            .door
            .visitor(|line| line.purpose == Purpose::Meet)
        {
            meeting.welcome(visitor)?;
        }
        std::thread::sleep(RETRY);
    }
    Ok(meeting.met)
}

/// Whether the other side has closed the connection.
fn has_left(pulse: &TcpStream) -> bool {
    let peeked = pulse
        .set_nonblocking(true)
        .and_then(|()| pulse.peek(&mut [0]));
    let is_left = match peeked {
        Ok(waiting) => waiting == 0,
        Err(error) => !is_nothing_yet(error.kind()),
    };
    is_left || pulse.set_nonblocking(false).is_err()
}

struct Meeting<'a> {
    cluster: &'a Cluster,
    own: Line,
    met: Met,
    /// For each process why it could not be reached when that was tried last.
    obstacles: Vec<String>,
}

impl Meeting<'_> {
    /// A process that was not met yet.
    fn missing(&self) -> Option<usize> {
        let mut others = (0..self.cluster.hosts.len()).filter(|one| *one != self.cluster.process);
        others.find(|other| self.met.pulses[*other].is_none())
    }

    /// Who was met and did not stay has found something wrong, and said it where it was started.
    fn check_nobody_has_left(&self) -> Result<(), Failure> {
        let pulses = self.met.pulses.iter().enumerate();
        let mut met = pulses.filter_map(|(process, pulse)| Some((process, pulse.as_ref()?)));
        let Some((gone, _)) = met.find(|(_, pulse)| has_left(pulse)) else {
            return Ok(());
        };
        let name = self.cluster.name(gone);
        let message = format!("{name} was there, and left before all had met: see what it says");
        Err(Failure::new(Cause::Lost, message))
    }

    /// A process, and why it cannot be reached.
    fn who(&self, process: usize) -> String {
        let name = self.cluster.name(process);
        match self.obstacles[process].as_str() {
            "" => name,
            obstacle => format!("{name}: {obstacle}"),
        }
    }

    /// Why the one that is missing is waited for no longer.
    fn is_over(&self, missing: usize, begin: Instant, limits: &Limits) -> Option<Failure> {
        let absent = self.who(missing);
        let interrupt = limits.interrupt.as_ref();
        if interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            let message = format!("interrupted while waiting for {absent}");
            return Some(Failure::new(Cause::Stopped, message));
        }
        let is_up = |most: &Duration| begin.elapsed() > *most;
        if let Some(most) = limits.time.filter(is_up) {
            let message = format!(
                "the limit of {} s was up while waiting for {absent}",
                most.as_secs_f64()
            );
            return Some(Failure::new(Cause::Stopped, message));
        }
        let patience = self.cluster.patience;
        is_up(&patience).then(|| {
            let seconds = patience.as_secs();
            let message = format!("within {seconds} seconds there was nothing of {absent}");
            Failure::new(Cause::Absent, message)
        })
    }

    /// Connects to those that come before this process, if they are there already.
    fn call_all(&mut self) -> Result<(), Failure> {
        for process in 0..self.cluster.process {
            if self.met.pulses[process].is_none() {
                self.call(process)?;
            }
        }
        Ok(())
    }

    fn call(&mut self, process: usize) -> Result<(), Failure> {
        let host = self.cluster.hosts[process].as_str();
        let begin = Instant::now();
        let spoken = reach(host).and_then(|stream| {
            say(&stream, &self.own)?;
            let text = hear(&stream, || begin.elapsed() < MANNERS)?;
            Ok((stream, text))
        });
        let (stream, text) = match spoken {
            Ok(spoken) => spoken,
            Err(error) => {
                self.obstacles[process] = error.to_string(); // It may not have started yet.
                return Ok(());
            }
        };
        let name = self.cluster.name(process);
        let Some(line) = Line::parse(&text) else {
            let message = format!("{name} answers, but is no fencepost");
            return Err(Failure::new(Cause::Mismatch, message));
        };
        self.own.agrees_with(&line, self.cluster)?;
        if line.process != process {
            let says = line.process;
            let message = format!("{name} says that it is process {says}: are the hosts the same?");
            return Err(Failure::new(Cause::Hosts, message));
        }
        self.met.pulses[process] = Some(stream);
        Ok(())
    }

    /// Answers a process that has connected.
    fn welcome(&mut self, Visitor { line, stream }: Visitor) -> Result<(), Failure> {
        let _ = say(&stream, &self.own);
        self.own.agrees_with(&line, self.cluster)?;
        let (process, me) = (line.process, self.cluster.process);
        let is_behind = process > me && process < self.cluster.hosts.len();
        if !is_behind || self.met.pulses[process].is_some() {
            let message = format!(
                "somebody who says that it is process {process} connected to process {me}: \
                 are the numbers of the processes right, and the hosts the same?"
            );
            return Err(Failure::new(Cause::Hosts, message));
        }
        self.met.pulses[process] = Some(stream);
        Ok(())
    }
}
