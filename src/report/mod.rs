//! Verdicts for people and for machines.

mod advice;
pub mod catalogue;
mod command;
pub mod github;
pub mod human;
pub mod json;
pub mod junit;
mod paint;
mod verdict;
mod world_line;

pub use command::Invocation;
pub use world_line::world_line;
