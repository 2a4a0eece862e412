//! A check as another program reads it. The shape is described in `docs/json.md`.

use serde::Serialize;

use super::{Case, Invocation, world_line};
use crate::check::{Conclusion, Judge, Row, Run, Standing};
use crate::explore;
use crate::property::Level;
use crate::trace::view::{self, LeaseView, StepView};

/// The version of the shape. It grows when a field changes its meaning or disappears; new fields do
/// not change it.
pub const FORMAT: u32 = 1;

/// The report on a whole check, indented, with a line break at its end.
///
/// # Errors
/// If the JSON library refuses a value, which none of ours gives it reason to.
pub fn report(
    runs: &[Run],
    conclusion: Conclusion,
    invocation: &Invocation,
) -> Result<String, serde_json::Error> {
    let report = Report {
        format: FORMAT,
        fencepost: env!("CARGO_PKG_VERSION"),
        exit_code: conclusion.exit_code(),
        runs: runs.iter().map(|run| run_view(run, invocation)).collect(),
    };
    serde_json::to_string_pretty(&report).map(|text| text + "\n")
}

#[derive(Serialize)]
struct Report<'a> {
    format: u32,
    fencepost: &'static str,
    exit_code: u8,
    runs: Vec<RunView<'a>>,
}

#[derive(Serialize)]
struct RunView<'a> {
    model: &'a str,
    origin: &'a str,
    variant: Option<&'a str>,
    set: Vec<String>,
    world: String,
    bounds: Vec<String>,
    judged_by: &'static str,
    states: usize,
    transitions: usize,
    depth: usize,
    seconds: f64,
    complete: bool,
    cut_off: Option<String>,
    properties: Vec<PropertyView<'a>>,
}

#[derive(Serialize)]
struct PropertyView<'a> {
    name: &'static str,
    level: &'static str,
    verdict: &'static str,
    standing: &'static str,
    expected: Option<&'static str>,
    expected_line: Option<usize>,
    promise: &'static str,
    violation: &'static str,
    counterexample: Option<CounterexampleView<'a>>,
}

#[derive(Serialize)]
struct CounterexampleView<'a> {
    explanation: String,
    faults: String,
    loop_from: Option<usize>,
    choices: &'a [usize],
    steps: Vec<StepView>,
    leases: Vec<LeaseView>,
    command: String,
    explorer: String,
}

fn run_view<'a>(run: &'a Run, invocation: &Invocation) -> RunView<'a> {
    let outcome = &run.outcome;
    RunView {
        model: &run.job.model,
        origin: &run.job.origin,
        variant: run.job.variant.as_deref(),
        set: run
            .job
            .overrides
            .iter()
            .map(crate::spec::Override::argument)
            .collect(),
        world: world_line(&run.model.world),
        bounds: run.model.world.bounds(),
        judged_by: match run.job.judge {
            Judge::Expectations(_) => "expectations",
            Judge::Properties { .. } => "properties",
        },
        states: outcome.states,
        transitions: outcome.transitions,
        depth: outcome.depth,
        seconds: outcome.time.as_secs_f64(),
        complete: outcome.cut_off.is_none(),
        cut_off: outcome.cut_off.map(|limit| limit.to_string()),
        properties: run
            .rows
            .iter()
            .map(|row| property_view(run, row, invocation))
            .collect(),
    }
}

fn property_view<'a>(run: &'a Run, row: &'a Row, invocation: &Invocation) -> PropertyView<'a> {
    let property = row.property;
    let expected = match &run.job.judge {
        Judge::Expectations(expected) => expected.get(&property),
        Judge::Properties { .. } => None,
    };
    PropertyView {
        name: property.name(),
        level: match property.level() {
            Level::Grants => "grants",
            Level::Effects => "effects",
            Level::Progress => "progress",
        },
        verdict: row.verdict.word(),
        standing: standing(row.standing),
        expected: expected.map(|expected| expected.verdict.word()),
        expected_line: expected.map(|expected| expected.line),
        promise: property.promise(),
        violation: property.violation(),
        counterexample: Case::of(run, row).map(|case| counterexample_view(&case, invocation)),
    }
}

fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Good => "good",
        Standing::Violated => "violated",
        Standing::Finding => "finding",
        Standing::Note => "note",
        Standing::Unknown => "unknown",
        Standing::Unexpected(_) => "unexpected",
        Standing::NoExpectation => "no-expectation",
    }
}

fn counterexample_view<'a>(case: &Case<'a>, invocation: &Invocation) -> CounterexampleView<'a> {
    CounterexampleView {
        explanation: case.explanation(),
        faults: case.trace.faults().to_string(),
        loop_from: case.found.loop_from,
        choices: &case.found.choices,
        steps: view::steps(&case.trace),
        leases: view::leases(&case.trace),
        command: invocation.check(&case.run.job, case.row.property),
        explorer: explore::address(invocation.explorer, case.found),
    }
}
