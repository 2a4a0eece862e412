//! The Explorer in a process of its own, as a user starts it.

#![allow(dead_code, reason = "every test file uses its own part of this")]

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A running Explorer. It is killed when this is dropped.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) addr: SocketAddr,
    /// Its directory for temporary files: one that is killed leaves its own there.
    pub(crate) temporary: TempDir,
}

impl Server {
    /// Starts it with this model at a free port, and waits until it says where it is.
    pub(crate) fn start(model: &str) -> Server {
        Server::launch(command(model, "127.0.0.1:0"))
    }

    /// Starts it and waits until it says where it is.
    pub(crate) fn launch(mut command: Command) -> Server {
        let temporary = tempfile::tempdir().unwrap();
        let mut process = command
            .env("TMPDIR", temporary.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let addr = lines.find_map(|line| address_in(&line.unwrap()));
        let Some(addr) = addr else {
            let mut errors = String::new();
            let stderr = process.stderr.as_mut().unwrap();
            stderr.read_to_string(&mut errors).unwrap();
            panic!("the server did not say where it is: {errors}");
        };
        Server {
            process,
            addr,
            temporary,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// How the Explorer is started.
pub(crate) fn command(model: &str, addr: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fencepost"));
    command.args(["explore", model, "--addr", addr]);
    command
}

/// The address in a line that has one.
fn address_in(line: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once("http://")?;
    rest.split('/').next()?.parse().ok()
}
