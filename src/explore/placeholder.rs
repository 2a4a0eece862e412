//! Stands in for the module `trace` until it is there.

use crate::search::{Checked, Node};
use crate::world::{ClientId, Event, Stage, World};

pub(super) struct Trace {
    lines: Vec<String>,
    loop_from: Option<usize>,
}

impl Trace {
    pub(super) fn replay(model: &Checked, events: &[Event], loop_from: Option<usize>) -> Trace {
        let mut node = model.initial();
        let mut lines = Vec::new();
        for event in events {
            lines.push(describe_event(&model.world, &node, *event));
            node = model.step_unrenamed(&node, *event, &mut Vec::new());
        }
        Trace { lines, loop_from }
    }
}

pub(super) fn describe_event(world: &World, before: &Node, event: Event) -> String {
    let name = |client: ClientId| &world.client(client).name;
    match event {
        Event::Act { client, reaches } => {
            let step = match before.state.client(client).stage {
                Stage::At(step) => step,
                Stage::Away(_) | Stage::Done => 0,
            };
            let step = world.client(client).program[usize::from(step)].name();
            format!("{}: {step} ({} servers)", name(client), reaches.len())
        }
        Event::Pause(client) => format!("{} stops", name(client)),
        Event::Resume(client) => format!("{} goes on", name(client)),
        Event::Tick => "the tick ends".to_string(),
    }
}

pub(super) fn describe_node(world: &World, node: &Node) -> String {
    let mut text = String::new();
    for id in world.server_ids() {
        let server = &node.state.servers[usize::from(id)];
        let lease = server.lease.map_or("free".to_string(), |lease| {
            let name = &world.client(lease.holder).name;
            format!("leased to {name}, {:?} ticks left", lease.remaining)
        });
        text += &format!("server {}   token {}   {lease}\n", id + 1, server.token);
    }
    for id in world.client_ids() {
        let client = node.state.client(id);
        let name = &world.client(id).name;
        text += &format!(
            "client {name}   {:?}   token {:?}   pause {:?}\n",
            client.stage, client.token, client.pause
        );
    }
    text + &format!("resource   bar {}\n", node.state.resource.bar)
}

pub(super) mod svg {
    use super::Trace;

    pub(crate) fn draw(trace: &Trace) -> String {
        let height = 20 * (trace.lines.len() + 1);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"420\" height=\"{height}\" \
             viewBox=\"0 0 420 {height}\">"
        );
        for (number, line) in trace.lines.iter().enumerate() {
            let line = line.replace('&', "&amp;").replace('<', "&lt;");
            let mark = if trace.loop_from == Some(number) {
                "loop: "
            } else {
                ""
            };
            svg += &format!(
                "<text x=\"8\" y=\"{}\" fill=\"currentColor\">{mark}{line}</text>",
                20 * (number + 1)
            );
        }
        svg + "</svg>"
    }
}
