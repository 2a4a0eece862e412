//! Whether the other processes are still there.
//!
//! A process that ends closes its connections, which the others notice at once. One that hangs, or
//! whose machine is gone, closes nothing; so everybody says something every now and then, and who is
//! silent for too long is lost.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::Cluster;

/// How often a process is heard.
const BEAT: Duration = Duration::from_millis(200);

/// How long a process may be silent.
const SILENCE: Duration = Duration::from_secs(15);

/// "Still there", and "done".
const ALIVE: u8 = b'.';
const DONE: u8 = b'!';

/// The losses of the search, the first of which is reported.
#[derive(Debug)]
pub(super) struct Losses {
    is_alone: Arc<AtomicBool>,
    is_finished: AtomicBool,
    first: Mutex<Option<String>>,
}

impl Losses {
    /// No losses yet. `is_alone` is set when there is one.
    pub(super) fn new(is_alone: Arc<AtomicBool>) -> Arc<Losses> {
        Arc::new(Losses {
            is_alone,
            is_finished: AtomicBool::new(false),
            first: Mutex::new(None),
        })
    }

    /// Writes down a loss, unless the search is over anyway.
    pub(super) fn report(&self, message: String) {
        if self.is_finished.load(Ordering::SeqCst) {
            return;
        }
        if let Ok(mut first) = self.first.lock() {
            first.get_or_insert(message);
        }
        self.is_alone.store(true, Ordering::SeqCst);
    }

    /// Whether somebody was lost.
    pub(super) fn is_lost(&self) -> bool {
        self.is_alone.load(Ordering::SeqCst)
    }

    /// Who was lost first.
    pub(super) fn first(&self) -> Option<String> {
        self.first.lock().ok().and_then(|first| first.clone())
    }

    /// The search is over: nobody is needed any more.
    pub(super) fn finish(&self) {
        self.is_finished.store(true, Ordering::SeqCst);
    }

    fn is_finished(&self) -> bool {
        self.is_finished.load(Ordering::SeqCst)
    }
}

/// Listens to all other processes, each in a thread, until the search is finished.
pub(super) fn listen(
    cluster: &Cluster,
    streams: Vec<Option<TcpStream>>,
    losses: &Arc<Losses>,
) -> Vec<JoinHandle<()>> {
    let peers = streams.into_iter().enumerate();
    let peers = peers.filter_map(|(peer, stream)| stream.map(|stream| (peer, stream)));
    peers
        .map(|(peer, stream)| {
            let (losses, name) = (Arc::clone(losses), cluster.name(peer));
            std::thread::spawn(move || {
                if let Err(how) = listen_to(&stream, &losses) {
                    losses.report(format!("{name} was lost during the search: {how}"));
                }
            })
        })
        .collect()
}

/// Listens to one process, and says that this one is there.
fn listen_to(mut stream: &TcpStream, losses: &Losses) -> Result<(), String> {
    let broken = |error: std::io::Error| error.to_string();
    stream.set_read_timeout(Some(BEAT)).map_err(broken)?;
    stream.set_write_timeout(Some(SILENCE)).map_err(broken)?;
    let mut heard = Instant::now();
    let mut bytes = [0; 64];
    loop {
        if losses.is_finished() {
            // After a loss it says nothing: the others shall notice that this process gives up.
            let _ = (!losses.is_lost()).then(|| stream.write_all(&[DONE]));
            return Ok(());
        }
        // Whether the other side is gone is seen when reading: its last word may be waiting there.
        let _ = stream.write_all(&[ALIVE]);
        match stream.read(&mut bytes) {
            Ok(0) => return Err("it closed the connection".to_string()),
            Ok(read) if bytes[..read].contains(&DONE) => return Ok(()),
            Ok(_) => {
                heard = Instant::now();
                std::thread::sleep(BEAT / 4);
            }
            Err(error) if is_nothing(error.kind()) => {
                if heard.elapsed() > SILENCE {
                    let seconds = SILENCE.as_secs();
                    return Err(format!("nothing was heard of it for {seconds} seconds"));
                }
            }
            Err(error) => return Err(broken(error)),
        }
    }
}

fn is_nothing(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}
