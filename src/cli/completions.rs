//! `completions`: what a shell needs to complete commands.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::output::emit;
use super::{Cli, Outcome, Stop};

/// Print the completions for a shell
///
/// Where they belong depends on the shell; the examples are the usual places.
#[derive(Args)]
#[command(after_help = "Examples:
  fencepost completions bash > ~/.local/share/bash-completion/completions/fencepost
  fencepost completions zsh  > ~/.zfunc/_fencepost
  fencepost completions fish > ~/.config/fish/completions/fencepost.fish")]
pub(super) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Outcome {
        let mut command = Cli::command();
        let name = command.get_name().to_string();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        let script =
            String::from_utf8(script).map_err(|error| Stop::Defect(format!("error: {error}")))?;
        emit(&script).map(|()| 0)
    }
}
