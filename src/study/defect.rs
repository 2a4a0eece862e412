//! What cannot go wrong, said instead of a panic.

use std::fmt;

use crate::schedule::Obstacle;
use crate::search::Failure;
use crate::spec::SpecError;

/// A built-in schedule or model did not work: a defect of Fencepost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect(String);

impl Defect {
    pub(super) fn new(what: impl Into<String>) -> Defect {
        Defect(what.into())
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "error: this is a defect of fencepost, please report it: {}",
            self.0
        )
    }
}

impl std::error::Error for Defect {}

impl From<SpecError> for Defect {
    fn from(error: SpecError) -> Defect {
        Defect(error.to_string())
    }
}

impl From<Obstacle> for Defect {
    fn from(error: Obstacle) -> Defect {
        Defect(error.to_string())
    }
}

impl From<Failure> for Defect {
    fn from(error: Failure) -> Defect {
        Defect(error.message)
    }
}
