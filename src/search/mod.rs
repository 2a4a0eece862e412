//! How the space is walked.
//!
//! [`Checked`] is the world together with its monitors, as a [`stateright::Model`]: every stateright
//! checker and the Explorer work on it, and so does the plain search here, which decides verdicts.
//! An [`Engine`] turns a model into an [`Outcome`].

pub mod fast;
pub mod lasso;
pub mod model;
pub mod outcome;
pub mod plain;
pub mod reference;
pub mod stock;

pub use fast::Fast;
pub use model::{Checked, Node};
pub use outcome::{Cause, Counterexample, Extent, Failure, Limit, Limits, Outcome, Verdict, Watch};
pub use reference::Reference;
pub use stock::{Stock, ToTheEnd};

use crate::property::Property;

/// A way to walk the whole space of a model.
pub trait Engine {
    /// Explores every state, or as many as the limits allow.
    ///
    /// # Errors
    /// If the world panics; the error has the path that led to it.
    fn explore(&self, model: &Checked, limits: &Limits) -> Result<Outcome, Failure>;
}

/// The walks that answer what is asked: one for all properties but `stuck-lock`, and one for that.
///
/// An infinite execution is a loop of the world. Among the monitors of other properties it would be
/// found later than need be, since their memory has to come round as well. So the walk that looks for
/// it carries none, and what is found does not depend on what else is asked.
#[must_use]
pub fn walks(model: &Checked) -> Vec<Checked> {
    let (stuck, others): (Vec<_>, Vec<_>) = model
        .asked
        .iter()
        .partition(|property| *property == Property::StuckLock);
    [others, stuck]
        .into_iter()
        .filter(|asked| !asked.is_empty())
        .map(|asked| Checked::new(model.world.clone(), asked.into_iter().collect()))
        .collect()
}

/// Explores with an engine, in as many [`walks`] as it takes. The counts are those of the first one,
/// which has most to remember; the limit of time is for all together.
///
/// # Errors
/// As [`Engine::explore`].
pub fn explore(engine: &dyn Engine, model: &Checked, limits: &Limits) -> Result<Outcome, Failure> {
    let mut walks = walks(model).into_iter();
    let Some(first) = walks.next() else {
        return engine.explore(model, limits);
    };
    let mut outcome = engine.explore(&first, limits)?;
    for walk in walks {
        // Also after the first was cut off: in a cluster all processes walk the same walks.
        let time = limits.time.map(|most| most.saturating_sub(outcome.time));
        let limits = Limits {
            time,
            ..limits.clone()
        };
        let next = engine.explore(&walk, &limits)?;
        outcome.violations.extend(next.violations);
        outcome.cut_off = outcome.cut_off.or(next.cut_off);
        outcome.cheapest &= next.cheapest;
        outcome.time += next.time;
    }
    outcome.asked = model.asked;
    Ok(outcome)
}
