//! The whole explored space: the states of all workers together.

use std::sync::Arc;

use super::Job;
use super::store::{Store, hash};
use crate::search::plain::Cost;

/// The states of all workers.
#[derive(Debug)]
pub(super) struct Space {
    /// What was searched.
    pub(super) job: Arc<Job>,
    /// The states of each worker.
    pub(super) stores: Vec<Store>,
}

/// Where a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The worker that keeps it.
    pub(super) worker: usize,
    /// Its number there.
    pub(super) number: u32,
}

impl Space {
    /// The space of which each worker has its store.
    pub(super) fn new(job: &Arc<Job>, stores: Vec<Store>) -> Space {
        Space {
            job: Arc::clone(job),
            stores,
        }
    }

    /// Where a packed representative is.
    #[inline]
    pub(super) fn find(&self, state: &[u8]) -> Option<Place> {
        let worker = self.job.likeness.keeper(state, self.stores.len());
        let number = self.stores[worker].find(state, hash(state))?;
        Some(Place { worker, number })
    }

    /// A state by its place.
    pub(super) fn state(&self, place: Place) -> &[u8] {
        self.stores[place.worker].state(place.number)
    }

    /// The cost of a state.
    pub(super) fn cost(&self, place: Place) -> Cost {
        self.stores[place.worker].cost(place.number)
    }

    /// All costs of which there are states, in order.
    pub(super) fn costs(&self) -> Vec<Cost> {
        let mut costs: Vec<_> = self.stores.iter().flat_map(Store::costs).collect();
        costs.sort_unstable();
        costs.dedup();
        costs
    }

    /// The places of all states of this cost.
    pub(super) fn level(&self, cost: Cost) -> impl Iterator<Item = Place> + '_ {
        let stores = self.stores.iter().enumerate();
        stores.flat_map(move |(worker, store)| {
            store
                .level(cost)
                .map(move |number| Place { worker, number })
        })
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.stores.iter().map(|store| store.len() as usize).sum()
    }
}
