//! Processes that have met, and search together as often as there is something to search.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use super::Cluster;
use super::door::{Door, Visitor};
use super::line::{Line, Purpose, Subject, hear, reach, say};
use super::meet::meet;
use super::pulse::{self, Others};
use crate::search::{Cause, Failure, Limits};

/// The processes of a cluster after they have met. If it is dropped before all was searched, the
/// others hear that this process was lost.
#[derive(Debug)]
pub struct Team {
    pub(super) cluster: Cluster,
    pub(super) threads: usize,
    pub(super) others: Arc<Others>,
    door: Mutex<Door>,
    pulses: Vec<JoinHandle<()>>,
}

/// How long to wait before looking again whether something has happened.
const NAP: Duration = Duration::from_millis(5);

impl Cluster {
    /// Meets the other processes, which have as many threads. Who is waited for is said to `notice`
    /// once, if it takes more than a second. The interruption of `limits` stays that of all searches:
    /// whichever process is interrupted, all hear of it.
    ///
    /// # Errors
    /// If somebody does not appear in time, or is no part of this cluster.
    pub fn meet(
        &self,
        threads: usize,
        limits: &Limits,
        notice: &dyn Fn(&str),
    ) -> Result<Team, Failure> {
        let met = meet(self, threads, limits, notice)?;
        let interrupt = limits.interrupt.clone().unwrap_or_default();
        let others = Others::new(self.hosts.len(), interrupt);
        Ok(Team {
            pulses: pulse::listen(self, met.pulses, &others),
            cluster: self.clone(),
            threads,
            others,
            door: Mutex::new(met.door),
        })
    }
}

impl Team {
    /// Whether this is the process that reports.
    #[must_use]
    pub fn reports(&self) -> bool {
        self.cluster.process == 0
    }

    /// "process 1 of 3".
    #[must_use]
    pub fn name(&self) -> String {
        format!(
            "process {} of {}",
            self.cluster.process,
            self.cluster.hosts.len()
        )
    }

    /// Ends the work of this process after all was searched. The process that reports has an exit code,
    /// of one digit, and tells it to the others; they wait for it.
    ///
    /// # Errors
    /// If another process was lost before that.
    pub fn finish(mut self, exit_code: Option<u8>) -> Result<u8, Failure> {
        self.others.finish();
        let code = loop {
            if let Some(code) = exit_code.or_else(|| self.others.exit_code(0)) {
                break code;
            }
            self.check_nobody_is_lost()?;
            std::thread::sleep(NAP);
        };
        self.others.part(code);
        for pulse in self.pulses.drain(..) {
            let _ = pulse.join(); // What else may be wrong with it, all is done.
        }
        Ok(code)
    }

    /// Connects to all others for one search. Who is not there yet has something to do still: it is
    /// waited for as long as it is alive.
    pub(super) fn connect(&self, subject: &Subject) -> Result<Vec<Option<TcpStream>>, Failure> {
        let own = Line::own(
            &self.cluster,
            self.threads,
            Purpose::Search(subject.clone()),
        );
        let me = self.cluster.process;
        let processes = 0..self.cluster.hosts.len();
        let stream = |process: usize| match process.cmp(&me) {
            Less => self.call(process, &own).map(Some),
            Equal => Ok(None),
            Greater => self.welcome(process, &own).map(Some),
        };
        processes.map(stream).collect()
    }

    fn call(&self, process: usize, own: &Line) -> Result<TcpStream, Failure> {
        loop {
            let host = self.cluster.hosts[process].as_str();
            let spoken = reach(host).and_then(|stream| {
                say(&stream, own)?;
                let text = hear(&stream, || self.check_is_coming(process).is_ok())?;
                Ok((stream, text))
            });
            let understood = spoken
                .ok()
                .and_then(|(stream, text)| Some((stream, Line::parse(&text)?)));
            if let Some((stream, line)) = understood {
                own.agrees_with(&line, &self.cluster)?;
                return Ok(stream);
            }
            self.check_is_coming(process)?;
            std::thread::sleep(NAP);
        }
    }

    fn welcome(&self, process: usize, own: &Line) -> Result<TcpStream, Failure> {
        let is_it = |line: &Line| line.process == process && line.purpose != Purpose::Meet;
        loop {
            let door = self.door.lock();
            if let Some(Visitor { line, stream }) =
                door.ok().and_then(|mut door| door.visitor(is_it))
            {
                let _ = say(&stream, own); // Whether it is still there shows soon enough.
                own.agrees_with(&line, &self.cluster)?;
                return Ok(stream);
            }
            self.check_is_coming(process)?;
            std::thread::sleep(NAP);
        }
    }

    /// Whether it makes sense to wait for a process.
    fn check_is_coming(&self, process: usize) -> Result<(), Failure> {
        self.check_nobody_is_lost()?;
        if !self.others.is_done(process) {
            return Ok(());
        }
        let name = self.cluster.name(process);
        let message = format!(
            "{name} has nothing more to search, and this one has: were both started with the same \
             command?"
        );
        Err(Failure::new(Cause::Mismatch, message))
    }

    fn check_nobody_is_lost(&self) -> Result<(), Failure> {
        match self.others.loss() {
            Some(message) => Err(Failure::new(Cause::Lost, message)),
            None => Ok(()),
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        if !self.pulses.is_empty() {
            self.others.leave();
        }
    }
}
