//! The arguments that choose a world, shared by the verbs.

use clap::Args;
use clap::builder::PossibleValuesParser;
use fencepost::spec::{Override, SpecError};
use fencepost::world::Fencing;

/// What is changed in a model.
#[derive(Args)]
pub(super) struct Changes {
    /// Take the world with this fencing rule at the resource
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
}

/// A variant of a model, and what is changed in it.
#[derive(Args)]
pub(super) struct WorldArgs {
    #[command(flatten)]
    changes: Changes,

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
    /// As [`Changes::overrides`].
    pub(super) fn overrides(&self) -> Result<Vec<Override>, SpecError> {
        self.changes.overrides()
    }
}

impl Changes {
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
