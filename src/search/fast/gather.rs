//! What process 0 has to learn from the others when the search is over.
//!
//! Every worker tells every other what it has found. Then each knows up to which cost paths have to be
//! worked out, and the workers of the other processes send process 0 their states up to there: all of
//! them if loops have to be looked for, none if nothing was violated.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use timely::ExchangeData;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::ToStream;
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;

use super::Job;
use super::flow::{Share, Summary, run};
use super::store::{Store, hash};
use crate::property::Property;
use crate::search::Limit;
use crate::search::plain::Cost;

/// What worker 0 knows in the end, and each other worker of its process.
#[derive(Debug)]
pub(super) struct Gathered {
    /// The worker's own states.
    pub(super) share: Share,
    /// What all workers have to tell.
    pub(super) summaries: Vec<Summary>,
    /// Worker 0: the states of workers in other processes, by worker.
    pub(super) foreign: BTreeMap<usize, Store>,
    /// Worker 0: what kept it from taking all of them.
    pub(super) limit: Option<Limit>,
}

/// States of one cost that one worker keeps.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Parcel {
    to: u64,
    from: usize,
    cost: Cost,
    #[serde(with = "serde_bytes")]
    states: Vec<u8>,
}

/// How many states travel in one parcel.
const PARCEL: u32 = 4096;

/// Tells the others, and takes what is needed. `None` if a peer was lost.
pub(super) fn gather(worker: &mut Worker, job: &Arc<Job>, share: Share) -> Option<Gathered> {
    let summaries = tell_all(worker, job, &share.summary)?;
    let is_foreign = worker.index() >= job.threads;
    let share = Rc::new(share);
    let sent = Rc::clone(&share);
    let levels = if is_foreign {
        needed(job, &summaries, &share.store)
    } else {
        Vec::new()
    };
    let parcels = levels.into_iter().flat_map(move |(cost, first, end)| {
        let share = Rc::clone(&sent);
        (first..end)
            .step_by(PARCEL as usize)
            .map(move |first| Parcel {
                to: 0,
                from: share.summary.worker,
                cost,
                states: (first..end.min(first + PARCEL))
                    .flat_map(|number| share.store.state(number).iter().copied())
                    .collect(),
            })
    });
    let mut foreign = BTreeMap::new();
    let mut limit = None;
    let received = exchange(worker, job, parcels, |parcel: &Parcel| parcel.to)?;
    for parcel in received {
        let store = foreign.entry(parcel.from).or_insert_with(|| job.store());
        if limit.is_none() {
            limit = take(store, job.codec.width(), &parcel).err();
        }
    }
    let share = Rc::into_inner(share)?;
    Some(Gathered {
        share,
        summaries,
        foreign,
        limit,
    })
}

fn take(store: &mut Store, width: usize, parcel: &Parcel) -> Result<(), Limit> {
    if store.costs().last() != Some(parcel.cost) {
        let first = store.len();
        store.begin_level(parcel.cost, first);
    }
    for state in parcel.states.chunks_exact(width) {
        store.insert(state, hash(state))?;
    }
    Ok(())
}

/// The levels of a store that process 0 needs: their cost and their states.
fn needed(job: &Job, summaries: &[Summary], store: &Store) -> Vec<(Cost, u32, u32)> {
    let cut_off = summaries.iter().any(|summary| summary.cut_off.is_some());
    let first = summaries
        .iter()
        .flat_map(|summary| summary.first.iter().flatten().copied());
    let troubles = summaries.iter().flat_map(|summary| &summary.troubles);
    let troubles: Vec<_> = troubles.map(|trouble| trouble.cost).collect();
    let stuck = job.model.asked.contains(Property::StuckLock);
    let all = stuck && !cut_off && troubles.is_empty();
    let last = first.chain(troubles).max();
    let levels = store
        .costs()
        .filter(|cost| all || last.is_some_and(|last| *cost <= last));
    levels
        .map(|cost| {
            let level = store.level(cost);
            (cost, level.start, level.end)
        })
        .collect()
}

fn tell_all(worker: &mut Worker, job: &Arc<Job>, own: &Summary) -> Option<Vec<Summary>> {
    let letters: Vec<_> = (0..worker.peers() as u64)
        .map(|to| (to, own.clone()))
        .collect();
    let told = exchange(worker, job, letters, |letter: &(u64, Summary)| letter.0)?;
    let mut summaries: Vec<_> = told.into_iter().map(|(_, summary)| summary).collect();
    summaries.sort_by_key(|summary| summary.worker);
    Some(summaries)
}

/// Sends everything to the worker that it is for. The answer is what was for this one, what came
/// from one worker in its order. `None` if a peer was lost.
fn exchange<D: ExchangeData>(
    worker: &mut Worker,
    job: &Job,
    items: impl IntoIterator<Item = D> + 'static,
    to: impl Fn(&D) -> u64 + 'static,
) -> Option<Vec<D>> {
    let received = Rc::new(RefCell::new(Vec::new()));
    let inbox = Rc::clone(&received);
    worker.dataflow::<u64, _, _>(move |scope| {
        items.to_stream(scope).container::<Vec<D>>().sink(
            Exchange::new(to),
            "receive",
            move |(input, _)| {
                input.for_each_stamp(|_, items| {
                    let items = items.flat_map(|items| items.drain(..));
                    inbox.borrow_mut().extend(items);
                });
            },
        );
    });
    run(worker, job)?;
    Rc::into_inner(received).map(RefCell::into_inner)
}
