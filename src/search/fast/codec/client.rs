//! All that a state says of one client, as one number.

use super::{Codec, client_id, code, ticks, token, value};
use crate::search::Node;
use crate::search::fast::bits::Field;
use crate::search::fast::word::ClientBits;
use crate::world::{Arrival, Bound, Client, ClientSetup, Fencing, Pause, Stage, Step, World};

/// The fields of one client.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClientFields {
    /// How many bits all of it has.
    pub(super) bits: u32,
    /// How many of them are those of the fields that most worlds do not use.
    pub(super) rare_bits: u32,
    pub(super) steps: u64,
    pub(super) token: Field,
    pub(super) arrives_any_time: bool,
    pub(super) stage: Field,
    pub(super) acted: Field,
    pub(super) pause: Field,
    pub(super) pause_ends: bool,
    pub(super) snapshot: Field,
    pub(super) deadline: Field,
    pub(super) vouched: Field,
    pub(super) rounds_left: Field,
    pub(super) attempts_left: Field,
}

impl Codec {
    /// All that the state says of a client, as one number.
    #[inline]
    pub(in crate::search::fast) fn client_code(&self, node: &Node, client: usize) -> u128 {
        self.client[client].code(&node.state.clients[client]).0
    }
}

impl ClientFields {
    pub(super) fn new(world: &World, setup: &ClientSetup, most_token: u64) -> ClientFields {
        let pauses = world.adversary.pauses;
        let pausable = setup.pausable && pauses.count != Some(0);
        let looks_at_clock = setup.program.contains(&Step::CheckDeadline);
        let asks_service = world.fencing == Fencing::Ask && setup.program.contains(&Step::Write);
        let steps = setup.program.len() as u64;
        let away = match setup.arrives {
            Arrival::Any => 1,
            Arrival::At(tick) => u64::from(tick),
        };
        let done = u64::from(setup.rounds.is_some());
        let mut fields = ClientFields {
            bits: 0,
            rare_bits: 0,
            steps,
            token: Field::maybe_up_to(most_token),
            arrives_any_time: setup.arrives == Arrival::Any,
            stage: Field::up_to(steps + away + done - 1),
            acted: Field::flag(true),
            pause: Field::up_to(if pausable {
                pauses.length.map_or(1, u64::from)
            } else {
                0
            }),
            pause_ends: pauses.length.is_some(),
            snapshot: Field::up_to(if world.fencing == Fencing::Cas { 2 } else { 0 }),
            deadline: match world.lease_length() {
                Some(ttl) if looks_at_clock => Field::maybe_up_to(ttl.into()),
                _ => Field::up_to(0),
            },
            vouched: Field::flag(asks_service),
            rounds_left: bounded(setup.rounds),
            attempts_left: bounded(setup.attempts),
        };
        let bits = |fields: &[Field]| fields.iter().map(|field| field.bits()).sum();
        fields.rare_bits = bits(&fields.rare());
        fields.bits = fields.rare_bits + bits(&fields.usual());
        fields
    }

    fn usual(&self) -> [Field; 4] {
        [self.stage, self.acted, self.pause, self.token]
    }

    fn rare(&self) -> [Field; 5] {
        [
            self.snapshot,
            self.deadline,
            self.vouched,
            self.rounds_left,
            self.attempts_left,
        ]
    }

    /// Where the parts of the client's code are, if it stands behind so many bits.
    pub(super) fn as_bits(&self, behind: u32, renames: bool) -> ClientBits {
        let [stage, acted, pause, token] = self.usual();
        let pause_behind = stage.bits() + acted.bits();
        ClientBits {
            behind,
            bits: self.bits,
            stage: stage.mask(),
            steps: self.steps,
            acted: acted.mask() << stage.bits(),
            pause: pause.mask() << pause_behind,
            token_behind: pause_behind + pause.bits(),
            token: if renames { token.mask() } else { 0 },
        }
    }

    /// All that the state says of the client, as one number, and whether every part of it fits.
    #[inline]
    pub(super) fn code(&self, client: &Client) -> (u128, bool) {
        let pause = client
            .pause
            .map(|pause| pause.remaining.map_or(1, u64::from));
        let mut fits = pause != Some(0)
            && client
                .pause
                .is_none_or(|pause| pause.remaining.is_some() == self.pause_ends)
            && self.has(client.stage);
        let mut code = 0;
        let mut bits = 0;
        let mut put = |field: Field, value: u64| {
            fits &= value <= field.most();
            code |= u128::from(value) << bits;
            bits += field.bits();
        };
        put(self.stage, self.stage_code(client.stage));
        put(self.acted, client.acted.into());
        put(self.pause, pause.unwrap_or(0));
        put(self.token, self::code(client.token.map(u64::from)));
        if self.rare_bits > 0 {
            put(self.snapshot, self::code(client.snapshot.map(u64::from)));
            put(self.deadline, self::code(client.deadline.map(u64::from)));
            put(self.vouched, client.vouched.into());
            put(self.rounds_left, client.rounds_left.map_or(0, u64::from));
            put(
                self.attempts_left,
                client.attempts_left.map_or(0, u64::from),
            );
        } else {
            fits &= !client.vouched && client.snapshot.is_none() && client.deadline.is_none();
        }
        (code, fits)
    }

    /// Makes the client what the code says of it.
    #[inline]
    pub(super) fn restore(&self, code: u128, client: &mut Client) {
        let mut left = code;
        let mut get = |field: Field| {
            let value = left & u128::from(field.mask());
            left >>= field.bits();
            u64::try_from(value).unwrap_or(0)
        };
        client.stage = self.stage_of(get(self.stage));
        client.acted = get(self.acted) == 1;
        let pause = get(self.pause);
        client.pause = (pause > 0).then(|| Pause {
            remaining: self.pause_ends.then(|| ticks(pause)),
        });
        client.token = value(get(self.token)).map(token);
        if self.rare_bits == 0 {
            return;
        }
        client.snapshot = value(get(self.snapshot)).map(token);
        client.deadline = value(get(self.deadline)).map(ticks);
        client.vouched = get(self.vouched) == 1;
        let (rounds, attempts) = (get(self.rounds_left), get(self.attempts_left));
        client.rounds_left = client.rounds_left.map(|_| ticks(rounds));
        client.attempts_left = client.attempts_left.map(|_| ticks(attempts));
    }

    fn has(&self, stage: Stage) -> bool {
        match stage {
            Stage::At(step) => u64::from(step) < self.steps,
            Stage::Away(left) => left.is_none() == self.arrives_any_time,
            Stage::Done => self.ends(),
        }
    }

    /// The steps of the program first, then how long it is away, then that it is done.
    fn stage_code(&self, stage: Stage) -> u64 {
        match stage {
            Stage::At(step) => u64::from(step),
            Stage::Away(None) => self.steps,
            Stage::Away(Some(left)) => self.steps + u64::from(left) - 1,
            Stage::Done => self.stage.most(),
        }
    }

    fn stage_of(&self, code: u64) -> Stage {
        let away = code.checked_sub(self.steps);
        match away {
            None => Stage::At(client_id(code)),
            Some(_) if code == self.stage.most() && self.ends() => Stage::Done,
            Some(_) if self.arrives_any_time => Stage::Away(None),
            Some(left) => Stage::Away(Some(ticks(left + 1))),
        }
    }

    fn ends(&self) -> bool {
        self.rounds_left != Field::up_to(0)
    }
}

fn bounded(bound: Bound) -> Field {
    Field::up_to(bound.unwrap_or(0).into())
}
