//! `stuck-lock`: a way in, then a loop in which a running client asks and nobody is granted.
//!
//! The explored graph is finite, so an infinite execution in which nobody is granted from some point
//! on stays, from some point on, inside one strongly connected part of the graph without the
//! transitions that grant. If such a part has a transition in which a client asks, the part is a
//! counterexample, and without one there is none.

use std::collections::HashMap;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::plain::cheapest_path;

/// A transition by which nobody is granted the lock.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: usize,
    /// Where it leads.
    pub to: usize,
    /// Its place among the events of the state it starts from.
    pub choice: usize,
    /// Whether it is a fault.
    pub is_fault: bool,
    /// Whether a client asks in it.
    pub asks: bool,
}

/// A loop, and the state in which it begins and ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// The state that the way in leads to.
    pub entry: usize,
    /// What is chosen in each state of the loop.
    pub choices: Vec<usize>,
}

/// Finds the loop in which clients ask and nobody is granted, if there is one: without faults inside
/// the loop if possible, then with the cheapest way in to a state in which a client asks, then the
/// cheapest way back; of ways that cost the same, the one whose choices come first. `best` says which of some states has the cheapest way in.
#[must_use]
pub fn find(
    states: usize,
    edges: &[Edge],
    best: impl Fn(Vec<usize>) -> Option<usize>,
) -> Option<Lasso> {
    let without_faults: Vec<_> = edges
        .iter()
        .copied()
        .filter(|edge| !edge.is_fault)
        .collect();
    find_among(states, &without_faults, &best).or_else(|| find_among(states, edges, &best))
}

fn find_among(
    states: usize,
    edges: &[Edge],
    best: impl Fn(Vec<usize>) -> Option<usize>,
) -> Option<Lasso> {
    let part = strongly_connected_parts(states, edges);
    let inside: Vec<_> = edges
        .iter()
        .copied()
        .filter(|edge| part[edge.from] == part[edge.to])
        .collect();
    let asking = || inside.iter().filter(|edge| edge.asks);
    let entry = best(asking().map(|edge| edge.from).collect())?;
    let ask = asking()
        .filter(|edge| edge.from == entry)
        .min_by_key(|edge| edge.choice)?;
    let mut choices = vec![ask.choice];
    choices.extend(way_back(&inside, ask.to, ask.from));
    Some(Lasso {
        entry: ask.from,
        choices,
    })
}

/// For each state the strongly connected part it belongs to.
fn strongly_connected_parts(states: usize, edges: &[Edge]) -> Vec<usize> {
    let mut graph = DiGraph::<(), (), usize>::with_capacity(states, edges.len());
    for _ in 0..states {
        graph.add_node(());
    }
    for edge in edges {
        graph.add_edge(NodeIndex::new(edge.from), NodeIndex::new(edge.to), ());
    }
    let mut part = vec![0; states];
    for (number, members) in kosaraju_scc(&graph).into_iter().enumerate() {
        for member in members {
            part[member.index()] = number;
        }
    }
    part
}

/// The cheapest choices that lead from one state of a strongly connected part to another.
fn way_back(edges: &[Edge], from: usize, to: usize) -> Vec<usize> {
    let mut leaving: HashMap<usize, Vec<&Edge>> = HashMap::new();
    for edge in edges {
        leaving.entry(edge.from).or_default().push(edge);
    }
    let successors = |state: &usize| {
        let edges = leaving.get(state).into_iter().flatten();
        edges
            .map(|edge| (edge.choice, edge.is_fault, edge.to))
            .collect()
    };
    cheapest_path(from, &to, successors).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: usize, to: usize, asks: bool) -> Edge {
        Edge {
            from,
            to,
            choice: 0,
            is_fault: false,
            asks,
        }
    }

    /// States are cheaper the lower their number.
    fn find_in(edges: &[Edge]) -> Option<Lasso> {
        find(4, edges, |states| states.into_iter().min())
    }

    #[test]
    fn a_loop_without_anybody_asking_is_no_lasso() {
        assert_eq!(
            find_in(&[edge(0, 1, true), edge(1, 2, false), edge(2, 1, false)]),
            None
        );
    }

    #[test]
    fn asking_without_a_way_back_is_no_lasso() {
        assert_eq!(
            find_in(&[edge(0, 1, true), edge(0, 2, true), edge(1, 3, true)]),
            None
        );
    }

    #[test]
    fn a_loop_in_which_somebody_asks_is_one() {
        let edges = [
            edge(0, 1, false),
            edge(1, 2, true),
            edge(2, 3, false),
            edge(3, 1, false),
        ];
        assert_eq!(
            find_in(&edges),
            Some(Lasso {
                entry: 1,
                choices: vec![0, 0, 0]
            })
        );
        assert_eq!(
            find_in(&[edge(2, 2, true)]),
            Some(Lasso {
                entry: 2,
                choices: vec![0]
            })
        );
    }

    #[test]
    fn a_loop_without_faults_is_preferred() {
        let faulty = Edge {
            is_fault: true,
            ..edge(0, 0, true)
        };
        assert_eq!(
            find_in(&[faulty, edge(2, 2, true)]).map(|lasso| lasso.entry),
            Some(2)
        );
        assert_eq!(find_in(&[faulty]).map(|lasso| lasso.entry), Some(0));
    }
}
