//! The world: lock servers, clients, the resource they protect, and the rules of motion.
//!
//! A [`World`] holds what stays the same during an execution, a [`State`] what changes.
//! [`World::events`] says what can happen next, [`World::apply`] makes it happen and reports what an
//! onlooker would have seen, as [`Observation`]s. Everything here is pure and deterministic: no I/O,
//! no clock, no randomness, and no knowledge of properties or of how the space is searched.
//!
//! Reading order: `setup` (what a world is made of), `state`, `event`, then the three actors
//! `server`, `client`, `resource`, and `time`. [`rank`] explains why a world whose clients
//! loop for ever has finitely many states.

mod bounds;
mod client;
mod event;
mod observation;
pub mod rank;
mod resource;
mod server;
mod setup;
mod state;
mod time;

pub use event::{Event, ServerSet};
pub use observation::Observation;
pub use setup::{
    Adversary, Arrival, Bound, ClientSetup, Expiry, Fencing, Lock, Pauses, Reach, SeededFault,
    Step, World,
};
pub use state::{Client, Lease, Pause, Resource, Server, Stage, State};

/// A number of ticks. One tick is the time a running client needs for one step of its program.
pub type Ticks = u16;

/// A client, by its position in [`World::clients`].
pub type ClientId = u8;

/// A lock server, by its position, from 0.
pub type ServerId = u8;

/// A fencing token. Zero stands for "no token seen yet"; the first grant carries 1.
///
/// While a space is searched tokens may be renamed to their rank (see [`rank`]); when a path is
/// replayed for a person they are the real ones.
pub type Token = u32;

/// The version of the resource's value: how many writes it has accepted. Renamed like tokens.
pub type Version = u32;
