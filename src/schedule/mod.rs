//! A written schedule: who does what at which tick.
//!
//! A search looks at every schedule of a world. Here a person writes down one, and it is executed as
//! a path of the same world: in every state the written event is looked up among
//! [`World::events`](crate::world::World::events), and what is not among them is a mistake in the
//! schedule. There is no second implementation of the protocol, and nothing can be written that a
//! search would not find.
//!
//! Reading order: `plan` (what a schedule says), `execute` (how it becomes a path), `obstacle` (why it
//! cannot), `ran` (what can be asked of the path), then `file` and the readers beneath it (from TOML to
//! a plan), and [`catalogue`].

pub mod catalogue;
mod client;
mod execute;
mod file;
mod keys;
mod model;
mod obstacle;
mod places;
mod plan;
mod ran;
mod step;

pub use execute::execute;
pub use file::ScheduleFile;
pub use obstacle::{Obstacle, Spot};
pub use plan::{Course, Free, Plan, Stop, WrittenStep};
pub use ran::Ran;
