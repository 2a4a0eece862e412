//! Verdicts for people and for machines.

mod advice;
mod command;
pub mod human;
pub mod json;
pub(crate) mod paint;
pub mod schedule;
mod world_line;

pub use command::Invocation;
pub use world_line::world_line;
