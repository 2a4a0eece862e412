//! How far a long computation is, on a terminal; and Ctrl-C, which ends it early.

use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use super::output::complain;

/// The exit code of a program that was ended by Ctrl-C, as shells count.
const INTERRUPTED: i32 = 130;

/// A bar on standard error. It is invisible unless that is a terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar over so many cells. From now on Ctrl-C sets `stop`, and a second one ends the program.
    pub(super) fn of(cells: usize, stop: &'static AtomicBool) -> Progress {
        let bar = ProgressBar::new(cells as u64);
        let template = "{bar:30} {pos} of {len} cells, {eta} left (Ctrl-C keeps what is done)";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        // Without the handler Ctrl-C ends the program at once, which is what it does everywhere else.
        let _ = ctrlc::set_handler(move || {
            if stop.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
            complain(
                "note: stopping after the cells that have been begun; Ctrl-C again to give up",
            );
        });
        Progress(bar)
    }

    /// One more cell is done.
    pub(super) fn step(&self) {
        self.0.inc(1);
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
