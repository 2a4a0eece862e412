//! Sweeps: one or two numbers of a model vary, and every cell of the grid gets its verdicts.
//!
//! [`Axis`] reads `lock.ttl=1..40`, [`Plan`] builds the world of every cell and finds what is wrong
//! before anything is computed, [`Plan::compute`] explores the cells on all cores, and a [`Grid`]
//! holds what was found. A grid can be drawn as text ([`Grid::draw_text`]) or as a picture
//! ([`picture`]), written as a table ([`csv`], [`json`]), described by a [`boundary`], or held against
//! a [`Formula`].

mod axis;
pub mod boundary;
mod compare;
mod compute;
mod csv;
mod fixed;
pub mod formula;
mod grid;
mod json;
pub mod picture;
mod plan;
mod report;
mod sentences;
mod target;
mod text;
mod ticks;

pub use axis::Axis;
pub use compare::{Comparison, Prediction};
pub use compute::{CellFailure, Effort};
pub use csv::csv;
pub use formula::Formula;
pub use grid::{Cell, Grid, Kind};
pub use json::{FORMAT, json};
pub use plan::{MOST_CELLS, Plan};
pub use report::{Measured, report};
pub use target::{Target, TargetError};

/// The model that a sweep is about when none is named.
pub const DEFAULT_MODEL: &str = "pause-against-lease";
