//! The Explorer in a process of its own, as a user starts it.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use fencepost::explore::{self, Listing};
use fencepost::property::Property;
use fencepost::search::Counterexample;
use fencepost::world::Fencing;

use crate::study_guide;

/// The environment variable by which a test program is asked to be the server.
const ASKED: &str = "FENCEPOST_TEST_SERVER";

/// A running Explorer of the study guide's world. It is killed when this is dropped.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) addr: SocketAddr,
}

impl Server {
    /// Starts it at a free port, with this fencing rule, and waits until it says where it is.
    pub(crate) fn start(fencing: &str) -> Server {
        Server::launch(command(fencing, "127.0.0.1:0"))
    }

    /// Starts it and waits until it says where it is.
    pub(crate) fn launch(mut command: Command) -> Server {
        let mut process = command
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
        Server { process, addr }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// How the Explorer is started: this very test program becomes the server.
pub(crate) fn command(fencing: &str, addr: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "the_server", "--ignored", "--nocapture"])
        .env(ASKED, format!("{fencing} {addr}"));
    command
}

/// Serves if the environment asks for it, and ends the process.
pub(crate) fn serve_if_asked() {
    let Ok(asked) = std::env::var(ASKED) else {
        return;
    };
    let (fencing, addr) = asked.split_once(' ').unwrap();
    let fencing = Fencing::ALL.into_iter().find(|rule| rule.name() == fencing);
    let (model, outcome) = (
        study_guide::model(fencing.unwrap()),
        study_guide::explore(fencing.unwrap()),
    );
    let explain = |property: Property, found: &Counterexample| {
        format!(
            "After {} steps {}.",
            found.events.len(),
            property.violation()
        )
    };
    let line = "Five <b>lock</b> servers & two clients".to_string();
    let listing = Listing::new(line, &model.world, &outcome, explain);
    let ready = |addr| println!("{}", explore::start(addr));
    let served = explore::serve(model, &listing, addr.parse().unwrap(), ready);
    if let Err(error) = &served {
        eprintln!("error: {error}");
    }
    std::process::exit(i32::from(served.is_err()));
}

/// The address in a line that has one.
fn address_in(line: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once("http://")?;
    rest.split('/').next()?.parse().ok()
}
