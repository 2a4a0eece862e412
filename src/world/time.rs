//! Time passes, and clients are stopped in it.

use super::observation::Observation::{self, Expired, Paused, Resumed, Ticked};
use super::state::Pause;
use super::{ClientId, ServerId, Stage, State, World};

impl World {
    /// The client stops; the tick is lost to it.
    pub(super) fn pause(&self, state: &mut State, id: ClientId, seen: &mut Vec<Observation>) {
        state.pauses_left = state.pauses_left.map(|left| left - 1);
        let client = state.client_mut(id);
        client.pause = Some(Pause {
            remaining: self.adversary.pauses.length,
        });
        client.acted = true;
        seen.push(Paused(id));
    }

    /// The tick ends: what was remaining is one less, and everybody may act again.
    pub(super) fn tick(&self, state: &mut State, seen: &mut Vec<Observation>) {
        seen.push(Ticked);
        for (number, server) in (0..).zip(&mut state.servers) {
            let number: ServerId = number;
            seen.extend(server.tick().map(|holder| Expired(number, holder)));
        }
        for (id, client) in (0..).zip(&mut state.clients) {
            client.acted = false;
            client.deadline = client.deadline.map(|left| left.saturating_sub(1));
            match client.stage {
                Stage::Away(Some(1)) => client.stage = Stage::At(0),
                Stage::Away(Some(left)) => client.stage = Stage::Away(Some(left - 1)),
                Stage::Away(None) | Stage::At(_) | Stage::Done => {}
            }
            match client.pause.and_then(|pause| pause.remaining) {
                Some(1) => {
                    client.pause = None;
                    seen.push(Resumed(id));
                }
                Some(left) => {
                    client.pause = Some(Pause {
                        remaining: Some(left - 1),
                    });
                }
                None => {}
            }
        }
    }
}
