//! A client: runs its program step by step, one step a tick.

use super::observation::Observation::{self, *};
use super::resource::Write;
use super::{
    Arrival, Bound, Client, ClientId, Event, Fencing, SeededFault, ServerSet, Stage, State, Step,
    World,
};

impl World {
    /// Makes the event happen in `state`, and adds what was seen of it to `seen`.
    ///
    /// # Panics
    /// May panic if the event is not one of [`World::events`] in this state.
    #[must_use]
    pub fn apply(&self, state: &State, event: Event, seen: &mut Vec<Observation>) -> State {
        let mut next = state.clone();
        self.apply_to(&mut next, event, seen);
        next
    }

    /// As [`World::apply`], without a copy: the state before is gone.
    ///
    /// # Panics
    /// May panic if the event is not one of [`World::events`] in this state.
    pub fn apply_to(&self, state: &mut State, event: Event, seen: &mut Vec<Observation>) {
        match event {
            Event::Act { client, reaches } => {
                Turn {
                    world: self,
                    state,
                    seen,
                    id: client,
                }
                .act(reaches);
            }
            Event::Pause(client) => self.pause(state, client, seen),
            Event::Resume(client) => {
                state.client_mut(client).pause = None;
                seen.push(Resumed(client));
            }
            Event::Tick => self.tick(state, seen),
        }
    }
}

/// One client's turn in one tick.
struct Turn<'a> {
    world: &'a World,
    state: &'a mut State,
    seen: &'a mut Vec<Observation>,
    id: ClientId,
}

impl Turn<'_> {
    fn act(&mut self, reaches: ServerSet) {
        self.me().acted = true;
        match self.step() {
            Step::Acquire => self.acquire(reaches),
            Step::Read => self.read(),
            Step::Write => self.write(),
            Step::Release => self.release(),
            Step::Check => self.check(),
            Step::CheckDeadline => self.check_deadline(),
            Step::Seal => self.seal(),
        }
    }

    /// The step that is next. A client that takes its first step has arrived.
    fn step(&mut self) -> Step {
        let position = match self.me().stage {
            Stage::At(position) => position,
            Stage::Away(_) | Stage::Done => 0,
        };
        self.me().stage = Stage::At(position);
        self.world.client(self.id).program[usize::from(position)]
    }

    /// Asks every server it reaches, keeps the grants if they are a majority, and otherwise hands
    /// them back at once (study guide, 5.2). The token is the highest of the majority's.
    fn acquire(&mut self, reaches: ServerSet) {
        self.seen.push(Asked(self.id));
        let mut granted = 0;
        let mut token = None;
        for server in reaches.iter() {
            let answer = self.state.servers[usize::from(server)].acquire(self.id, self.world);
            if let Some(answer) = answer {
                let lease = self.world.lease_length();
                self.seen.push(Granted {
                    server,
                    client: self.id,
                    token: answer,
                    lease,
                });
                granted += 1;
                token = token.max(Some(answer));
            }
        }
        if granted >= self.world.quorum() {
            self.seen
                .extend(token.map(|token| Acquired(self.id, token)));
            self.begin_work(token);
        } else {
            self.hand_back(reaches);
            self.seen.push(Denied(self.id));
            self.denied();
        }
    }

    fn begin_work(&mut self, token: Option<super::Token>) {
        let looks_at_clock = self
            .world
            .client(self.id)
            .program
            .contains(&Step::CheckDeadline);
        let deadline = self.world.lease_length().filter(|_| looks_at_clock);
        let attempts = self.world.client(self.id).attempts;
        let me = self.me();
        me.token = token;
        me.deadline = deadline;
        me.attempts_left = attempts;
        self.go_on();
    }

    fn denied(&mut self) {
        if self.world.has(SeededFault::IgnoresDenial) {
            let highest = self.state.servers.iter().map(|server| server.token).max();
            return self.begin_work(highest);
        }
        let me = self.me();
        me.attempts_left = me.attempts_left.map(|left| left - 1);
        if me.attempts_left == Some(0) {
            self.end_round();
        }
    }

    fn hand_back(&mut self, reaches: ServerSet) {
        for server in reaches.iter() {
            if self.state.servers[usize::from(server)].release(self.id, self.world) {
                self.seen.push(Released(server, self.id));
            }
        }
    }

    fn read(&mut self) {
        let token = self.me().token;
        if self.state.resource.read(token, self.world) {
            self.seen.push(ReadAccepted(self.id, token));
            self.remember_version();
            self.go_on();
        } else {
            self.seen.push(ReadRefused(self.id, token));
            self.give_up();
        }
    }

    fn write(&mut self) {
        if self.world.fencing == Fencing::Ask && !self.me().vouched && self.holds_lock() {
            self.me().vouched = true;
            return self.seen.push(Vouched(self.id));
        }
        let write = Write {
            token: self.me().token,
            snapshot: self.me().snapshot,
            holds_lock: self.holds_lock(),
            vouched: std::mem::take(&mut self.me().vouched),
        };
        if self.state.resource.write(&write, self.world) {
            self.seen.push(WriteAccepted(self.id, write.token));
            self.remember_version();
            self.go_on();
        } else {
            self.seen.push(WriteRefused(self.id, write.token));
            self.give_up();
        }
    }

    /// After a read the client knows the value it read, after a write the value it wrote.
    fn remember_version(&mut self) {
        if self.world.fencing == Fencing::Cas {
            self.me().snapshot = Some(self.state.resource.version);
        }
    }

    fn seal(&mut self) {
        let token = self.me().token;
        if self.state.resource.seal(token, self.world) {
            self.seen.push(Sealed(self.id, token));
            self.go_on();
        } else {
            self.seen.push(SealRefused(self.id, token));
            self.give_up();
        }
    }

    fn check(&mut self) {
        let holds = self.holds_lock();
        self.seen.push(Checked(self.id, holds));
        if holds { self.go_on() } else { self.give_up() }
    }

    fn check_deadline(&mut self) {
        let in_time = self.me().deadline != Some(0);
        self.seen.push(LookedAtClock(self.id, in_time));
        if in_time {
            self.go_on();
        } else {
            self.give_up();
        }
    }

    /// Gives the lease back to every server; those that have none out to this client ignore it.
    fn release(&mut self) {
        self.hand_back(ServerSet::all(self.world.lock.servers));
        self.go_on();
    }

    fn go_on(&mut self) {
        let next = self.position() + 1;
        self.go_to(next);
    }

    /// A client that learns that it has lost the lock skips to its next `release`, as a `finally`
    /// block would; without one its round ends.
    fn give_up(&mut self) {
        let next = self.position() + 1;
        let rest = &self.world.client(self.id).program[usize::from(next)..];
        let skipped = rest
            .iter()
            .take_while(|step| **step != Step::Release)
            .count();
        self.go_to(next + position(skipped));
    }

    fn go_to(&mut self, next: u8) {
        if usize::from(next) < self.world.client(self.id).program.len() {
            self.me().stage = Stage::At(next);
        } else {
            self.end_round();
        }
    }

    /// Forgets everything that belonged to this round. The next one begins when the client likes, or
    /// at once if its arrival was fixed.
    fn end_round(&mut self) {
        self.seen.push(RoundOver(self.id));
        let setup = self.world.client(self.id);
        let rounds_left: Bound = self.me().rounds_left.map(|left| left - 1);
        let stage = match (rounds_left, setup.arrives) {
            (Some(0), _) => Stage::Done,
            (_, Arrival::Any) => Stage::Away(None),
            (_, Arrival::At(_)) => Stage::At(0),
        };
        *self.me() = Client {
            stage,
            acted: true,
            pause: None,
            token: None,
            snapshot: None,
            deadline: None,
            vouched: false,
            rounds_left,
            attempts_left: setup.attempts,
        };
    }

    fn position(&mut self) -> u8 {
        match self.me().stage {
            Stage::At(position) => position,
            Stage::Away(_) | Stage::Done => 0,
        }
    }

    /// Whether a majority of the servers says, now, that this client holds the lease.
    fn holds_lock(&self) -> bool {
        self.state.servers_held_by(self.id) >= usize::from(self.world.quorum())
    }

    fn me(&mut self) -> &mut Client {
        self.state.client_mut(self.id)
    }
}

fn position(steps: usize) -> u8 {
    u8::try_from(steps).expect("programs are bounded")
}
