//! Sweeps: the dense grid against its formula, what is written, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../common/process.rs"]
mod process;

mod command;
mod dense;
mod files;
mod mistakes;
