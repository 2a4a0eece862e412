//! Traces: what is replayed, drawn and told.

mod audit;
mod pictures;
mod replay;
mod stories;
mod walks;
mod worlds;
