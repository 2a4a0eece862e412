//! Limits, looked at while there is still time to stop.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::search::{Extent, Limit, Limits};

/// What all workers of one process may use together.
#[derive(Debug)]
pub(super) struct Budget {
    limits: Limits,
    used: AtomicUsize,
    begin: Instant,
}

impl Budget {
    /// The budget that these limits leave, counted from now.
    pub(super) fn new(limits: &Limits) -> Budget {
        Budget {
            limits: limits.clone(),
            used: AtomicUsize::new(0),
            begin: Instant::now(),
        }
    }

    /// How long the search has run.
    pub(super) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Asks for memory before it is taken.
    pub(super) fn claim(&self, bytes: usize) -> Result<(), Limit> {
        let used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        match self.limits.memory {
            Some(most) if used > most => {
                self.release(bytes);
                Err(Limit::Memory(most))
            }
            _ => Ok(()),
        }
    }

    /// Hands memory back.
    pub(super) fn release(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// The limit that has been reached by a search that is so far, if there is one.
    pub(super) fn exceeded(&self, extent: Extent) -> Option<Limit> {
        self.limits.exceeded(self.begin, extent)
    }

    /// Whether there are more states than there may be.
    pub(super) fn too_many(&self, states: usize) -> Option<Limit> {
        let most = self.limits.states.filter(|most| states > *most);
        most.map(Limit::States)
    }

    /// Whether the time is up, or somebody has asked to stop.
    pub(super) fn is_over(&self) -> Option<Limit> {
        self.limits.is_over(self.begin)
    }
}
