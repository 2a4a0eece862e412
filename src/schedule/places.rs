//! Where a schedule says what it says, so that an obstacle can be shown where it was written.

use super::obstacle::{Obstacle, Spot};
use crate::spec::SpecError;
use crate::spec::text::Place;
use crate::world::{ClientId, World};

/// The places of a plan.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// One for each client of the world.
    pub clients: Vec<ClientPlaces>,
}

/// The places of a client's course.
#[derive(Clone, Debug)]
pub(super) struct ClientPlaces {
    /// Where it says when the client comes, or else its name.
    pub client: Place,
    /// One for each pause.
    pub pauses: Vec<Place>,
    /// One for each written step.
    pub steps: Vec<Place>,
}

impl ClientPlaces {
    pub(super) fn new(client: &Place) -> ClientPlaces {
        ClientPlaces {
            client: client.clone(),
            pauses: Vec::new(),
            steps: Vec::new(),
        }
    }
}

impl Places {
    /// The obstacle as a mistake in the file.
    pub(super) fn mistake(&self, obstacle: &Obstacle, world: &World) -> SpecError {
        let place = self.place(obstacle.client, obstacle.spot);
        let mistake = SpecError::at(place, obstacle.title(world), obstacle.label());
        let mistake = match &obstacle.last {
            Some(last) => mistake.note(format!("what it did last: {last}")),
            None => mistake,
        };
        mistake.help(obstacle.help(world))
    }

    fn place(&self, client: ClientId, spot: Spot) -> &Place {
        let places = &self.clients[usize::from(client)];
        let place = match spot {
            Spot::Pause(position) => places.pauses.get(position),
            Spot::Step(position) => places.steps.get(position),
            Spot::Client => None,
        };
        place.unwrap_or(&places.client)
    }
}
