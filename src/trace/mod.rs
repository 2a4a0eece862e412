//! A path replayed for a person: absolute times, real tokens, the resource's value, and drawings of it.
//!
//! A search keeps neither times nor values, only what a verdict needs. [`Trace::replay`] takes the
//! events it found, walks the world once more and writes down what a person wants to see. Everything
//! that draws or tells takes its facts from the [`Trace`] and from nowhere else.
//!
//! Reading order: `replay` and `leases` (how a trace is made), `deed` (what a step did), `facts` (what
//! can be asked of a trace), then the drawings: [`timeline`], [`words`], [`svg`], [`mermaid`], and what
//! programs read: `snapshot` and [`view`], which [`json`] and [`itf`] are made of.

mod about;
mod deed;
mod describe;
mod facts;
mod faults;
pub(crate) mod harmless;
pub mod itf;
pub mod json;
mod leases;
pub mod mermaid;
mod phrase;
mod replay;
pub(crate) mod situation;
mod snapshot;
pub mod svg;
pub mod timeline;
mod value;
pub mod view;
pub mod words;
pub(crate) mod writes;

pub use about::About;
pub use describe::{describe_event, describe_node};
pub use faults::Faults;
pub use leases::{LeaseEnd, LeaseInterval};
pub(crate) use phrase::capital;
pub use snapshot::{ClientState, ResourceState, ServerState, Snapshot};

use crate::property::PropertySet;
use crate::search::Node;
use crate::world::{ClientId, Event, Observation, World};

/// A value of the resource: the clients whose writes it is made of, the oldest first. A client appends
/// itself to what it read.
pub type Value = Vec<ClientId>;

/// A path from the initial state, with everything a person wants to know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The world it happens in.
    pub world: World,
    /// The node before anything has happened.
    pub initial: Node,
    /// What happens, in order.
    pub steps: Vec<Step>,
    /// For an infinite execution: the steps from this position on are repeated for ever.
    pub loop_from: Option<usize>,
    /// Every lease that a server granted, in the order of the grants.
    pub leases: Vec<LeaseInterval>,
}

/// One event of a trace, and what it led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The absolute tick in which the event happens, from 0. An [`Event::Tick`] ends this tick, and what
    /// it brings about happens in the next one.
    pub tick: u64,
    /// The event.
    pub event: Event,
    /// What an onlooker saw of it, in order.
    pub seen: Vec<Observation>,
    /// The node after the event, with its real tokens.
    pub node: Node,
    /// The properties that the event violates, of those that were asked.
    pub violated: PropertySet,
    /// The resource's value after the event.
    pub value: Value,
    /// What each client has in memory after the event: what it read, or what it wrote after that.
    /// `None` if it has read and written nothing in this round.
    pub memory: Vec<Option<Value>>,
}
