//! One event in a sentence, one node as a small table: for whoever steps through the space by hand.

use super::deed::{Deed, ends_round};
use super::phrase::{self, capital, counted};
use crate::property::Property;
use crate::search::Node;
use crate::world::{
    Client, ClientId, Event, Fencing, Observation, Server, ServerId, ServerSet, Stage, Token, World,
};

/// The event as a sentence without its full stop, such as "A acquires: 5 of 5, token 2".
/// `node_before` is the node in which it happens.
#[must_use]
pub fn describe_event(world: &World, node_before: &Node, event: Event) -> String {
    match event {
        Event::Pause(client) => format!("{} pauses", phrase::name(world, client)),
        Event::Resume(client) => format!("{} resumes", phrase::name(world, client)),
        Event::Act { client, reaches } => act(world, node_before, client, reaches),
        Event::Tick => tick(world, node_before),
    }
}

fn tick(world: &World, before: &Node) -> String {
    let mut seen = Vec::new();
    let _ = world.apply(&before.state, Event::Tick, &mut seen);
    let mut text = "a tick passes".to_string();
    for happening in passings(world, &seen) {
        text += "; ";
        text += &happening;
    }
    text
}

/// What happens at the beginning of a tick by itself: leases expire, pauses of a fixed length end.
pub(super) fn passings(world: &World, seen: &[Observation]) -> Vec<String> {
    let mut texts = Vec::new();
    for client in world.client_ids() {
        let servers = expired(seen, client);
        if !servers.is_empty() {
            let name = phrase::name(world, client);
            let at = on_some(world, &servers);
            texts.push(format!("{name}'s lease expires{at}"));
        }
    }
    for observation in seen {
        if let Observation::Resumed(client) = observation {
            texts.push(format!("{} resumes", phrase::name(world, *client)));
        }
    }
    texts
}

/// The servers that ended the client's lease because its time was up.
pub(super) fn expired(seen: &[Observation], client: ClientId) -> Vec<u8> {
    let by_time = |observation: &Observation| match observation {
        Observation::Expired(server, holder) if *holder == client => Some(*server),
        _ => None,
    };
    seen.iter().filter_map(by_time).collect()
}

/// " on 1, 2 of 3", or nothing if it is all of them.
pub(super) fn on_some(world: &World, servers: &[u8]) -> String {
    if servers.len() == usize::from(world.lock.servers) {
        String::new()
    } else {
        format!(" on {} of {}", phrase::numbers(servers), world.lock.servers)
    }
}

fn act(world: &World, before: &Node, client: ClientId, reaches: ServerSet) -> String {
    let name = phrase::name(world, client);
    let mut seen = Vec::new();
    let after = world.apply(&before.state, Event::Act { client, reaches }, &mut seen);
    let all = world.lock.servers;
    let text = match Deed::of(&seen) {
        Deed::Acquired { token, granted } => {
            format!("{name} acquires: {} of {all}, token {token}", granted.len())
        }
        Deed::Denied { granted } => {
            let reached = reached(world, reaches);
            let granted = match granted.len() {
                0 => String::new(),
                len => format!(": {len} of {all}, too few, handed back"),
            };
            format!("{name} asks{reached} and is denied{granted}")
        }
        Deed::Read { accepted: true, .. } => format!("{name} reads"),
        Deed::Read { token, .. } => {
            format!("{name} reads: refused, {}", low_token(before, token))
        }
        Deed::Write { accepted: true, .. } => format!("{name} writes: accepted"),
        Deed::Write { token, .. } => {
            let why = write_refusal(world, before, client, token);
            format!("{name} writes: refused, {why}")
        }
        Deed::Vouched => format!("{name} is about to write: the lock service vouches for it"),
        Deed::Seal { accepted: true, .. } => match after.resource.bar {
            0 => format!("{name} seals"),
            bar => format!("{name} seals: bar {bar}"),
        },
        Deed::Seal { token, .. } => {
            format!("{name} seals: refused, {}", low_token(before, token))
        }
        Deed::Checked { holds: true } => format!("{name} checks: it holds the lock"),
        Deed::Checked { holds: false } => format!("{name} checks: it has lost the lock"),
        Deed::LookedAtClock { in_time: true } => format!("{name} looks at its clock: in time"),
        Deed::LookedAtClock { in_time: false } => format!("{name} looks at its clock: too late"),
        Deed::Released { servers } if servers.is_empty() => {
            format!("{name} releases: no lease of it was out")
        }
        Deed::Released { servers } => format!("{name} releases: {} of {all}", servers.len()),
    };
    text + aftermath(&seen, client, after.client(client))
}

/// " 2 of 3 servers" if it does not reach all.
fn reached(world: &World, reaches: ServerSet) -> String {
    if reaches == ServerSet::all(world.lock.servers) {
        return String::new();
    }
    let servers: Vec<_> = reaches.iter().collect();
    format!(" {}", phrase::servers(world, &servers))
}

/// What the client makes of an answer it did not want.
pub(super) fn aftermath(seen: &[Observation], client: ClientId, after: &Client) -> &'static str {
    let unwanted = seen.iter().any(|observation| {
        matches!(
            observation,
            Observation::Denied(_)
                | Observation::ReadRefused(..)
                | Observation::WriteRefused(..)
                | Observation::SealRefused(..)
                | Observation::Checked(_, false)
                | Observation::LookedAtClock(_, false)
        )
    });
    let denied = seen.contains(&Observation::Denied(client));
    match unwanted {
        true if ends_round(seen, client) => "; gives up",
        true if denied && after.is_working() => "; goes on all the same",
        _ => "",
    }
}

/// Why the resource refuses this token.
pub(super) fn low_token(before: &Node, token: Option<Token>) -> String {
    let bar = before.state.resource.bar;
    match token {
        None => "no token".to_string(),
        Some(token) if token < bar => format!("token {token} < bar {bar}"),
        Some(token) if token == bar => format!("token {token} = bar {bar}"),
        Some(token) => format!("token {token} > bar {bar}"),
    }
}

/// Why the resource refuses this client's write.
pub(super) fn write_refusal(
    world: &World,
    before: &Node,
    client: ClientId,
    token: Option<Token>,
) -> String {
    match world.fencing {
        Fencing::Off | Fencing::On | Fencing::Reads | Fencing::Strict => low_token(before, token),
        Fencing::Cas if before.state.client(client).snapshot.is_none() => {
            "it has not read the value".to_string()
        }
        Fencing::Cas => "the value has changed since it was read".to_string(),
        Fencing::Owner => format!("{} does not hold the lock", phrase::name(world, client)),
        Fencing::Ask => "the lock service does not vouch for it".to_string(),
    }
}

/// The node as a small table: the servers, the clients, the resource, and what the last event
/// violated. Servers that are alike share a line.
#[must_use]
pub fn describe_node(world: &World, node: &Node) -> String {
    let mut lines = vec!["lock service".to_string()];
    lines.extend(server_lines(world, node));
    lines.push("clients".to_string());
    lines.extend(client_lines(world, node));
    lines.push("resource".to_string());
    lines.push(format!("  {}", resource_line(world, node)));
    lines.extend(judged(node, "the last event violates", |property| {
        !property.is_note()
    }));
    lines.extend(judged(node, "a note on the last event:", Property::is_note));
    lines.join("\n") + "\n"
}

/// The properties of one kind that the last event violated, after these words.
fn judged(node: &Node, words: &str, kind: impl Fn(Property) -> bool) -> Option<String> {
    let names: Vec<_> = node
        .violated
        .iter()
        .filter(|property| kind(*property))
        .map(Property::name)
        .collect();
    (!names.is_empty()).then(|| format!("{words} {}", names.join(", ")))
}

fn server_lines(world: &World, node: &Node) -> Vec<String> {
    let rows = alike_servers(world, node)
        .into_iter()
        .map(|(server, numbers)| {
            let lease = server.lease.map_or("free".to_string(), |lease| {
                let holder = phrase::name(world, lease.holder);
                match lease.remaining {
                    Some(ticks) => format!("held by {holder}, {} left", ticks_left(ticks)),
                    None => format!("held by {holder}, without end"),
                }
            });
            let token = match server.token {
                0 => "no grant yet".to_string(),
                token => format!("latest token {token}"),
            };
            let which = capital(&phrase::servers(world, &numbers));
            [which, lease, token]
        });
    table(rows.collect())
}

/// The servers, those that know the same put together.
pub(super) fn alike_servers(world: &World, node: &Node) -> Vec<(Server, Vec<ServerId>)> {
    let mut alike: Vec<(Server, Vec<ServerId>)> = Vec::new();
    for (number, server) in world.server_ids().zip(&node.state.servers) {
        match alike.iter_mut().find(|(other, _)| other == server) {
            Some((_, numbers)) => numbers.push(number),
            None => alike.push((*server, vec![number])),
        }
    }
    alike
}

fn client_lines(world: &World, node: &Node) -> Vec<String> {
    let rows = world.client_ids().map(|id| {
        let client = node.state.client(id);
        let token = client
            .token
            .map_or(String::new(), |token| format!("token {token}"));
        [phrase::name(world, id), stage(world, id, client), token]
    });
    table(rows.collect())
}

fn stage(world: &World, id: ClientId, client: &Client) -> String {
    let mut text = standing(world, id, client);
    match client.pause {
        Some(pause) => match pause.remaining {
            Some(ticks) => text += &format!("; paused for {} more", ticks_left(ticks)),
            None => text += "; paused",
        },
        None if client.acted && matches!(client.stage, Stage::At(_)) => {
            text += "; has used this tick";
        }
        None => {}
    }
    text
}

/// Where in its program the client stands.
pub(super) fn standing(world: &World, id: ClientId, client: &Client) -> String {
    match client.stage {
        Stage::Away(None) => "has not asked yet".to_string(),
        Stage::Away(Some(ticks)) => format!("arrives in {}", ticks_left(ticks)),
        Stage::Done => "is done".to_string(),
        Stage::At(position) => {
            let next = world.client(id).program[usize::from(position)];
            format!("next: {}", next.name())
        }
    }
}

fn resource_line(world: &World, node: &Node) -> String {
    let rule = world.fencing.name();
    if world.fencing.compares_tokens() {
        let bar = node.state.resource.bar;
        format!("fencing {rule}, bar {bar}")
    } else {
        format!("fencing {rule}")
    }
}

fn ticks_left(ticks: u16) -> String {
    counted(u64::from(ticks), "tick")
}

/// Rows with their columns aligned, indented.
fn table(rows: Vec<[String; 3]>) -> Vec<String> {
    let width = |column: usize| {
        rows.iter()
            .map(|row| textwrap::core::display_width(&row[column]))
            .max()
            .unwrap_or(0)
    };
    let widths = [width(0), width(1)];
    let pad = |text: &str, width: usize| {
        let missing = width.saturating_sub(textwrap::core::display_width(text));
        format!("{text}{}", " ".repeat(missing))
    };
    rows.iter()
        .map(|[first, second, third]| {
            let line = format!(
                "  {}  {}  {third}",
                pad(first, widths[0]),
                pad(second, widths[1])
            );
            line.trim_end().to_string()
        })
        .collect()
}
