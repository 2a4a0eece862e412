//! A trace as JSON: every step with what was seen of it and the whole state after it. The shape is
//! described in `docs/json.md` and by `docs/trace.schema.json`.

use serde::Serialize;

use super::view::{self, LeaseView, ObservationView, StepView};
use super::{About, Snapshot, Trace};

/// The version of the shape. It grows when a field changes its meaning or disappears; new fields do
/// not change it.
pub const FORMAT: u32 = 1;

/// The trace, indented, with a line break at its end.
///
/// # Errors
/// If the JSON library refuses a value, which none of ours gives it reason to.
pub fn draw(trace: &Trace, about: &About) -> serde_json::Result<String> {
    let mut snapshots = trace.snapshots();
    let document = Document {
        format: FORMAT,
        fencepost: env!("CARGO_PKG_VERSION"),
        about,
        loop_from: trace.loop_from,
        initial: snapshots.next(),
        steps: steps(trace, snapshots),
        leases: view::leases(trace),
    };
    serde_json::to_string_pretty(&document).map(|text| text + "\n")
}

#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    fencepost: &'static str,
    #[serde(flatten)]
    about: &'a About,
    loop_from: Option<usize>,
    initial: Option<Snapshot>,
    steps: Vec<FullStep<'a>>,
    leases: Vec<LeaseView>,
}

#[derive(Serialize)]
struct FullStep<'a> {
    #[serde(flatten)]
    step: StepView,
    seen: Vec<ObservationView<'a>>,
    state: Snapshot,
}

fn steps(trace: &Trace, after: impl Iterator<Item = Snapshot>) -> Vec<FullStep<'_>> {
    let full = |((view, step), state): ((StepView, &super::Step), Snapshot)| {
        let seen = step.seen.iter();
        FullStep {
            step: view,
            seen: seen
                .map(|seen| ObservationView::of(&trace.world, *seen))
                .collect(),
            state,
        }
    };
    let told = view::steps(trace).into_iter().zip(&trace.steps);
    told.zip(after).map(full).collect()
}
