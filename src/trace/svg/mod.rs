//! A trace as a picture: time runs to the right, every client has a lane, and the lock service and the
//! resource lie below.
//!
//! The picture stands alone and can also be put into a page: no style sheet, no script, no class
//! names, its own background. The colours are those of Okabe and Ito, which people with any kind of
//! colour vision can tell apart, and nothing is said by colour alone.

mod lanes;
mod leases;
mod paint;
mod scene;

use super::Trace;
use super::phrase::counted;
use paint::{Canvas, Ink};
use scene::Scene;

/// A picture, and where in it each step lies.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The picture as SVG.
    pub svg: String,
    /// How wide it is, in pixels.
    pub width: f64,
    /// For each step where its stretch of the axis begins and ends. Steps that are folded share one.
    pub places: Vec<(f64, f64)>,
    /// Where the lanes begin and end, from above.
    pub lanes: (f64, f64),
}

/// Draws the path so far: who did what when, the leases, the pauses, what the resource held, and where
/// properties were violated.
#[must_use]
pub fn draw(trace: &Trace) -> String {
    picture(trace, "").svg
}

/// The same as one of several pictures on a page, each of which has another `id`.
#[must_use]
pub fn picture(trace: &Trace, id: &str) -> Picture {
    let scene = Scene::new(trace);
    Picture {
        svg: paint(trace, &scene, id),
        width: scene.width,
        places: (0..trace.steps.len())
            .filter_map(|position| scene.slot_of(position))
            .map(|slot| (slot.left, slot.right))
            .collect(),
        lanes: (scene::TOP, scene.axis),
    }
}

fn paint(trace: &Trace, scene: &Scene<'_>, id: &str) -> String {
    let size = (scene.width, scene.height);
    let mut canvas = Canvas::new(size, id, "Timeline", &description(trace));
    lanes::draw_ground(scene, &mut canvas);
    leases::draw(scene, &mut canvas);
    lanes::draw(scene, &mut canvas);
    draw_loop(scene, &mut canvas);
    for (line, y) in scene::legend(scene.width).iter().zip(scene.legend_lines()) {
        canvas.text(scene::LEFT, y, line, Ink::FAINT);
    }
    if scene.slots.is_empty() {
        canvas.text(
            scene::LEFT,
            scene::TOP - 12.0,
            "nothing has happened yet",
            Ink::FAINT,
        );
    }
    canvas.finish()
}

fn description(trace: &Trace) -> String {
    format!(
        "{} from tick 0 to tick {}, with {}",
        counted(trace.steps.len() as u64, "event"),
        trace.last_tick(),
        trace.faults()
    )
}

/// Where the part begins that repeats for ever.
fn draw_loop(scene: &Scene<'_>, canvas: &mut Canvas) {
    let Some(from) = scene.loop_from else { return };
    let y = scene::TOP - 14.0;
    canvas.line((from, y), (scene.right, y), Ink::VIOLATION, 2.0);
    canvas.line((from, y), (from, y + 8.0), Ink::VIOLATION, 2.0);
    canvas.line(
        (scene.right, y),
        (scene.right, y + 8.0),
        Ink::VIOLATION,
        2.0,
    );
    canvas.text(from, y - 5.0, "repeats for ever", Ink::VIOLATION);
}
