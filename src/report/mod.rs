//! Verdicts for people and for machines.

mod advice;
mod case;
mod command;
pub mod files;
mod form;
pub mod html;
pub mod human;
pub mod json;
mod paint;
mod world_line;

pub use case::Case;
pub use command::Invocation;
pub use form::Form;
pub use world_line::world_line;
