//! `schema`: the JSON Schema of model files.

use clap::Args;
use fencepost::spec::schema;

use super::output::emit;
use super::{Outcome, Stop};

/// Print the JSON Schema of model files, with which editors complete and check them
///
/// For the editors that use Taplo (Even Better TOML), begin a model file with the line
/// `#:schema ./fencepost.schema.json`.
#[derive(Args)]
#[command(after_help = "Examples:
  fencepost schema > fencepost.schema.json")]
pub(super) struct Schema {}

impl Schema {
    pub(super) fn run(&self) -> Outcome {
        let text = schema::text().map_err(|error| Stop::Defect(format!("error: {error}")))?;
        emit(&text).map(|()| 0)
    }
}
