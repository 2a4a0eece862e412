//! Leases as bars: a filled end where they begin, an open end where they are over.

use super::paint::{Canvas, Ink};
use super::scene::{LEFT, SERVER_ROW, Scene, ServerLane, lease_label};
use crate::trace::phrase::{self, capital};
use crate::trace::{LeaseEnd, LeaseInterval};
use crate::world::Observation;

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas) {
    for lane in &scene.servers {
        draw_lane(scene, canvas, lane);
    }
    for slot in &scene.slots {
        if let Some(mark) = &slot.lock_mark {
            canvas.bold(slot.left + 4.0, scene.lock_mark, mark, Ink::VIOLATION);
        }
    }
}

fn draw_lane(scene: &Scene<'_>, canvas: &mut Canvas, lane: &ServerLane<'_>) {
    let name = capital(&phrase::servers(&scene.trace.world, &lane.servers));
    canvas.bold(LEFT, lane.top + 8.0, &name, Ink::FAINT);
    for (granted, lease, row) in &lane.leases {
        let y = lane.top + 30.0 + f64::from(*row) * SERVER_ROW;
        draw_lease(scene, canvas, y, *granted, lease);
    }
}

fn draw_lease(
    scene: &Scene<'_>,
    canvas: &mut Canvas,
    y: f64,
    granted: usize,
    lease: &LeaseInterval,
) {
    let Some(slot) = scene.slot_of(granted) else {
        return;
    };
    let ink = Ink::of_client(lease.client);
    let begin = slot.mark();
    match end_of(scene, granted, lease) {
        Some(end) => {
            let end = end.max(begin);
            canvas.line((begin, y), (end, y), ink, 4.0);
            canvas.ring((end, y), 4.0, ink);
        }
        None => {
            canvas.line((begin, y), (scene.right, y), ink, 4.0);
            canvas.dashed((scene.right, y), (scene.width - 6.0, y), ink, 4.0);
        }
    }
    canvas.disc((begin, y), 4.5, ink);
    canvas.text(
        slot.left + 4.0,
        y - 7.0,
        &lease_label(scene.trace, lease),
        Ink::TEXT,
    );
}

/// Where the lease is over; `None` if that is beyond the picture.
fn end_of(scene: &Scene<'_>, granted: usize, lease: &LeaseInterval) -> Option<f64> {
    let end = lease.end?;
    let given_back = lease.ended == Some(LeaseEnd::Released) && lease.end != lease.promised;
    if given_back {
        let released = Observation::Released(lease.server, lease.client);
        let position = scene.trace.steps[granted..]
            .iter()
            .position(|step| step.seen.contains(&released))?;
        return scene
            .slot_of(granted + position)
            .map(super::scene::Slot::mark);
    }
    scene.begin_of(end)
}
