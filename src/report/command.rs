//! The commands that show something again.

use crate::check::Job;
use crate::property::Property;
use crate::spec::Override;
use crate::trace::harmless::printable;

/// How the user calls the program, and where the Explorer would listen.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// `fencepost`, or `cargo run --` for somebody who runs it from a checkout.
    pub program: String,
    /// The address that `explore` listens on unless told otherwise.
    pub explorer: std::net::SocketAddr,
}

impl Invocation {
    /// The command that checks one property of this world again.
    #[must_use]
    pub fn check(&self, job: &Job, property: Property) -> String {
        format!(
            "{} check {}--property {}",
            self.program,
            world_arguments(job),
            property.name()
        )
    }

    /// The command that explores every schedule of this model with these changes.
    #[must_use]
    pub fn check_all(&self, model: &str, overrides: &[Override]) -> String {
        format!(
            "{} check {}",
            self.program,
            arguments(model, None, overrides)
        )
        .trim_end()
        .to_string()
    }

    /// The command that opens the Explorer on this world.
    #[must_use]
    pub fn explore(&self, job: &Job) -> String {
        format!("{} explore {}", self.program, world_arguments(job))
            .trim_end()
            .to_string()
    }
}

/// The arguments that name the world of a job, each followed by a space.
fn world_arguments(job: &Job) -> String {
    arguments(&job.argument, job.variant.as_deref(), &job.overrides)
}

fn arguments(model: &str, variant: Option<&str>, overrides: &[Override]) -> String {
    let nothing_else = variant.is_none() && overrides.is_empty();
    let variant = variant
        .into_iter()
        .flat_map(|name| ["--variant".to_string(), name.to_string()]);
    let set = overrides.iter().flat_map(override_arguments);
    // The default model needs no name, unless its name is all there is to say.
    let model = Some(model.to_string())
        .filter(|argument| argument != crate::spec::DEFAULT_MODEL || nothing_else);
    model
        .into_iter()
        .chain(variant)
        .chain(set)
        .map(|argument| format!("{} ", quoted(&argument)))
        .collect()
}

/// The fencing rule has a flag of its own.
fn override_arguments(set: &Override) -> [String; 2] {
    let set = set.argument();
    match set.strip_prefix("resource.fencing=") {
        Some(rule) => ["--fencing".to_string(), rule.trim_matches('"').to_string()],
        None => ["--set".to_string(), set],
    }
}

/// The argument for a shell. What would move the cursor is replaced: such a command could do something
/// else than what is seen, so it had better not work.
fn quoted(argument: &str) -> String {
    let quoted = shlex::try_quote(argument);
    printable(quoted.as_deref().unwrap_or(argument))
}
