//! Values that are allowed each by itself, and not together.

use super::SpecError;
use super::node::Node;
use super::text::Place;
use super::words::listed;
use crate::world::{ClientSetup, Expiry, Reach, Step, World};

/// With more servers there are too many subsets to try each of them in every attempt.
const MOST_SERVERS_FOR_SUBSETS: u8 = 6;

/// Checks what no single value can be blamed for.
///
/// # Errors
/// The first contradiction. It is shown where the latest of the values was given: an override is
/// more likely to be wrong than the file that it changes.
pub(super) fn check(root: &Node, world: &World) -> Result<(), SpecError> {
    if world.lock.reach == Reach::Any {
        few_servers(root, world)?;
        for (client, node) in world.clients.iter().zip(client_nodes(root)) {
            bounded(root, client, node)?;
        }
    }
    if world.lock.expiry == Expiry::Never {
        for (client, node) in world.clients.iter().zip(client_nodes(root)) {
            no_deadline(root, client, node)?;
        }
    }
    Ok(())
}

/// One side of a contradiction, and what to say beneath it.
struct Side<'a>(&'a Place, &'a str);

/// The contradiction, shown at the side that was given last.
fn contradiction(title: &str, first: Side<'_>, second: Side<'_>) -> SpecError {
    let (spot, context) = if second.0.layer() > first.0.layer() {
        (second, first)
    } else {
        (first, second)
    };
    SpecError::at(spot.0, title, spot.1).beside(context.0, context.1)
}

fn few_servers(root: &Node, world: &World) -> Result<(), SpecError> {
    if world.lock.servers <= MOST_SERVERS_FOR_SUBSETS {
        return Ok(());
    }
    let title = format!(
        "`lock.reach` can be `any` with at most {MOST_SERVERS_FOR_SUBSETS} servers, not {}",
        world.lock.servers
    );
    Err(contradiction(
        &title,
        Side(
            place(root, "lock", "reach"),
            "every subset of the servers is tried in every attempt",
        ),
        Side(place(root, "lock", "servers"), "too many for that"),
    ))
}

fn bounded(root: &Node, client: &ClientSetup, node: &Node) -> Result<(), SpecError> {
    let unbounded: Vec<&str> = [("rounds", client.rounds), ("attempts", client.attempts)]
        .into_iter()
        .filter(|(_, bound)| bound.is_none())
        .map(|(key, _)| key)
        .collect();
    let Some(first) = unbounded.first() else {
        return Ok(());
    };
    let place_of_bound = node
        .entry(first)
        .map_or(&node.place, |entry| &entry.node.place);
    let name = &client.name;
    let keys = listed(&unbounded, "and");
    let title = format!("with `lock.reach` at `any`, client {name} needs a bound on its {keys}");
    let reach = place(root, "lock", "reach");
    let error = contradiction(
        &title,
        Side(reach, "an attempt may reach any of the servers"),
        Side(place_of_bound, "no bound here"),
    );
    let way_out = if reach.is_argument() || place_of_bound.is_argument() {
        bounds_as("--set 'client.*.KEY=2'", &unbounded, " ")
    } else {
        bounds_as("`KEY = 2`", &unbounded, " and ")
    };
    Err(error
        .note(
            "when attempts reach different servers, the counters of the servers drift apart \
             without end, and there is no end of states",
        )
        .help([format!("add for example {way_out}")]))
}

/// One bound for each key, in this form.
fn bounds_as(form: &str, keys: &[&str], between: &str) -> String {
    let bounds: Vec<_> = keys.iter().map(|key| form.replace("KEY", key)).collect();
    bounds.join(between)
}

fn no_deadline(root: &Node, client: &ClientSetup, node: &Node) -> Result<(), SpecError> {
    if !client.program.contains(&Step::CheckDeadline) {
        return Ok(());
    }
    let title = format!(
        "client {} looks at a deadline, but leases never expire",
        client.name
    );
    Err(contradiction(
        &title,
        Side(
            step_place(node, Step::CheckDeadline),
            "there is no deadline to look at",
        ),
        Side(place(root, "lock", "expiry"), "a lease has no end"),
    ))
}

fn client_nodes(root: &Node) -> &[Node] {
    let list = root.entry("client").and_then(|entry| entry.node.list());
    list.unwrap_or_default()
}

/// The place of a value, or, where it has its default, of its table.
fn place<'a>(root: &'a Node, table: &str, key: &str) -> &'a Place {
    let Some(table) = root.entry(table) else {
        return &root.place;
    };
    let entry = table.node.entry(key);
    entry.map_or(&table.node.place, |entry| &entry.node.place)
}

/// The place of the first such step in the program of a client.
fn step_place(client: &Node, step: Step) -> &Place {
    let program = client.entry("program").map(|entry| &entry.node);
    let steps = program.and_then(Node::list).unwrap_or_default();
    let found = steps.iter().find(|node| node.text() == Some(step.name()));
    found.map_or(&client.place, |node| &node.place)
}
