//! Verdicts for people and for machines.

mod advice;
mod command;
pub mod human;
pub mod json;
mod paint;
mod world_line;

pub use command::Invocation;
pub use world_line::world_line;
