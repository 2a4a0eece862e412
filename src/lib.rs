//! Fencepost explores every schedule of a distributed lock, its clients and the resource they
//! protect, and says which promises hold, with the cheapest schedule that breaks each one that does
//! not.
//!
//! Data flows one way: a model file becomes a [`spec`], a spec becomes a [`world`], a [`search`] walks
//! the world and feeds [`property`] monitors, an outcome becomes a [`trace`], a trace becomes a
//! [`report`], or is walked through in a browser ([`explore`]). [`check`] leads from one end to the
//! other. Nothing knows what comes after it.
//!
//! A [`schedule`] is one path of a world, written down by a person instead of found by a search; the
//! [`study`] of the guide that the project starts from is made of them.

pub mod check;
pub mod explore;
pub mod property;
pub mod report;
pub mod schedule;
pub mod search;
pub mod spec;
pub mod study;
pub mod sweep;
pub mod trace;
pub mod world;
