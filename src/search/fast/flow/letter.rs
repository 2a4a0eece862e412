//! What workers send to one another.

use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::operators::generic::OutputBuilderSession;

use crate::search::fast::moment::Moment;

/// States on their way to the worker that keeps them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Letter {
    pub(super) to: u64,
    pub(super) from: u64,
    /// How many states the sender has found so far.
    pub(super) found: u64,
    pub(super) stop: Option<Stop>,
    #[serde(with = "serde_bytes")]
    pub(super) states: Vec<u8>,
}

/// That the search has to end early.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Stop {
    /// At once: a limit has been reached.
    Now,
    /// After the level of this moment: there is something wrong with one of its states. The level is
    /// finished first, so that the same is found wrong whoever finds it.
    After(Moment),
}

/// How many bytes of states make a letter.
pub(super) const LETTER: usize = 1 << 14;

/// Where letters are put that are to be sent.
pub(super) type Output<'a, 'b> =
    &'a mut OutputBuilderSession<'b, Moment, CapacityContainerBuilder<Vec<Letter>>>;
