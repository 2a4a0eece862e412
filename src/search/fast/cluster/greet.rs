//! How the processes of a cluster meet: everybody connects to those before it in the list, and is
//! connected to by those behind it.
//!
//! A connection begins with one line from each side, in words that a person can read:
//!
//! ```text
//! fencepost 0.1.0 data process 1 of 2 threads 4 digest 00f3a9c2b4d5e6f7
//! ```

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use super::Cluster;
use crate::search::{Cause, Failure};

/// What the processes have to agree about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Greeting {
    /// How many processes there are.
    pub(super) processes: usize,
    /// How many threads each has.
    pub(super) threads: usize,
    /// The model, the properties, the reductions and the layout, in one number.
    pub(super) digest: u64,
}

/// The connections to each process; none to this one.
pub(super) struct Connections {
    /// For the search.
    pub(super) data: Vec<Option<TcpStream>>,
    /// To hear whether the others are still there.
    pub(super) pulse: Vec<Option<TcpStream>>,
}

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Data,
    Pulse,
}

/// The line that a process says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    version: String,
    purpose: Purpose,
    process: usize,
    greeting: Greeting,
}

/// How long a side that is connected may take to say its line.
const MANNERS: Duration = Duration::from_secs(5);

/// How long to wait before the next attempt to connect.
const RETRY: Duration = Duration::from_millis(50);

/// Meets all other processes.
pub(super) fn meet(cluster: &Cluster, greeting: &Greeting) -> Result<Connections, Failure> {
    let deadline = Instant::now() + cluster.patience;
    let mut meeting = Meeting {
        cluster,
        greeting,
        connections: Connections {
            data: cluster.hosts.iter().map(|_| None).collect(),
            pulse: cluster.hosts.iter().map(|_| None).collect(),
        },
    };
    let listener = listen(cluster)?;
    let mut absent = cluster.name(0);
    while Instant::now() < deadline {
        let Some(missing) = meeting.missing() else {
            return Ok(meeting.connections);
        };
        absent = cluster.name(missing);
        for process in 0..cluster.process {
            meeting.call(process)?;
        }
        while let Some(stream) = answer(&listener)? {
            meeting.welcome(stream)?;
        }
        std::thread::sleep(RETRY);
    }
    let waited = cluster.patience.as_secs();
    let message = format!("{absent} did not appear within {waited} seconds");
    Err(Failure::new(Cause::Absent, message))
}

fn listen(cluster: &Cluster) -> Result<TcpListener, Failure> {
    let own = &cluster.hosts[cluster.process];
    let listener = TcpListener::bind(own.as_str()).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    listener.map_err(|error| {
        let name = cluster.name(cluster.process);
        Failure::new(Cause::Hosts, format!("{name} cannot listen there: {error}"))
    })
}

/// A process that connects, if one is just doing so.
fn answer(listener: &TcpListener) -> Result<Option<TcpStream>, Failure> {
    match listener.accept() {
        Ok((stream, _)) => Ok(Some(stream)),
        Err(error) if is_passing(error.kind()) => Ok(None),
        Err(error) => Err(Failure::new(Cause::Hosts, error.to_string())),
    }
}

fn is_passing(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::WouldBlock
            | ErrorKind::Interrupted
            | ErrorKind::ConnectionAborted
            | ErrorKind::ConnectionReset
    )
}

struct Meeting<'a> {
    cluster: &'a Cluster,
    greeting: &'a Greeting,
    connections: Connections,
}

impl Meeting<'_> {
    /// A process to which a connection is missing.
    fn missing(&self) -> Option<usize> {
        let others = (0..self.cluster.hosts.len()).filter(|other| *other != self.cluster.process);
        let Connections { data, pulse } = &self.connections;
        others
            .into_iter()
            .find(|other| data[*other].is_none() || pulse[*other].is_none())
    }

    /// Connects to a process that comes before this one, if it is there already.
    fn call(&mut self, process: usize) -> Result<(), Failure> {
        for purpose in [Purpose::Data, Purpose::Pulse] {
            if self.place(purpose)[process].is_some() {
                continue;
            }
            let host = self.cluster.hosts[process].as_str();
            let Ok(stream) = TcpStream::connect(host) else {
                return Ok(()); // It may not have started yet.
            };
            let said = say(&stream, &self.line(purpose)).and_then(|()| hear(&stream));
            let Ok(text) = said else {
                return Ok(());
            };
            let line = self.check(&text, Some(process))?;
            if line.process != process {
                let (name, says) = (self.cluster.name(process), line.process);
                return Err(Failure::new(
                    Cause::Hosts,
                    format!("{name} says that it is process {says}: are the hosts the same?"),
                ));
            }
            self.place(purpose)[process] = Some(stream);
        }
        Ok(())
    }

    /// Answers a process that has connected. Who does not say a line that makes sense is somebody
    /// else, and is ignored.
    fn welcome(&mut self, stream: TcpStream) -> Result<(), Failure> {
        let _ = stream.set_nonblocking(false);
        let Ok(text) = hear(&stream) else {
            return Ok(());
        };
        let Some(heard) = Line::parse(&text) else {
            return Ok(());
        };
        let _ = say(&stream, &self.line(heard.purpose));
        let line = self.check(&text, None)?;
        let process = line.process;
        let is_behind = process > self.cluster.process && process < self.cluster.hosts.len();
        if !is_behind || self.place(line.purpose)[process].is_some() {
            let me = self.cluster.process;
            return Err(Failure::new(
                Cause::Hosts,
                format!(
                    "somebody who says that it is process {process} connected to process {me}: \
                     are the numbers of the processes right, and the hosts the same?"
                ),
            ));
        }
        self.place(line.purpose)[process] = Some(stream);
        Ok(())
    }

    fn place(&mut self, purpose: Purpose) -> &mut Vec<Option<TcpStream>> {
        match purpose {
            Purpose::Data => &mut self.connections.data,
            Purpose::Pulse => &mut self.connections.pulse,
        }
    }

    fn line(&self, purpose: Purpose) -> Line {
        Line {
            version: env!("CARGO_PKG_VERSION").to_string(),
            purpose,
            process: self.cluster.process,
            greeting: self.greeting.clone(),
        }
    }

    /// What the other side says of itself, if the two agree.
    fn check(&self, text: &str, process: Option<usize>) -> Result<Line, Failure> {
        let mismatch =
            |name: String, what: &str| Err(Failure::new(Cause::Mismatch, format!("{name} {what}")));
        let Some(line) = Line::parse(text) else {
            let name = process.map_or_else(String::new, |process| self.cluster.name(process));
            return mismatch(name, "answers, but is no fencepost");
        };
        let name = self.cluster.name(process.unwrap_or(line.process));
        let own = self.line(line.purpose);
        if line.version != own.version {
            let what = format!("is fencepost {}, this is {}", line.version, own.version);
            return mismatch(name, &what);
        }
        let (theirs, ours) = (&line.greeting, &own.greeting);
        if theirs.processes != ours.processes {
            let what = format!(
                "knows {} hosts, this one {}",
                theirs.processes, ours.processes
            );
            return mismatch(name, &what);
        }
        if theirs.threads != ours.threads {
            let what = format!("has {} threads, this one {}", theirs.threads, ours.threads);
            return mismatch(name, &what);
        }
        if theirs.digest != ours.digest {
            return mismatch(name, "searches another model, or asks other properties");
        }
        Ok(line)
    }
}

impl Line {
    fn text(&self) -> String {
        let purpose = match self.purpose {
            Purpose::Data => "data",
            Purpose::Pulse => "pulse",
        };
        let Greeting {
            processes,
            threads,
            digest,
        } = self.greeting;
        let (version, process) = (&self.version, self.process);
        format!(
            "fencepost {version} {purpose} process {process} of {processes} threads {threads} \
             digest {digest:016x}\n"
        )
    }

    fn parse(text: &str) -> Option<Line> {
        let words: Vec<_> = text.split_whitespace().collect();
        let [
            "fencepost",
            version,
            purpose,
            "process",
            process,
            "of",
            processes,
            "threads",
            threads,
            "digest",
            digest,
        ] = words[..]
        else {
            return None;
        };
        Some(Line {
            version: version.to_string(),
            purpose: match purpose {
                "data" => Purpose::Data,
                "pulse" => Purpose::Pulse,
                _ => return None,
            },
            process: process.parse().ok()?,
            greeting: Greeting {
                processes: processes.parse().ok()?,
                threads: threads.parse().ok()?,
                digest: u64::from_str_radix(digest, 16).ok()?,
            },
        })
    }
}

fn say(mut stream: &TcpStream, line: &Line) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(MANNERS))?;
    stream.write_all(line.text().as_bytes())?;
    stream.set_write_timeout(None)
}

/// The line that the other side says. It is read byte by byte, so that nothing behind it is lost.
fn hear(mut stream: &TcpStream) -> std::io::Result<String> {
    stream.set_read_timeout(Some(MANNERS))?;
    let mut line = Vec::new();
    let mut byte = [0];
    while line.last() != Some(&b'\n') && line.len() < 256 {
        stream.read_exact(&mut byte)?;
        line.extend(byte);
    }
    stream.set_read_timeout(None)?;
    Ok(String::from_utf8_lossy(&line).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_understood() {
        let line = Line {
            version: "0.1.0".to_string(),
            purpose: Purpose::Pulse,
            process: 3,
            greeting: Greeting {
                processes: 4,
                threads: 2,
                digest: 0xf3a9,
            },
        };
        assert_eq!(Line::parse(&line.text()), Some(line));
        assert_eq!(Line::parse("GET / HTTP/1.1\r\n"), None);
    }
}
