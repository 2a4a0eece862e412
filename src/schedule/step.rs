//! `steps`: the steps of a client, each with its tick.

use super::plan::WrittenStep;
use crate::spec::SpecError;
use crate::spec::fields::{Field, must_be};
use crate::spec::node::Node;
use crate::spec::words::{did_you_mean, listed, quoted};
use crate::world::Step;

/// The latest tick that can be written.
pub(super) const LATEST: u16 = 10_000;

/// Reads the steps, whose ticks have to rise.
pub(super) fn read_all(field: &Field<'_>) -> Result<Vec<WrittenStep>, SpecError> {
    let nodes = field.list("steps")?;
    if nodes.is_empty() {
        return Err(field.must_be("a list of at least one step"));
    }
    let mut steps: Vec<WrittenStep> = Vec::new();
    for (position, node) in nodes.iter().enumerate() {
        let written = read(node)?;
        if let Some(before) = steps.last().filter(|before| before.tick >= written.tick) {
            let title = format!(
                "the ticks of steps have to rise, and {} comes after {}",
                written.tick, before.tick
            );
            return Err(SpecError::at(&node.place, title, "not later")
                .beside(&nodes[position - 1].place, "than this one")
                .note("a client takes one step in a tick"));
        }
        steps.push(written);
    }
    Ok(steps)
}

fn read(node: &Node) -> Result<WrittenStep, SpecError> {
    let no_step = || must_be("a step", "a tick and a step, as in `\"16 write\"`", node);
    let text = node.text().ok_or_else(no_step)?;
    let (tick, name) = text.trim().split_once(' ').ok_or_else(no_step)?;
    let tick: u64 = tick.parse().map_err(|_| no_step())?;
    if tick > u64::from(LATEST) {
        let title = format!("a tick must be a whole number from 0 to {LATEST}, not {tick}");
        return Err(SpecError::at(&node.place, title, ""));
    }
    Ok(WrittenStep {
        tick,
        step: step(name.trim(), node)?,
    })
}

fn step(name: &str, node: &Node) -> Result<Step, SpecError> {
    let names = || Step::ALL.into_iter().map(Step::name);
    let found = Step::ALL.into_iter().find(|step| step.name() == name);
    found.ok_or_else(|| {
        let title = format!("there is no step {}", quoted(name));
        let label = format!("the steps are {}", listed(names(), "and"));
        SpecError::at(&node.place, title, label).help(did_you_mean(name, names()))
    })
}
