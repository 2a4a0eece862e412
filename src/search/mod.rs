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

pub use fast::Fast;
pub use model::{Checked, Node};
pub use outcome::{Cause, Counterexample, Failure, Limit, Limits, Outcome, Verdict};
pub use reference::Reference;

/// A way to walk the whole space of a model.
pub trait Engine {
    /// Explores every state, or as many as the limits allow.
    ///
    /// # Errors
    /// If the world panics; the error has the path that led to it.
    fn explore(&self, model: &Checked, limits: &Limits) -> Result<Outcome, Failure>;
}
