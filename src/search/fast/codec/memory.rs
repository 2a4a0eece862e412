//! What the monitors remember.

use super::{Codec, client_id, code, token, value};
use crate::property::RememberedMut;
use crate::search::Node;
use crate::search::fast::bits::{Field, Reader, Writer};
use crate::world::ClientId;

impl Codec {
    /// The order of grants: each place has one bit less to choose from than the place before, because
    /// no client is in the order twice.
    pub(super) fn pack_order(&self, node: &Node, to: &mut Writer<'_>) {
        let order = node.monitors.remembered().order;
        if !self.uses_ledger {
            return to.expect(order.is_empty());
        }
        for place in 0..self.client.len() {
            let code = order.get(place).map_or(0, |client| {
                let earlier = order[..place].iter().filter(|other| *other < client);
                u64::from(*client) - earlier.count() as u64 + 1
            });
            to.put(Field::up_to((self.client.len() - place) as u64), code);
        }
    }

    pub(super) fn unpack_order(&self, node: &mut Node, from: &mut Reader<'_>) {
        let order = node.monitors.remembered_mut().order;
        order.clear();
        if !self.uses_ledger {
            return;
        }
        for place in 0..self.client.len() {
            let code = from.get(Field::up_to((self.client.len() - place) as u64));
            let Some(skipped) = code.checked_sub(1) else {
                continue;
            };
            let clients = (0..self.client.len() as u64).map(client_id);
            let mut left = clients.filter(|client| !order.contains(client));
            let client = left.nth(usize::try_from(skipped).unwrap_or(usize::MAX));
            order.extend(client);
        }
    }

    pub(super) fn pack_memory(&self, node: &Node, to: &mut Writer<'_>) {
        let remembered = node.monitors.remembered();
        to.put(self.newest, code(remembered.newest.map(u64::from)));
        to.put(self.highest, remembered.highest.into());
        self.pack_set(self.overtaken, remembered.overtaken, to);
        self.pack_set(self.snapshots, remembered.current, to);
        self.pack_set(self.snapshots, remembered.replaced, to);
    }

    pub(super) fn unpack_memory(&self, node: &mut Node, from: &mut Reader<'_>) {
        let RememberedMut {
            newest,
            highest,
            overtaken,
            current,
            replaced,
            ..
        } = node.monitors.remembered_mut();
        *newest = value(from.get(self.newest)).map(client_id);
        *highest = token(from.get(self.highest));
        self.unpack_set(self.overtaken, overtaken, from);
        self.unpack_set(self.snapshots, current, from);
        self.unpack_set(self.snapshots, replaced, from);
    }

    /// One bit for each client, or none if the set is not used.
    pub(super) fn pack_set(&self, used: bool, set: &[ClientId], to: &mut Writer<'_>) {
        if !used {
            return to.expect(set.is_empty());
        }
        for first in (0..self.client.len()).step_by(32) {
            let places = set
                .iter()
                .map(|client| usize::from(*client).wrapping_sub(first));
            let here = places.filter(|place| *place < 32);
            to.put(self.part_of_set(first), here.map(|place| 1 << place).sum());
        }
    }

    pub(super) fn unpack_set(&self, used: bool, set: &mut Vec<ClientId>, from: &mut Reader<'_>) {
        set.clear();
        if !used {
            return;
        }
        for first in (0..self.client.len()).step_by(32) {
            let mut left = from.get(self.part_of_set(first));
            while left != 0 {
                set.push(client_id(first as u64 + u64::from(left.trailing_zeros())));
                left &= left - 1;
            }
        }
    }

    pub(super) fn part_of_set(&self, first: usize) -> Field {
        let clients = (self.client.len() - first).min(32);
        Field::of_bits(u32::try_from(clients).unwrap_or(32))
    }
}
