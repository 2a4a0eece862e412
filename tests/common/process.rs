//! The program as a process: run to its end, and what it said.

#![allow(dead_code, reason = "every test file uses its own part of this")]

use std::process::{Command, Output};

/// The program with these arguments, as from a shell, without colour.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fencepost"));
    command
        .args(arguments)
        .env_remove("CARGO_MANIFEST_DIR")
        .env("NO_COLOR", "1");
    command
}

pub(crate) fn fencepost(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the binary starts")
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is UTF-8")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("messages are UTF-8")
}
