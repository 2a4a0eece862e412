//! The arguments that choose a world, shared by the verbs.

use clap::Args;
use clap::builder::PossibleValuesParser;
use fencepost::spec::{self, ModelFile, Override, SpecError};
use fencepost::world::Fencing;

use super::Stop;
use super::check::wrong;

#[derive(Args)]
pub(super) struct WorldArgs {
    /// Check the world with this fencing rule at the resource
    ///
    /// off: accept everything. on (or writes): refuse a write whose token is below the highest seen.
    /// reads: reads carry the token too. strict: refuse an equal token as well. cas: compare versions
    /// instead. owner: check the lock in the same step as the write. ask: ask the lock service, then
    /// write.
    #[arg(long, value_name = "RULE", value_parser = rules())]
    fencing: Option<String>,

    /// Set a key of the model file, such as lock.ttl=20 or client.A.rounds=2
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Take this variant of the model
    #[arg(long, value_name = "NAME")]
    pub(super) variant: Option<String>,
}

fn rules() -> PossibleValuesParser {
    PossibleValuesParser::new(
        Fencing::ALL
            .iter()
            .map(|rule| rule.name())
            .chain(["writes"]),
    )
}

impl WorldArgs {
    /// What is set on the command line: the fencing rule, then the keys in their order.
    pub(super) fn overrides(&self) -> Result<Vec<Override>, SpecError> {
        let fencing = self
            .fencing
            .iter()
            .map(|rule| Ok(Override::new("resource.fencing", rule)));
        let set = self.set.iter().map(|set| Override::parse(set));
        fencing.chain(set).collect()
    }
}

/// The one model that an argument stands for, where a verb takes no more.
pub(super) fn one_model(verb: &str, argument: &str) -> Result<ModelFile, Stop> {
    let files = spec::resolve(argument).map_err(wrong)?;
    match <[ModelFile; 1]>::try_from(files) {
        Ok([file]) => Ok(file),
        Err(files) => Err(Stop::WrongInput(format!(
            "error: `{verb}` takes one model at a time, and {argument} has {}; name one of its files",
            files.len()
        ))),
    }
}
