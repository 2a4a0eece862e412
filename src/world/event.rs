//! What can happen next.

use super::{ClientId, Reach, ServerId, Stage, State, World};

/// One transition of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A paused client goes on where it stopped. Happens at the start of a tick, before any step.
    Resume(ClientId),
    /// A client takes the next step of its program.
    Act {
        /// Who acts.
        client: ClientId,
        /// The servers it reaches, if the step is an attempt to acquire; all of them otherwise.
        reaches: ServerSet,
    },
    /// A client stops instead of taking its step.
    Pause(ClientId),
    /// The tick ends.
    Tick,
}

/// A set of lock servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ServerSet(u64);

impl ServerSet {
    /// The first `servers` servers; 64 at most.
    #[must_use]
    pub fn all(servers: u8) -> ServerSet {
        ServerSet(u64::MAX >> (64 - u32::from(servers)))
    }

    /// Every non-empty subset of the first `servers` servers: the full set first, then the larger
    /// before the smaller.
    fn subsets(servers: u8) -> impl Iterator<Item = ServerSet> {
        let of_size = move |size| {
            let all = (1..=ServerSet::all(servers).0).map(ServerSet);
            all.filter(move |set| set.len() == size)
        };
        (1..=u32::from(servers)).rev().flat_map(of_size)
    }

    /// Whether the set contains this server.
    #[must_use]
    pub fn contains(self, server: ServerId) -> bool {
        self.0 >> server & 1 == 1
    }

    /// How many servers are in the set.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no server in the set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The servers in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = ServerId> {
        (0..64).filter(move |&server| self.contains(server))
    }
}

impl World {
    /// Everything that can happen in this state, always in the same order.
    ///
    /// Inside a tick, paused clients resume first, then every running client acts once, in any order,
    /// then the tick ends.
    #[must_use]
    pub fn events(&self, state: &State) -> Vec<Event> {
        let mut events = Vec::new();
        self.list_events(state, &mut events);
        events
    }

    /// As [`World::events`], added to a list that can be used again and again.
    pub fn list_events(&self, state: &State, events: &mut Vec<Event>) {
        for client in self.client_ids() {
            self.events_of(state, client, events);
        }
        if !state.clients.iter().any(super::Client::is_due) {
            events.push(Event::Tick);
        }
    }

    fn events_of(&self, state: &State, id: ClientId, events: &mut Vec<Event>) {
        let client = state.client(id);
        if client.pause.is_some() {
            if state.clients.iter().all(|client| !client.acted) {
                events.push(Event::Resume(id));
            }
            return;
        }
        if client.acted {
            return;
        }
        match client.stage {
            Stage::Away(None) => self.attempts(id, events),
            Stage::At(step) => {
                if step == 0 {
                    self.attempts(id, events);
                } else {
                    let reaches = ServerSet::all(self.lock.servers);
                    events.push(Event::Act {
                        client: id,
                        reaches,
                    });
                }
                if self.client(id).pausable && state.pauses_left != Some(0) {
                    events.push(Event::Pause(id));
                }
            }
            Stage::Away(Some(_)) | Stage::Done => {}
        }
    }

    fn attempts(&self, client: ClientId, events: &mut Vec<Event>) {
        match self.lock.reach {
            Reach::All => {
                events.push(Event::Act {
                    client,
                    reaches: ServerSet::all(self.lock.servers),
                });
            }
            Reach::Any => events.extend(
                ServerSet::subsets(self.lock.servers).map(|reaches| Event::Act { client, reaches }),
            ),
        }
    }

    /// Whether the event is a fault, which the adversary has to spend: a pause, or an attempt in which
    /// some servers could not be reached. Fewer faults make a cheaper counterexample.
    #[must_use]
    pub fn is_fault(&self, event: Event) -> bool {
        match event {
            Event::Pause(_) => true,
            Event::Act { reaches, .. } => reaches != ServerSet::all(self.lock.servers),
            Event::Resume(_) | Event::Tick => false,
        }
    }
}
