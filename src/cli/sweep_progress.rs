//! How far a long computation is, on a terminal; and Ctrl-C, which ends it early.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use indicatif::{ProgressBar, ProgressStyle};

use super::ctrl_c;

/// What is said when Ctrl-C ends a sweep: the cells that have been begun may take a while.
const STOPPING: &str =
    "note: stopping after the cells that have been begun; Ctrl-C again to give up";

/// A bar on standard error. It is invisible unless that is a terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar over so many cells. From now on Ctrl-C sets `stop`, and a second one ends the program.
    pub(super) fn of(cells: usize, stop: Arc<AtomicBool>) -> Progress {
        let bar = ProgressBar::new(cells as u64);
        let template = "{bar:30} {pos} of {len} cells, {eta} left (Ctrl-C keeps what is done)";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        ctrl_c::sets(stop, Some(STOPPING));
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
