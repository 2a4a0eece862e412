//! Serves the page until somebody stops it.

use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use stateright::Model;

use super::address::reachable;
use super::desk::Desk;
use super::panics::Muffled;
use super::walk::Walk;
use super::{Listing, ServeError, page, port};
use crate::search::Checked;

/// How long the server may take until it answers. It takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why the server does not run any more.
enum End {
    /// Ctrl-C, or the system asked the process to end.
    Asked,
    /// stateright's server ended, which it never should.
    Stopped,
}

/// Serves the page at this address, until the process is asked to end (Ctrl-C). For port 0 a free port
/// is picked. `ready` is called with the real address as soon as it answers.
///
/// This belongs at the end of a process: while it runs, the working directory is a temporary one, and
/// stateright's threads go on when it has returned.
///
/// # Errors
/// If nothing can be served at this address, or the server ends by itself.
pub fn serve(
    model: Checked,
    listing: &Listing,
    addr: SocketAddr,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let addr = port::usable(addr)?;
    let files = page::files(listing).map_err(|error| ServeError::Page(error.into()))?;
    let _desk = Desk::lay(&files).map_err(ServeError::Page)?;
    let panics = Muffled::new();
    let end = run(Walk::new(model, listing.loops().cloned().collect()), addr);
    let ended = match unanswered(addr, &end) {
        Some(ended) => ended,
        None => {
            ready(addr);
            end.recv().unwrap_or(End::Stopped)
        }
    };
    match ended {
        End::Asked => Ok(()),
        End::Stopped => {
            let why = panics.first();
            let why = why.unwrap_or_else(|| format!("nothing answers at {addr}"));
            Err(ServeError::Stopped(why))
        }
    }
}

/// Starts stateright's server, and listens for Ctrl-C. The answer is told when either ends it.
fn run(walk: Walk, addr: SocketAddr) -> Receiver<End> {
    let (ended, end) = channel();
    let asked = ended.clone();
    // If somebody else handles Ctrl-C already, the process ends in their way. That a shell ignores it
    // for what runs in the background is no handling: such a process has to tidy up as well.
    let _ = ctrlc::set_handler(move || {
        let _ = asked.send(End::Asked);
    });
    thread::spawn(move || {
        let server = thread::spawn(move || {
            let _ = walk.checker().serve(addr);
        });
        let _ = server.join();
        let _ = ended.send(End::Stopped);
    });
    end
}

/// Waits until the server answers; if it never does, the answer says why.
fn unanswered(addr: SocketAddr, end: &Receiver<End>) -> Option<End> {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        if TcpStream::connect_timeout(&reachable(addr), PATIENCE).is_ok() {
            return None;
        }
        match end.recv_timeout(Duration::from_millis(5)) {
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Some(End::Stopped),
            Ok(ended) => return Some(ended),
        }
    }
    Some(End::Stopped)
}
