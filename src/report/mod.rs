//! Verdicts for people and for machines.

mod advice;
mod case;
pub mod catalogue;
mod command;
pub mod files;
mod finding;
mod form;
pub mod github;
pub mod html;
pub mod human;
pub mod json;
pub mod junit;
pub(crate) mod paint;
pub mod schedule;
mod verdict;
mod world_line;

pub(crate) use advice::advice;
pub use case::Case;
pub use command::Invocation;
pub use form::Form;
pub use human::WIDTH;
pub(crate) use human::{grouped, wrapped};
pub(crate) use paint::Paint;
pub use world_line::world_line;
