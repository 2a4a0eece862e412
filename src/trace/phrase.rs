//! Small pieces of English that every drawing uses.

use super::harmless::printable;
use crate::world::{ClientId, ServerId, World};

/// "1 tick", "2 ticks".
pub(super) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// "A", "A and B", "A, B and C".
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [firsts @ .., last] => format!("{} and {last}", firsts.join(", ")),
    }
}

/// What people call the client. Characters that would move the cursor are replaced.
pub(super) fn name(world: &World, client: ClientId) -> String {
    printable(&world.client(client).name)
}

/// The names of these clients as a list.
pub(super) fn names(world: &World, clients: &[ClientId]) -> String {
    let names: Vec<_> = clients.iter().map(|client| name(world, *client)).collect();
    listed(&names)
}

/// Servers as people count them, from 1, runs of them with a dash: "1-3, 5". They are sorted.
pub(super) fn numbers(servers: &[ServerId]) -> String {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for server in servers.iter().map(|server| u16::from(*server) + 1) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == server => *last = server,
            _ => runs.push((server, server)),
        }
    }
    let runs: Vec<_> = runs
        .into_iter()
        .map(|(first, last)| match last - first {
            0 => format!("{first}"),
            1 => format!("{first}, {last}"),
            _ => format!("{first}-{last}"),
        })
        .collect();
    runs.join(", ")
}

/// "the only server", "all 5 servers", "server 2 of 3", "servers 1, 2 of 3".
pub(super) fn servers(world: &World, servers: &[ServerId]) -> String {
    let all = usize::from(world.lock.servers);
    match servers.len() {
        1 if all == 1 => "the only server".to_string(),
        len if len == all => format!("all {all} servers"),
        1 => format!("server {} of {all}", numbers(servers)),
        _ => format!("servers {} of {all}", numbers(servers)),
    }
}

/// A half-open interval of ticks: "[0, 10)", or "[0, no end)".
pub(super) fn interval(start: u64, end: Option<u64>) -> String {
    match end {
        Some(end) => format!("[{start}, {end})"),
        None => format!("[{start}, no end)"),
    }
}

/// The text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}
