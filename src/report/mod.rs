//! Verdicts for people and for machines.

mod advice;
mod command;
pub mod human;
pub mod json;
pub(crate) mod paint;
pub mod schedule;
mod world_line;

pub(crate) use advice::advice;
pub use command::Invocation;
pub use human::WIDTH;
pub(crate) use human::{grouped, wrapped};
pub(crate) use paint::Paint;
pub use world_line::world_line;
