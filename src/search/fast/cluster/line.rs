//! What the processes of a cluster say to one another when they connect: one line from each side, in
//! words that a person can read.
//!
//! ```text
//! fencepost 0.1.0 process 1 of 2 threads 4 meets
//! fencepost 0.1.0 process 1 of 2 threads 4 searches 00f3a9c2b4d5e6f7 reductions all
//! ```

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use super::Cluster;
use crate::search::fast::Reductions;
use crate::search::{Cause, Failure};

/// The line that a process says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    version: String,
    /// Which process it is.
    pub(super) process: usize,
    processes: usize,
    threads: usize,
    /// What the connection is for.
    pub(super) purpose: Purpose,
}

/// What a connection is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To hear whether the other is still there.
    Meet,
    /// For the data of one search.
    Search(Subject),
}

/// What is searched. It has to be the same for all processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    /// The model, the properties and the layout, in one number.
    pub(super) digest: u64,
    /// The reductions, in a word.
    pub(super) reductions: String,
}

/// How long somebody may take to answer.
pub(super) const MANNERS: Duration = Duration::from_secs(5);

/// How long it may take to connect.
const REACH: Duration = Duration::from_secs(2);

/// No line is longer, in bytes.
pub(super) const LONGEST: usize = 256;

/// The word for these reductions.
pub(super) fn word(reductions: Reductions) -> String {
    let word = match reductions {
        Reductions::ALL => "all",
        Reductions::NONE => "none",
        Reductions { servers: true, .. } => "servers",
        Reductions { .. } => "clients",
    };
    word.to_string()
}

impl Line {
    /// What this process says.
    pub(super) fn own(cluster: &Cluster, threads: usize, purpose: Purpose) -> Line {
        Line {
            version: env!("CARGO_PKG_VERSION").to_string(),
            process: cluster.process,
            processes: cluster.hosts.len(),
            threads,
            purpose,
        }
    }

    fn text(&self) -> String {
        let Line {
            version,
            process,
            processes,
            threads,
            ..
        } = self;
        let purpose = match &self.purpose {
            Purpose::Meet => "meets".to_string(),
            Purpose::Search(Subject { digest, reductions }) => {
                format!("searches {digest:016x} reductions {reductions}")
            }
        };
        format!(
            "fencepost {version} process {process} of {processes} threads {threads} {purpose}\n"
        )
    }

    /// The line that this is, if it is one.
    pub(super) fn parse(text: &str) -> Option<Line> {
        let words: Vec<_> = text.split_whitespace().collect();
        let [
            "fencepost",
            version,
            "process",
            process,
            "of",
            processes,
            "threads",
            threads,
            ref purpose @ ..,
        ] = words[..]
        else {
            return None;
        };
        Some(Line {
            version: version.to_string(),
            process: process.parse().ok()?,
            processes: processes.parse().ok()?,
            threads: threads.parse().ok()?,
            purpose: match purpose {
                ["meets"] => Purpose::Meet,
                ["searches", digest, "reductions", reductions] => Purpose::Search(Subject {
                    digest: u64::from_str_radix(digest, 16).ok()?,
                    reductions: (*reductions).to_string(),
                }),
                _ => return None,
            },
        })
    }

    /// Whether a process that says `theirs` can search together with this one.
    ///
    /// # Errors
    /// If it cannot, with what differs.
    pub(super) fn agrees_with(&self, theirs: &Line, cluster: &Cluster) -> Result<(), Failure> {
        let differs = match (&theirs.purpose, &self.purpose) {
            _ if theirs.version != self.version => {
                format!("is fencepost {}, this is {}", theirs.version, self.version)
            }
            _ if theirs.processes != self.processes => {
                let (theirs, ours) = (theirs.processes, self.processes);
                format!("knows {theirs} hosts, this one {ours}")
            }
            _ if theirs.threads != self.threads => {
                let (theirs, ours) = (theirs.threads, self.threads);
                format!("has {theirs} threads, this one {ours}")
            }
            (Purpose::Search(theirs), Purpose::Search(ours)) => match differs(theirs, ours) {
                Some(what) => what,
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        let name = cluster.name(theirs.process);
        Err(Failure::new(Cause::Mismatch, format!("{name} {differs}")))
    }
}

fn differs(theirs: &Subject, ours: &Subject) -> Option<String> {
    if theirs.reductions != ours.reductions {
        let (theirs, ours) = (&theirs.reductions, &ours.reductions);
        return Some(format!(
            "makes use of other reductions ({theirs}) than this one ({ours}): was --no-reductions \
             given to all?"
        ));
    }
    let is_other = theirs.digest != ours.digest;
    is_other.then(|| "searches another model, or asks other properties".to_string())
}

/// Connects to a host. A machine that does not answer at all is not waited for.
///
/// # Errors
/// If its name is unknown, or nobody answers there.
pub(super) fn reach(host: &str) -> io::Result<TcpStream> {
    let mut nobody = io::Error::new(ErrorKind::NotFound, "its name has no address");
    for address in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, REACH) {
            Ok(stream) => return Ok(stream),
            Err(error) => nobody = error,
        }
    }
    Err(nobody)
}

/// Says a line.
pub(super) fn say(mut stream: &TcpStream, line: &Line) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(MANNERS))?;
    stream.write_all(line.text().as_bytes())?;
    stream.set_write_timeout(None)
}

/// The line that the other side says. It is read byte by byte, so that nothing behind it is lost.
/// While nothing comes, `goes_on` is asked every now and then whether to wait on.
///
/// # Errors
/// If the connection breaks, or it shall not be waited on.
pub(super) fn hear(
    mut stream: &TcpStream,
    mut goes_on: impl FnMut() -> bool,
) -> io::Result<String> {
    stream.set_read_timeout(Some(Duration::from_millis(50)))?;
    let mut line = Vec::new();
    let mut byte = [0];
    while line.last() != Some(&b'\n') && line.len() < LONGEST {
        match stream.read_exact(&mut byte) {
            Ok(()) => line.extend(byte),
            Err(error) if is_nothing_yet(error.kind()) => {
                if !goes_on() {
                    return Err(error);
                }
            }
            Err(error) => return Err(error),
        }
    }
    stream.set_read_timeout(None)?;
    Ok(String::from_utf8_lossy(&line).into_owned())
}

/// Whether an attempt to read or to accept has only found that nothing is there.
pub(super) fn is_nothing_yet(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(purpose: Purpose) -> Line {
        Line {
            version: "0.1.0".to_string(),
            process: 3,
            processes: 4,
            threads: 2,
            purpose,
        }
    }

    #[test]
    fn a_line_is_understood() {
        let subject = Subject {
            digest: 0xf3a9,
            reductions: word(Reductions::ALL),
        };
        for line in [line(Purpose::Meet), line(Purpose::Search(subject))] {
            assert_eq!(Line::parse(&line.text()), Some(line));
        }
        assert_eq!(Line::parse("GET / HTTP/1.1\r\n"), None);
    }
}
