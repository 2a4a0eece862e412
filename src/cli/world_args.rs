//! The arguments that choose a world, shared by the verbs.

use clap::Args;
use clap::builder::PossibleValuesParser;
use fencepost::spec::{self, ModelFile, Override};
use fencepost::world::Fencing;

use super::Stop;
use super::check::wrong;

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
    pub(super) fn overrides(&self) -> Result<Vec<Override>, Stop> {
        self.changes.overrides()
    }
}

impl Changes {
    /// What is set on the command line: the fencing rule, then the keys in their order. To set a key
    /// twice is a mistake.
    pub(super) fn overrides(&self) -> Result<Vec<Override>, Stop> {
        let fencing = self
            .fencing
            .iter()
            .map(|rule| Ok(Override::new("resource.fencing", rule)));
        let set = self.set.iter().map(|set| Override::parse(set));
        let overrides: Vec<_> = fencing
            .chain(set)
            .collect::<Result<_, _>>()
            .map_err(wrong)?;
        match twice(&overrides) {
            Some(key) => Err(Stop::WrongInput(format!(
                "error: `{key}` is set twice on the command line; leave one of the two out"
            ))),
            None => Ok(overrides),
        }
    }
}

/// A key that is set more than once.
fn twice(overrides: &[Override]) -> Option<String> {
    let key = |set: &Override| {
        set.argument()
            .split('=')
            .next()
            .map(|key| key.trim().to_string())
    };
    let keys: Vec<_> = overrides.iter().filter_map(key).collect();
    let (_, repeated) = (1..)
        .zip(&keys)
        .find(|(later, key)| keys[*later..].contains(key))?;
    Some(repeated.clone())
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
