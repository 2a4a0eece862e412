//! Which bits of a packed state belong to whom.

use super::Codec;
use super::client::ClientFields;
use super::promises::Promises;
use crate::search::fast::learned::{MOST_CLIENTS, MOST_CODE};
use crate::search::fast::word::{ClientBits, Layout, MOST_TOKEN, Word};
use crate::world::{SeededFault, World};

impl Codec {
    /// Which bits belong to whom, if a packed state fits into a word.
    pub(in crate::search::fast) fn layout(&self, world: &World) -> Option<Layout> {
        let clients = self.clients_as_bits(world.tokens_are_ranks());
        let small = |(fields, bits): (&ClientFields, &ClientBits)| {
            fields.bits <= MOST_CODE && bits.token <= MOST_TOKEN
        };
        let fits = self.width <= size_of::<Word>()
            && self.client.len() <= MOST_CLIENTS
            && self.client.iter().zip(&clients).all(small);
        if !fits {
            return None;
        }
        let all = clients.iter().fold(0, |all, client| all | client.all());
        let acted = |client: &ClientBits| Word::from(client.acted) << client.behind;
        let violated = Word::from(self.violated.mask());
        // A grant over a live lease is the one step that could set a lease to what it has left.
        let ends = if world.has(SeededFault::IgnoresLease) {
            Vec::new()
        } else {
            self.ends_of_leases()
        };
        let shared = !(all | violated);
        let surroundings = ends.iter().fold(shared, |rest, end| rest & !end);
        let last = clients.last()?;
        let own = surroundings & below(last.behind + last.bits);
        Some(Layout {
            violated,
            shared,
            surroundings,
            has_few_surroundings: own.count_ones() < MANY,
            timed: below(clients.first()?.behind) & !violated,
            ends,
            acted: clients.iter().fold(0, |all, client| all | acted(client)),
            clients,
        })
    }

    /// The bits that say how long leases last.
    fn ends_of_leases(&self) -> Vec<Word> {
        let first = self.violated.bits() + self.holder.bits();
        let left = Word::from(self.left.mask());
        let of_server = |server| left << (first + server * self.column_bits());
        (0..).take(self.columns()).map(of_server).collect()
    }

    fn column_bits(&self) -> u32 {
        self.holder.bits() + self.left.bits() + self.token.bits()
    }

    fn clients_as_bits(&self, renames: bool) -> Vec<ClientBits> {
        let promises = match self.promises {
            Promises::Unused | Promises::Leases => 0,
            Promises::Stored => self.possible_promises().count(),
        };
        let column = self.column_bits() as usize;
        let first = self.violated.bits() as usize + self.columns() * column + promises;
        let mut behind = u32::try_from(first).unwrap_or(u32::MAX);
        let bits_of = |fields: &ClientFields| {
            let bits = fields.as_bits(behind, renames);
            behind = behind.saturating_add(fields.bits);
            bits
        };
        self.client.iter().map(bits_of).collect()
    }
}

/// From how many bits on surroundings are many: of those that are reached there are thousands where
/// they have thirty bits (fencing by what was read), and some dozens where they have ten (no fencing).
const MANY: u32 = 20;

/// So many of the lowest bits.
fn below(bits: u32) -> Word {
    Word::MAX.checked_shr(Word::BITS - bits).unwrap_or(0)
}
