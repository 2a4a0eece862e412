//! How far a search is, on a terminal.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fencepost::search::{Limits, Watch};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

/// A search that is over sooner shows nothing.
const SHOWN_AFTER: Duration = Duration::from_secs(1);
/// How often what is shown is renewed.
const RENEWED_EVERY: Duration = Duration::from_millis(200);

/// Shows how far the search is until it is dropped. Nothing is shown where nobody looks on.
pub(super) struct Progress {
    is_over: Arc<AtomicBool>,
    shown: Option<JoinHandle<()>>,
}

impl Progress {
    /// Watches a search with these limits.
    pub(super) fn show(limits: &Limits) -> Progress {
        let is_over = Arc::new(AtomicBool::new(false));
        let watch = limits
            .watch
            .clone()
            .filter(|_| std::io::stderr().is_terminal());
        let shown = watch.map(|watch| {
            let is_over = Arc::clone(&is_over);
            std::thread::spawn(move || follow(&watch, &is_over))
        });
        Progress { is_over, shown }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(shown) = self.shown.take() {
            shown.thread().unpark();
            let _ = shown.join(); // What it shows is cleared; if it could not be, nothing is lost.
        }
    }
}

fn follow(watch: &Watch, is_over: &AtomicBool) {
    let begin = Instant::now();
    let bar = ProgressBar::no_length();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    while !is_over.load(Ordering::Relaxed) {
        std::thread::park_timeout(RENEWED_EVERY);
        if begin.elapsed() >= SHOWN_AFTER {
            bar.set_message(line(watch, begin.elapsed()));
            bar.tick();
        }
    }
    bar.finish_and_clear();
}

fn line(watch: &Watch, elapsed: Duration) -> String {
    let states = watch.states.load(Ordering::Relaxed) as u64;
    let rate = states * 1000
        / u64::try_from(elapsed.as_millis())
            .unwrap_or(u64::MAX)
            .max(1);
    let memory = memory().map(|mib| format!(", {} MiB", HumanCount(mib)));
    let count = |number: &AtomicUsize| HumanCount(number.load(Ordering::Relaxed) as u64);
    format!(
        "{} states, {}/s, depth {}, {} waiting{}, {} s; Ctrl-C ends with what is known",
        HumanCount(states),
        HumanCount(rate),
        count(&watch.depth),
        count(&watch.waiting),
        memory.unwrap_or_default(),
        elapsed.as_secs()
    )
}

/// What this process has in memory, in MiB, where the system says so.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}
