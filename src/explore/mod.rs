//! The verb `explore`: a person walks through the world in a browser.
//!
//! The server is stateright's own Explorer, over the model that was searched; the page is ours.
//! stateright's page puts marks beside "current state" that say nothing about that state, and shows
//! that safety holds before anything was searched. Ours shows the verdicts of our own exhaustive
//! search, which is over before the server starts, and what the monitors say of each single step.
//!
//! [`serve`] takes the [`Listing`] of those verdicts; [`address`] is the address at which a
//! counterexample opens. Inside, `walk` is the model that stateright serves, `account` what it tells
//! the page about a path, `page` the files of the page, and `desk` the directory they are served from.

mod account;
mod address;
mod desk;
mod error;
mod listing;
mod page;
mod panics;
mod port;
mod serve;
mod walk;

pub use address::{address, start};
pub use error::ServeError;
pub use listing::{Finding, Listing};
pub use serve::serve;
