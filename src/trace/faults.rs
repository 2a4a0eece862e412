//! What the adversary spent on a trace.

use std::fmt::{self, Display, Formatter};

use super::Trace;
use super::phrase::{counted, listed};
use crate::world::Event;

/// The faults of a trace, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Pauses that began.
    pub pauses: u64,
    /// Attempts to acquire that reached only some of the servers.
    pub partial_attempts: u64,
}

impl Trace {
    /// The faults of this trace. It displays as a phrase: "1 pause", "no fault".
    #[must_use]
    pub fn faults(&self) -> Faults {
        let mut faults = Faults::default();
        for step in self
            .steps
            .iter()
            .filter(|step| self.world.is_fault(step.event))
        {
            match step.event {
                Event::Pause(_) => faults.pauses += 1,
                Event::Act { .. } => faults.partial_attempts += 1,
                Event::Resume(_) | Event::Tick => {}
            }
        }
        faults
    }
}

impl Faults {
    /// How many there are in all.
    #[must_use]
    pub fn total(self) -> u64 {
        self.pauses + self.partial_attempts
    }
}

impl Display for Faults {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut kinds = Vec::new();
        if self.pauses > 0 {
            kinds.push(counted(self.pauses, "pause"));
        }
        if self.partial_attempts > 0 {
            let attempts = counted(self.partial_attempts, "attempt");
            kinds.push(format!("{attempts} that reached only some servers"));
        }
        if kinds.is_empty() {
            kinds.push("no fault".to_string());
        }
        f.write_str(&listed(&kinds))
    }
}
