//! The command line of Fencepost.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
