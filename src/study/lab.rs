//! The run of section 6.1, and the same run with something changed.

use std::sync::LazyLock;

use super::Defect;
use crate::schedule::{Course, Plan, Ran, ScheduleFile, Stop, catalogue};
use crate::spec::{Override, SpecError};
use crate::world::{ClientId, World};

/// The client that is paused.
pub const A: ClientId = 0;

/// The client that comes during the pause.
pub const B: ClientId = 1;

/// The built-in schedule of section 6.1.
static GUIDE: LazyLock<Result<ScheduleFile, SpecError>> =
    LazyLock::new(|| catalogue::resolve_built_in("study-guide"));

/// The run of section 6.1 with changes. Ticks are absolute.
#[derive(Clone, Debug)]
pub struct Experiment {
    overrides: Vec<Override>,
    plan: Plan,
}

impl Experiment {
    /// The run as the guide has it.
    ///
    /// # Errors
    /// If the built-in schedule does not work.
    pub fn guide() -> Result<Experiment, Defect> {
        let file = file()?;
        Ok(Experiment {
            overrides: Vec::new(),
            plan: file.plan(&file.world(&[])?)?,
        })
    }

    /// With another value of a key of the model, which is a plain word or number.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl ToString) -> Experiment {
        self.overrides
            .extend(Override::parse(&format!("{key}={}", value.to_string())));
        self
    }

    /// With A paused for these ticks, the second of each pair excluded; without end if it is `None`. A
    /// pause without length is left out.
    #[must_use]
    pub fn a_paused(mut self, pauses: &[(u64, Option<u64>)]) -> Experiment {
        let stops = pauses.iter().map(|(from, to)| Stop {
            from: *from,
            to: *to,
        });
        if let Course::Free(free) = &mut self.plan.courses[usize::from(A)] {
            free.pauses = stops.filter(|stop| stop.to != Some(stop.from)).collect();
        }
        self
    }

    /// With A running its program so many times.
    #[must_use]
    pub fn a_rounds(mut self, rounds: u16) -> Experiment {
        if let Course::Free(free) = &mut self.plan.courses[usize::from(A)] {
            free.rounds = rounds;
        }
        self
    }

    /// With B coming at this tick.
    #[must_use]
    pub fn b_arrives(mut self, tick: u64) -> Experiment {
        if let Course::Free(free) = &mut self.plan.courses[usize::from(B)] {
            free.arrives = tick;
        }
        self
    }

    /// Without B.
    #[must_use]
    pub fn without_b(mut self) -> Experiment {
        self.plan.courses[usize::from(B)] = Course::Away;
        self
    }

    /// Cut off before this tick.
    #[must_use]
    pub fn until(mut self, tick: u64) -> Experiment {
        self.plan.until = Some(tick);
        self
    }

    /// The pause of A in the run as the guide has it: the tick it begins in, and the one in which A
    /// acts again.
    ///
    /// # Errors
    /// If the built-in schedule has no such pause.
    pub fn pause_of_a(&self) -> Result<(u64, u64), Defect> {
        let missing = || Defect::new("A is not paused");
        match &self.plan.courses[usize::from(A)] {
            Course::Free(free) => {
                let stop = free.pauses.first().ok_or_else(missing)?;
                Ok((stop.from, stop.to.ok_or_else(missing)?))
            }
            Course::Away | Course::Steps(_) => Err(missing()),
        }
    }

    /// The world it runs in.
    ///
    /// # Errors
    /// If a value does not fit the model.
    pub fn world(&self) -> Result<World, Defect> {
        Ok(file()?.world(&self.overrides)?)
    }

    /// Executes it.
    ///
    /// # Errors
    /// If the world does not allow it.
    pub fn run(&self) -> Result<Ran, Defect> {
        Ok(Ran::of(self.world()?, &self.plan)?)
    }
}

fn file() -> Result<&'static ScheduleFile, Defect> {
    GUIDE.as_ref().map_err(|error| Defect::from(error.clone()))
}
