//! Why a world does not allow what a schedule says.

use std::fmt;

use crate::property::PropertySet;
use crate::search::Checked;
use crate::trace::{Trace, describe_event};
use crate::world::{ClientId, Event, Step, World};

/// What keeps a schedule from being a path of its world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The client that cannot do what is written.
    pub client: ClientId,
    /// The absolute tick at which it shows.
    pub tick: u64,
    /// What of the schedule is wrong.
    pub spot: Spot,
    pub(super) trouble: Trouble,
    /// The last thing that the client did before.
    pub(super) last: Option<String>,
}

/// A part of a client's course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The client as a whole.
    Client,
    /// The pause with this position.
    Pause(usize),
    /// The written step with this position.
    Step(usize),
}

/// What the trouble is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Another step is next in the client's program.
    NotNext { step: Step, next: Step },
    /// In this world the client arrives at this later tick.
    ArrivesLater(u64),
    /// In this world the client has arrived already, and must act or be paused.
    HasArrived,
    /// In this world the client begins another round at once.
    BeginsAgain,
    /// In this world the client has no round left.
    RoundsAreOver,
    /// The client has not asked for the lock yet.
    PausedBeforeArrival,
    /// The client has finished.
    PausedAfterEnd,
    /// The client is never paused in this world.
    NotPausable,
    /// There are no more pauses in this world.
    NoPausesLeft,
    /// The world ends the pause before the schedule does.
    TooLong,
    /// Somebody asks for ever.
    NoEnd,
}

impl Obstacle {
    /// "tick 12: B asks and is denied": what the client did last on this path.
    pub(super) fn last_deed(world: &World, path: &[Event], client: ClientId) -> Option<String> {
        let model = Checked::new(world.clone(), PropertySet::EMPTY);
        let trace = Trace::replay(&model, path, None);
        let position = trace.steps.iter().rposition(
            |step| matches!(step.event, Event::Act { client: who, .. } if who == client),
        )?;
        let step = &trace.steps[position];
        let deed = describe_event(world, trace.before(position), step.event);
        Some(format!("tick {}: {deed}", step.tick))
    }

    /// What is wrong, in one line without a full stop.
    #[must_use]
    pub fn title(&self, world: &World) -> String {
        let name = &world.client(self.client).name;
        let tick = self.tick;
        match self.trouble {
            Trouble::NotNext { step, next } => format!(
                "{name} cannot `{}` at tick {tick}: its next step is `{}`",
                step.name(),
                next.name()
            ),
            Trouble::ArrivesLater(at) => {
                format!("{name} cannot act at tick {tick}: in this model it arrives at tick {at}")
            }
            Trouble::HasArrived => {
                format!("{name} has to act at tick {tick}: in this model it has arrived by then")
            }
            Trouble::BeginsAgain => format!(
                "{name} has to act at tick {tick}: in this model it begins another round at once"
            ),
            Trouble::RoundsAreOver => {
                format!("{name} cannot act at tick {tick}: it has finished all its rounds")
            }
            Trouble::PausedBeforeArrival => {
                format!("{name} cannot be paused at tick {tick}: it has not asked for the lock yet")
            }
            Trouble::PausedAfterEnd => {
                format!("{name} has finished by tick {tick}, before this pause begins")
            }
            Trouble::NotPausable => {
                format!("{name} cannot be paused at tick {tick}: in this model it never is")
            }
            Trouble::NoPausesLeft => {
                format!("{name} cannot be paused at tick {tick}: this model allows no more pauses")
            }
            Trouble::TooLong => {
                format!(
                    "{name} cannot be paused at tick {tick} any longer: {}",
                    limit(world)
                )
            }
            Trouble::NoEnd => {
                format!("the run does not end: {name} has not finished by tick {tick}")
            }
        }
    }

    /// What to say beneath the underlined words.
    pub(super) fn label(&self) -> String {
        match (self.trouble, self.spot) {
            (Trouble::NotNext { next, .. }, _) => format!("`{}` comes first", next.name()),
            (Trouble::TooLong, Spot::Step(_)) => {
                "the pause after this step is too long".to_string()
            }
            (Trouble::TooLong, _) => "too long".to_string(),
            (Trouble::NotPausable | Trouble::NoPausesLeft, Spot::Step(_)) => {
                "nothing is written for the tick after this one, so it would be a pause".to_string()
            }
            (_, Spot::Pause(_)) => "this pause".to_string(),
            (_, Spot::Step(_)) => "this step".to_string(),
            (_, Spot::Client) => "this client".to_string(),
        }
    }

    /// Ways out.
    pub(super) fn help(&self, world: &World) -> Option<String> {
        let name = &world.client(self.client).name;
        match self.trouble {
            Trouble::NotNext { .. } | Trouble::PausedAfterEnd => None,
            Trouble::ArrivesLater(at) => Some(format!(
                "let it come at tick {at}, or set `\"client.{name}.arrives\" = \"any\"`"
            )),
            Trouble::HasArrived => Some(format!(
                "let it come earlier, or set `\"client.{name}.arrives\" = \"any\"`"
            )),
            Trouble::BeginsAgain => Some(format!(
                "set `\"client.{name}.rounds\" = 1`, or `\"client.{name}.arrives\" = \"any\"`"
            )),
            Trouble::RoundsAreOver => Some(format!("set `\"client.{name}.rounds\" = \"any\"`")),
            Trouble::PausedBeforeArrival => Some("let it come later instead".to_string()),
            Trouble::NotPausable => Some(format!("set `\"client.{name}.pausable\" = true`")),
            Trouble::NoPausesLeft | Trouble::TooLong => {
                Some("set `\"adversary.pauses\" = \"any\"`".to_string())
            }
            Trouble::NoEnd => {
                Some("say where the run stops, for example `until = 100`".to_string())
            }
        }
    }
}

fn limit(world: &World) -> String {
    match world.adversary.pauses.length {
        Some(1) => "in this model a pause lasts 1 tick at most".to_string(),
        Some(most) => format!("in this model a pause lasts {most} ticks at most"),
        None => "its pause has ended".to_string(),
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the world does not allow the schedule at tick {}: {:?}",
            self.tick, self.trouble
        )
    }
}

impl std::error::Error for Obstacle {}
