//! `sweep`: the verdicts for every value of one or two numbers of a model.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use fencepost::property::Property;
use fencepost::report::human;
use fencepost::search::Limits;
use fencepost::spec;
use fencepost::sweep::{self, Axis, Effort, Formula, Measured, Plan, Prediction, Target, picture};

use super::check::{properties, wrong, wrong_plan};
use super::output::{emit_bytes, wants_color};
use super::search_args::at_least_one;
use super::sweep_progress::Progress;
use super::world_args::{WorldArgs, one_model};
use super::{Outcome, Stop};

/// Explore every schedule for every value of one or two numbers of a model
///
/// KEY=FROM..TO takes every whole number from FROM to TO, both included; KEY=FROM..TO..STEP takes every
/// STEPth. The first axis runs across, the second up. A key is that of a number of the model, such as
/// lock.ttl, or its short name: ttl, servers, pause, pauses, B.arrives, rounds, attempts.
///
/// A sweep is a measurement, not a judgement: it succeeds whatever it finds, once every cell is known.
/// With --formula it fails if the formula is wrong about a cell.
#[derive(Args)]
#[command(after_help = "Examples:
  fencepost sweep pause=1..40 ttl=1..40
  fencepost sweep pause=1..40 ttl=1..40 --fencing on
  fencepost sweep pause=1..40 ttl=1..40 --formula 'pause > max(12, ttl)'
  fencepost sweep servers=1..51..10 study-guide
  fencepost sweep pause=1..40 ttl=1..40 --svg grid.svg --png grid.png --csv grid.csv

Exit codes: 0 every cell is known, and the formula, if there is one, is right; 1 the formula is wrong; 2
the command line or a model file is wrong; 3 some cells are unknown, because a limit or Ctrl-C came first.
What is known by then is still shown and written. A second Ctrl-C ends at once and writes nothing.")]
pub(super) struct Sweep {
    /// One or two axes, then a model file or the name of one of the catalogue [default:
    /// pause-against-lease]
    #[arg(value_name = "KEY=FROM..TO[..STEP] | MODEL", required = true)]
    words: Vec<String>,

    #[command(flatten)]
    world: WorldArgs,

    /// Ask for this property only (repeatable)
    #[arg(long, value_name = "NAME", value_parser = properties())]
    property: Vec<String>,

    /// Compare a formula with every cell and list those where it is wrong, such as 'pause > max(12, ttl)'
    ///
    /// It says where stale-overwrite is violated, or, with --property, one of those. Whole numbers, names
    /// of axes, + - * / min max, comparisons, and or not, parentheses.
    #[arg(long, value_name = "FORMULA")]
    formula: Option<String>,

    /// Draw the grid into this file, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,

    /// Draw the grid into this file, as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<String>,

    /// Write the cells as a table into this file; - for standard output instead of the grid
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,

    /// Write everything as JSON into this file; - for standard output instead of the grid
    #[arg(long, value_name = "FILE")]
    json: Option<String>,

    /// Stop in a cell after this many distinct states; what was not found by then is unknown
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    max_states: Option<u64>,
}

/// How one of the files is made.
type Form = fn(&Measured) -> Result<Vec<u8>, String>;

impl Sweep {
    pub(super) fn run(&self) -> Outcome {
        let plan = self.plan()?;
        let prediction = self.prediction(&plan)?;
        let targets = self.targets()?;
        let measured = self.computed(&plan, prediction.as_ref())?;
        let mut is_shown = false;
        for (target, form) in targets {
            let content =
                form(&measured).map_err(|error| Stop::Defect(format!("error: {error}")))?;
            match target {
                Target::Standard => {
                    emit_bytes(&content)?;
                    is_shown = true;
                }
                Target::File(_) => target.write(&content).map_err(unwritable)?,
            }
        }
        if !is_shown {
            emit_bytes(sweep::report(&measured, wants_color()).as_bytes())?;
        }
        Ok(measured.conclusion().exit_code())
    }

    fn plan(&self) -> Result<Plan, Stop> {
        let (axes, models): (Vec<_>, Vec<_>) =
            self.words.iter().partition(|word| Axis::is_meant(word));
        let axes = axes.into_iter().map(|axis| Axis::parse(axis));
        let axes = axes.collect::<Result<_, _>>().map_err(wrong)?;
        let file = match models.as_slice() {
            [] => one_model("sweep", sweep::DEFAULT_MODEL)?,
            [model] => one_model("sweep", model)?,
            [_, second, ..] => {
                return Err(Stop::WrongInput(format!(
                    "error: `sweep` takes one model, and `{second}` would be another; an axis is \
                     KEY=FROM..TO"
                )));
            }
        };
        let overrides = self.world.overrides()?;
        let by_name: Vec<_> = self
            .property
            .iter()
            .filter_map(|name| Property::from_name(name))
            .collect();
        let variant = self.world.variant.as_deref();
        Plan::new(&file, variant, &overrides, axes, &by_name).map_err(wrong_plan)
    }

    fn prediction(&self, plan: &Plan) -> Result<Option<Prediction>, Stop> {
        let predict = |text: &String| -> Result<Prediction, spec::SpecError> {
            Prediction::new(&Formula::parse(text, plan.axes())?, plan)
        };
        self.formula
            .as_ref()
            .map(predict)
            .transpose()
            .map_err(wrong)
    }

    /// Where to write what. Whether it can be written shows before anything is computed.
    fn targets(&self) -> Result<Vec<(Target, Form)>, Stop> {
        let forms: [(&Option<String>, Form); 4] = [
            (&self.svg, |measured| {
                picture::svg(&measured.grid)
                    .map(String::into_bytes)
                    .map_err(told)
            }),
            (&self.png, |measured| {
                picture::png(&measured.grid).map_err(told)
            }),
            (&self.csv, |measured| {
                sweep::csv(&measured.grid)
                    .map(String::into_bytes)
                    .map_err(told)
            }),
            (&self.json, |measured| {
                sweep::json(measured).map(String::into_bytes).map_err(told)
            }),
        ];
        let asked = forms
            .into_iter()
            .filter_map(|(word, form)| Some((Target::named(word.as_ref()?), form)));
        let targets: Vec<_> = asked.collect();
        Target::all_apart(targets.iter().map(|(target, _)| target)).map_err(unwritable)?;
        Ok(targets)
    }

    fn computed(&self, plan: &Plan, prediction: Option<&Prediction>) -> Result<Measured, Stop> {
        let stop = Arc::new(AtomicBool::new(false));
        let progress = Progress::of(plan.cells(), Arc::clone(&stop));
        let effort = Effort {
            limits: Limits {
                states: self.max_states.and_then(|most| usize::try_from(most).ok()),
                ..Limits::default()
            },
            threads: None,
            stop: &stop,
            on_cell: &|| progress.step(),
        };
        let grid = plan.compute(&effort);
        progress.finish();
        let grid =
            grid.map_err(|failure| Stop::Defect(human::failure(&failure.failure, &failure.world)))?;
        let comparison = prediction.map(|prediction| prediction.compare(&grid));
        Ok(Measured { grid, comparison })
    }
}

fn unwritable(error: impl std::fmt::Display) -> Stop {
    Stop::WrongInput(error.to_string())
}

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}
