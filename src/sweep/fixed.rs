//! The numbers of a model that are the same in every cell.

use super::Axis;
use crate::spec::Quantity;
use crate::world::{Arrival, ClientSetup, Expiry, World};

/// What no axis varies, as formulas would call it: "ttl = 10". What has no bound is no number and is
/// not named.
pub(super) fn numbers(world: &World, axes: &[Axis]) -> Vec<String> {
    let is_swept = |key: &str| axes.iter().any(|axis| Quantity::overlaps(key, axis.key()));
    all(world)
        .into_iter()
        .filter(|(key, _)| !is_swept(key))
        .filter_map(|(key, value)| Some(format!("{} = {}", Quantity::named(&key)?.short, value?)))
        .collect()
}

/// Every key that takes a number, and the number, if there is one.
fn all(world: &World) -> Vec<(String, Option<u16>)> {
    let lock = &world.lock;
    let pauses = world.adversary.pauses;
    let of_the_world = [
        ("lock.servers", Some(u16::from(lock.servers))),
        (
            "lock.ttl",
            Some(lock.ttl).filter(|_| lock.expiry == Expiry::Clock),
        ),
        ("adversary.pauses.count", pauses.count),
        ("adversary.pauses.length", pauses.length),
    ];
    let of_the_world = of_the_world.map(|(key, value)| (key.to_string(), value));
    let of_clients = world.clients.iter().flat_map(of_client);
    of_the_world.into_iter().chain(of_clients).collect()
}

fn of_client(client: &ClientSetup) -> [(String, Option<u16>); 3] {
    let arrives = match client.arrives {
        Arrival::At(tick) => Some(tick),
        Arrival::Any => None,
    };
    let numbers = [
        ("arrives", arrives),
        ("rounds", client.rounds),
        ("attempts", client.attempts),
    ];
    numbers.map(|(key, value)| (format!("client.{}.{key}", client.name), value))
}
