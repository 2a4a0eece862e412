//! Whether the other processes are still there, and what they have to say meanwhile.
//!
//! A process that ends closes its connections, which the others notice at once. One that hangs, or
//! whose machine is gone, closes nothing; so everybody says something every now and then, and who is
//! silent for too long is lost. In the same way all hear of Ctrl-C, and how the whole thing ended.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::Cluster;
use super::line::is_nothing_yet;

/// How often a process is heard.
const BEAT: Duration = Duration::from_millis(200);

/// How long a process may be silent.
const SILENCE: Duration = Duration::from_secs(15);

/// How long a process that has said its last word waits until the other has heard it.
const FAREWELL: Duration = Duration::from_secs(2);

/// "Still there", "Ctrl-C was pressed" and "has searched all that it was told to". The last word is a
/// digit: an exit code.
const ALIVE: u8 = b'.';
const INTERRUPTED: u8 = b'^';
const DONE: u8 = b'd';

/// What is known of the other processes.
#[derive(Debug)]
pub(super) struct Others {
    /// Set when one of them is lost.
    pub(super) is_alone: Arc<AtomicBool>,
    /// Set when all shall stop.
    pub(super) interrupt: Arc<AtomicBool>,
    /// The first loss.
    loss: OnceLock<String>,
    /// What each said last that matters: [`DONE`], or its last word; 0 for nothing.
    said: Vec<AtomicU8>,
    is_done: AtomicBool,
    last_word: OnceLock<u8>,
}

impl Others {
    /// Nothing has happened yet. With `interrupt` this process asks all to stop, and is asked.
    pub(super) fn new(processes: usize, interrupt: Arc<AtomicBool>) -> Arc<Others> {
        Arc::new(Others {
            is_alone: Arc::default(),
            interrupt,
            loss: OnceLock::new(),
            said: (0..processes).map(|_| AtomicU8::new(0)).collect(),
            is_done: AtomicBool::new(false),
            last_word: OnceLock::new(),
        })
    }

    /// Writes down a loss.
    pub(super) fn lose(&self, message: String) {
        let _ = self.loss.set(message); // Only the first one counts.
        self.leave();
    }

    /// This process leaves before the end: it falls silent, so that the others notice.
    pub(super) fn leave(&self) {
        self.is_alone.store(true, Ordering::SeqCst);
    }

    /// Whether somebody was lost.
    pub(super) fn is_lost(&self) -> bool {
        self.is_alone.load(Ordering::SeqCst)
    }

    /// Who was lost first.
    pub(super) fn loss(&self) -> Option<&String> {
        self.loss.get()
    }

    /// Whether a process has searched all that it was told to.
    pub(super) fn is_done(&self, process: usize) -> bool {
        self.said[process].load(Ordering::SeqCst) != 0
    }

    /// The exit code of a process that has said its last word.
    pub(super) fn exit_code(&self, process: usize) -> Option<u8> {
        let said = self.said[process].load(Ordering::SeqCst);
        said.is_ascii_digit().then(|| said - b'0')
    }

    /// This process has searched all that it was told to.
    pub(super) fn finish(&self) {
        self.is_done.store(true, Ordering::SeqCst);
    }

    /// This process will end with this exit code, of one digit.
    pub(super) fn part(&self, exit_code: u8) {
        let _ = self.last_word.set(b'0' + exit_code); // It ends only once.
    }

    /// What there is to say now.
    fn words(&self) -> Vec<u8> {
        let is_done = self.is_done.load(Ordering::SeqCst);
        let is_interrupted = self.interrupt.load(Ordering::Relaxed);
        let words = [
            (ALIVE, true),
            (INTERRUPTED, is_interrupted),
            (DONE, is_done),
        ];
        let said = words.iter().filter(|(_, is_so)| *is_so);
        said.map(|(word, _)| *word).collect()
    }

    /// Takes in what a process says.
    fn hear(&self, process: usize, words: &[u8]) {
        for word in words {
            match *word {
                INTERRUPTED => self.interrupt.store(true, Ordering::Relaxed),
                DONE | b'0'..=b'9' => self.said[process].store(*word, Ordering::SeqCst),
                _ => {}
            }
        }
    }
}

/// Listens to all other processes, each in a thread, until the last word is said or somebody is lost.
pub(super) fn listen(
    cluster: &Cluster,
    streams: Vec<Option<TcpStream>>,
    others: &Arc<Others>,
) -> Vec<JoinHandle<()>> {
    let peers = streams.into_iter().enumerate();
    let peers = peers.filter_map(|(peer, stream)| stream.map(|stream| (peer, stream)));
    peers
        .map(|(peer, stream)| {
            let (others, name) = (Arc::clone(others), cluster.name(peer));
            std::thread::spawn(move || {
                if let Err(how) = listen_to(peer, &stream, &others) {
                    others.lose(format!("{name} was lost: {how}"));
                }
            })
        })
        .collect()
}

/// Listens to one process, and says that this one is there.
fn listen_to(peer: usize, mut stream: &TcpStream, others: &Others) -> Result<(), String> {
    let broken = |error: std::io::Error| error.to_string();
    stream.set_read_timeout(Some(BEAT)).map_err(broken)?;
    stream.set_write_timeout(Some(SILENCE)).map_err(broken)?;
    let mut heard = Instant::now();
    let mut bytes = [0; 64];
    while !others.is_lost() {
        if let Some(word) = others.last_word.get() {
            part(stream, *word);
            return Ok(());
        }
        // Whether the other side is gone is seen when reading: its last word may be waiting there.
        let _ = stream.write_all(&others.words());
        match stream.read(&mut bytes) {
            Ok(0) => return Err("it closed the connection".to_string()),
            Ok(read) => {
                others.hear(peer, &bytes[..read]);
                if others.exit_code(peer).is_some() {
                    return Ok(());
                }
                heard = Instant::now();
                std::thread::sleep(BEAT / 4);
            }
            Err(error) if is_nothing_yet(error.kind()) => {
                if heard.elapsed() > SILENCE {
                    let seconds = SILENCE.as_secs();
                    return Err(format!("nothing was heard of it for {seconds} seconds"));
                }
            }
            Err(error) => return Err(broken(error)),
        }
    }
    // After a loss it says nothing more: the others shall notice that this process gives up.
    Ok(())
}

/// Says the last word, and stays until the other side has closed the connection: what is closed while
/// something is under way to it may take the last word along.
fn part(mut stream: &TcpStream, word: u8) {
    let _ = stream
        .write_all(&[word])
        .and_then(|()| stream.shutdown(Shutdown::Write));
    let begin = Instant::now();
    let mut bytes = [0; 64];
    while begin.elapsed() < FAREWELL {
        match stream.read(&mut bytes) {
            Ok(0) => return,
            Err(error) if !is_nothing_yet(error.kind()) => return,
            _ => {}
        }
    }
}
