//! The lanes of the clients and of the resource, and the axis of time.

use super::paint::{Canvas, Ink, LINE, Point};
use super::scene::{HEAD, LEFT, Scene, Slot, TOP, fold_label};
use crate::trace::phrase;
use crate::trace::timeline::cell::Look;
use crate::world::ClientId;

/// What lies under everything else: ticks, and the slots that violate a property.
pub(super) fn draw_ground(scene: &Scene<'_>, canvas: &mut Canvas) {
    canvas.line(
        (LEFT, scene.axis),
        (scene.right, scene.axis),
        Ink::FAINT,
        1.0,
    );
    let lanes = scene.clients.iter().map(|(_, top)| *top);
    let tops = lanes.chain(scene.servers.iter().map(|lane| lane.top));
    for top in tops.chain([scene.resource_top]) {
        let y = top - 5.0;
        canvas.line((LEFT, y), (scene.right, y), Ink::GRID, 1.0);
    }
    let mut last = None;
    for slot in &scene.slots {
        if slot.is_violation {
            let size = (slot.right - slot.left, scene.axis - TOP);
            canvas.tint((slot.left, TOP), size, Ink::VIOLATION, 0.12);
        }
        draw_ticks(scene, canvas, slot, last);
        last = Some(slot.row.tick + slot.row.folded.unwrap_or(1) - 1);
    }
}

fn draw_ticks(scene: &Scene<'_>, canvas: &mut Canvas, slot: &Slot, last: Option<u64>) {
    let y = scene.axis;
    if let Some(ticks) = slot.row.folded {
        let x = slot.middle();
        canvas.tint((x - 4.0, y - 3.0), (8.0, 6.0), Ink::PAPER, 1.0);
        canvas.line((x - 7.0, y + 5.0), (x - 1.0, y - 5.0), Ink::FAINT, 1.5);
        canvas.line((x + 1.0, y + 5.0), (x + 7.0, y - 5.0), Ink::FAINT, 1.5);
        canvas.text(slot.left + 6.0, y + 18.0, &fold_label(ticks), Ink::FAINT);
    } else if last != Some(slot.row.tick) {
        let label = format!("t={}", slot.row.tick);
        canvas.text(slot.left + 4.0, y + 18.0, &label, Ink::TEXT);
    }
    if last != Some(slot.row.tick) {
        canvas.line((slot.left, TOP), (slot.left, y + 6.0), Ink::GRID, 1.0);
    }
}

/// The clients, and the resource.
pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas) {
    for (lane, (client, top)) in scene.clients.iter().enumerate() {
        let name = phrase::name(&scene.trace.world, *client);
        canvas.bold(LEFT, top + 8.0, &name, Ink::TEXT);
        draw_pauses(scene, canvas, *client, *top);
        for slot in &scene.slots {
            draw_deed(canvas, slot, &slot.labels[lane], *client, *top);
        }
    }
    canvas.bold(LEFT, scene.resource_top + 8.0, "Resource", Ink::FAINT);
    for slot in &scene.slots {
        draw_resource(scene, canvas, slot);
    }
}

/// Hatched from the slot in which the client stops to the one in which it goes on.
fn draw_pauses(scene: &Scene<'_>, canvas: &mut Canvas, client: ClientId, top: f64) {
    let mut from = None;
    for slot in &scene.slots {
        match (slot.row.asleep.contains(&client), from) {
            (true, None) => from = Some(slot.mark()),
            (false, Some(begin)) => {
                draw_pause(canvas, begin, slot.left, top);
                from = None;
            }
            _ => {}
        }
    }
    if let Some(begin) = from {
        draw_pause(canvas, begin, scene.right, top);
    }
}

fn draw_pause(canvas: &mut Canvas, from: f64, to: f64, top: f64) {
    canvas.hatched((from, top + 17.0), (to - from, 14.0));
    let middle = f64::midpoint(from, to);
    canvas.tint((middle - 14.0, top + 19.0), (28.0, 10.0), Ink::PAPER, 0.9);
    canvas.text(middle - 10.0, top + 28.0, "zzz", Ink::TEXT);
}

fn draw_deed(
    canvas: &mut Canvas,
    slot: &Slot,
    label: &[(String, Look)],
    client: ClientId,
    top: f64,
) {
    let Some((_, look)) = label.first() else {
        return;
    };
    let at = (slot.mark(), top + 24.0);
    let ink = Ink::of_client(client);
    match look {
        Look::Violation => {
            canvas.ring(at, 8.0, Ink::VIOLATION);
            canvas.disc(at, 4.5, Ink::VIOLATION);
        }
        Look::Refused => canvas.cross(at, ink),
        Look::Plain | Look::Title | Look::Idle | Look::Note => canvas.disc(at, 4.5, ink),
    }
    draw_label(canvas, (slot.left + 4.0, top + HEAD + LINE), label);
}

fn draw_label(canvas: &mut Canvas, at: Point, label: &[(String, Look)]) {
    let (x, mut y) = at;
    for (line, look) in label {
        match look {
            Look::Violation => canvas.bold(x, y, line, Ink::VIOLATION),
            Look::Idle => canvas.text(x, y, line, Ink::FAINT),
            Look::Note => canvas.bold(x, y, line, Ink::FAINT),
            Look::Plain | Look::Title | Look::Refused => canvas.text(x, y, line, Ink::TEXT),
        }
        y += LINE;
    }
}

fn draw_resource(scene: &Scene<'_>, canvas: &mut Canvas, slot: &Slot) {
    let Some((_, look)) = slot.resource.first() else {
        return;
    };
    let at = (slot.mark(), scene.resource_top + 24.0);
    let ink = if slot.is_violation {
        Ink::VIOLATION
    } else {
        Ink::TEXT
    };
    match look {
        Look::Refused => canvas.cross(at, ink),
        _ if slot.row.is_write => canvas.tint((at.0 - 6.0, at.1 - 6.0), (12.0, 12.0), ink, 1.0),
        _ => canvas.ring(at, 4.0, ink),
    }
    draw_label(
        canvas,
        (slot.left + 4.0, scene.resource_top + HEAD + LINE),
        &slot.resource,
    );
}
