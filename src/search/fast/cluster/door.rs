//! Where others connect to this process, and who has done so.
//!
//! Whoever knows the port can connect, and need not say a line that makes sense, or anything at all.
//! Nobody else waits for such a guest.

use std::io::{ErrorKind, Read};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use super::Cluster;
use super::line::{LONGEST, Line, Purpose, is_nothing_yet};
use crate::search::{Cause, Failure};

/// The door of one process.
#[derive(Debug)]
pub(super) struct Door {
    listener: TcpListener,
    /// Who has not said its line yet.
    guests: Vec<Guest>,
    /// Who has, and waits until it is wanted.
    arrived: Vec<Visitor>,
}

/// Somebody who has said its line.
#[derive(Debug)]
pub(super) struct Visitor {
    /// What it has said.
    pub(super) line: Line,
    /// The connection, to be answered on.
    pub(super) stream: TcpStream,
}

#[derive(Debug)]
struct Guest {
    stream: TcpStream,
    said: Vec<u8>,
    since: Instant,
}

/// How long somebody who has connected may take to say a line.
const MANNERS: Duration = Duration::from_secs(5);

impl Door {
    /// Opens the door where the list of hosts says.
    pub(super) fn open(cluster: &Cluster) -> Result<Door, Failure> {
        let own = &cluster.hosts[cluster.process];
        let listener = TcpListener::bind(own.as_str()).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        });
        let listener = listener.map_err(|error| {
            let name = cluster.name(cluster.process);
            Failure::new(Cause::Hosts, format!("{name} cannot listen there: {error}"))
        })?;
        Ok(Door {
            listener,
            guests: Vec::new(),
            arrived: Vec::new(),
        })
    }

    /// Somebody who is wanted, if one is there. Who has come for a search may be wanted later; who
    /// wants to meet and is not wanted is sent away.
    pub(super) fn visitor(&mut self, is_wanted: impl Fn(&Line) -> bool) -> Option<Visitor> {
        while let Ok((stream, _)) = self.listener.accept() {
            let is_set = stream.set_nonblocking(true);
            self.guests.extend(is_set.ok().map(|()| Guest::new(stream)));
        }
        for guest in std::mem::take(&mut self.guests) {
            match guest.listen() {
                Listened::Nothing(guest) => self.guests.push(guest),
                Listened::Line(visitor) => self.arrived.push(visitor),
                Listened::Stranger => {}
            }
        }
        let wanted = self.arrived.iter().position(|one| is_wanted(&one.line));
        if wanted.is_none() {
            self.arrived.retain(|one| one.line.purpose != Purpose::Meet);
        }
        wanted.map(|place| self.arrived.remove(place))
    }
}

enum Listened {
    Nothing(Guest),
    Line(Visitor),
    Stranger,
}

impl Guest {
    fn new(stream: TcpStream) -> Guest {
        Guest {
            stream,
            said: Vec::new(),
            since: Instant::now(),
        }
    }

    /// What it has said by now. It is read byte by byte, so that nothing behind the line is lost.
    fn listen(mut self) -> Listened {
        let mut byte = [0];
        while self.said.last() != Some(&b'\n') && self.said.len() < LONGEST {
            match self.stream.read(&mut byte) {
                Ok(read) if read > 0 => self.said.extend(byte),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if is_nothing_yet(error.kind()) && self.since.elapsed() < MANNERS => {
                    return Listened::Nothing(self);
                }
                _ => return Listened::Stranger,
            }
        }
        let line = Line::parse(&String::from_utf8_lossy(&self.said));
        match (line, self.stream.set_nonblocking(false)) {
            (Some(line), Ok(())) => Listened::Line(Visitor {
                line,
                stream: self.stream,
            }),
            _ => Listened::Stranger,
        }
    }
}
