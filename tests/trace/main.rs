//! Traces: what is replayed, drawn and told.

mod audit;
#[path = "../common/mod.rs"]
mod common;
mod pictures;
mod replay;
mod stories;
mod walks;
mod worlds;
