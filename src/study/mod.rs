//! The study guide, section by section: what it claims, computed.
//!
//! The runs of the guide are written schedules ([`crate::schedule`]), executed as paths of the world
//! that `check` searches. Where the guide stops at a table, a search says what the table could not
//! see. No number in the output is typed in: each is read off a run or a search.
//!
//! Reading order: `lab` (the run of section 6.1 and how to change it), then one file a section, and
//! [`grid`] for the lengths of leases and pauses.

mod arithmetic;
mod corrupted;
mod defect;
mod fenced;
pub mod grid;
pub mod lab;
mod lease_lengths;
mod no_expiry;
mod questions;
mod recheck;
mod search;
mod section;
mod servers;
mod strict;
mod table;
mod vanishing;

pub use defect::Defect;
pub use section::{Section, UnknownSection, tell};
