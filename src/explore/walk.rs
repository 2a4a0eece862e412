//! The model that stateright serves: the searched world, walked by a person.
//!
//! It differs from [`Checked`] in three ways, all for the sake of the page:
//!
//! - A [`Place`] knows the way that led to it, and keeps the real tokens. The searched space is finite
//!   because it forgets both.
//! - Everywhere there is one more move, [`Move::LookBack`], behind those of the world. It changes
//!   nothing; its outcome is the account of the whole way, and it alone has a drawing. So a path of
//!   any length opens with one request, and nothing is drawn that is not looked at: stateright asks for
//!   the drawing of every move that is possible next.
//! - It has no properties. stateright's server brings a checker along, whose counters and marks would
//!   compete with the verdicts of our own search, and which, once told to run (any page in the browser
//!   can tell it), would fill the memory with this infinite space. A model without properties leaves it
//!   nothing to do: it stops before its first state.

use std::fmt;

use stateright::{Model, Path, Property};

use super::account::{self, Account};
use crate::search::{Checked, Counterexample, Node};
use crate::trace::{self, Trace};
use crate::world::Event;

/// The searched world, walked by a person.
pub(super) struct Walk {
    checked: Checked,
    /// The ways that are known to end in a loop.
    loops: Vec<Counterexample>,
}

/// A state of the world and the way that led to it.
#[derive(Clone, PartialEq, Hash)]
pub(super) struct Place {
    node: Node,
    way: Vec<Event>,
}

/// What a person can do next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Move {
    /// Let this happen.
    Happens(Event),
    /// Stay, and be told how one got here.
    LookBack,
}

impl Walk {
    pub(super) fn new(checked: Checked, loops: Vec<Counterexample>) -> Walk {
        Walk { checked, loops }
    }

    fn after(&self, place: &Place, event: Event) -> Place {
        let node = self
            .checked
            .step_unrenamed(&place.node, event, &mut Vec::new());
        let mut way = place.way.clone();
        way.push(event);
        Place { node, way }
    }

    fn draw(&self, way: &[Event]) -> String {
        let known = self.loops.iter().find(|found| found.events == way);
        let loop_from = known.and_then(|found| found.loop_from);
        trace::svg::draw(&Trace::replay(&self.checked, way, loop_from))
    }
}

impl Model for Walk {
    type State = Place;
    type Action = Move;

    fn init_states(&self) -> Vec<Place> {
        vec![Place {
            node: self.checked.initial(),
            way: Vec::new(),
        }]
    }

    fn actions(&self, place: &Place, moves: &mut Vec<Move>) {
        let events = self.checked.world.events(&place.node.state);
        moves.extend(events.into_iter().map(Move::Happens));
        moves.push(Move::LookBack);
    }

    fn next_state(&self, place: &Place, what: Move) -> Option<Place> {
        Some(match what {
            Move::Happens(event) => self.after(place, event),
            Move::LookBack => place.clone(),
        })
    }

    fn properties(&self) -> Vec<Property<Walk>> {
        Vec::new()
    }

    /// What the page is told about the move, as JSON.
    fn format_step(&self, place: &Place, what: Move) -> Option<String> {
        let told = match what {
            Move::Happens(event) => {
                let next = self.after(place, event);
                serde_json::to_string(&account::step(
                    &self.checked,
                    &place.node,
                    event,
                    &next.node,
                ))
            }
            Move::LookBack => serde_json::to_string(&Account::of(&self.checked, &place.way)),
        };
        told.ok()
    }

    fn as_svg(&self, path: Path<Place, Move>) -> Option<String> {
        let steps = path.into_vec();
        let (place, what) = steps.iter().nth_back(1)?;
        (*what == Some(Move::LookBack)).then(|| self.draw(&place.way))
    }
}

/// stateright sends the `Debug` text of every possible next state along. The page has no use for it.
impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {} steps", self.way.len())
    }
}
