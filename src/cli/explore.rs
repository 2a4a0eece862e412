//! `explore`: walk through a world in a browser.

use std::net::SocketAddr;

use clap::Args;
use fencepost::check::{Job, Run, one_world};
use fencepost::explore::{self, Listing};
use fencepost::report::{human, world_line};
use fencepost::search::{Fast, Limits};
use fencepost::spec;
use fencepost::trace::{Trace, words};

use super::check::{invocation, wrong_plan};
use super::output::{complain, emit};
use super::world_args::{WorldArgs, one_model};
use super::{Outcome, Stop, default_address};

/// Walk through a world in a browser
///
/// Explores the world first, then serves stateright's Explorer with a page that lists the verdicts and
/// the counterexamples. Runs until it is stopped with Ctrl-C.
#[derive(Args)]
#[command(after_help = "Examples:
  fencepost explore --fencing off
  fencepost explore --fencing on --open
  fencepost explore no-expiry --addr 127.0.0.1:8080")]
pub(super) struct Explore {
    /// A model file, or the name of one of the catalogue
    #[arg(value_name = "MODEL", default_value = spec::DEFAULT_MODEL)]
    model: String,

    #[command(flatten)]
    world: WorldArgs,

    /// Where to listen; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", default_value_t = default_address())]
    addr: SocketAddr,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

impl Explore {
    pub(super) fn run(&self) -> Outcome {
        let job = self.job()?;
        let world = job.world.clone();
        let run = Run::of(job, &Fast::default(), &Limits::default())
            .map_err(|failure| Stop::Defect(human::failure(&failure, &world)))?;
        let explain = |property, found: &fencepost::search::Counterexample| {
            let trace = Trace::replay(&run.model, &found.events, found.loop_from);
            words::explain(&trace, property)
        };
        let world = &run.model.world;
        let listing = Listing::new(world_line(world), world, &run.outcome, explain);
        if !self.addr.ip().is_loopback() {
            complain(&format!(
                "note: {} can be reached from other machines; anybody there can read this model",
                self.addr
            ));
        }
        let served = explore::serve(run.model.clone(), &listing, self.addr, |addr| {
            let mut look = human::Look::plain(invocation());
            look.invocation.explorer = addr;
            // Nothing is lost if nobody reads this: the server runs on.
            let _ = emit(&human::exploring(&run, &look));
            if self.open {
                open_page(addr);
            }
        });
        served
            .map(|()| 0)
            .map_err(|error| Stop::WrongInput(format!("error: {error}")))
    }

    fn job(&self) -> Result<Job, Stop> {
        let file = one_model("explore", &self.model)?;
        let overrides = self.world.overrides()?;
        one_world(&file, self.world.variant.as_deref(), &overrides, &[]).map_err(wrong_plan)
    }
}

/// Opens the start page. It does not matter if that fails: the address has been said. In a thread of its
/// own, because some browsers let the caller wait.
fn open_page(addr: SocketAddr) {
    std::thread::spawn(move || {
        if let Err(error) = open::that(explore::start(addr)) {
            complain(&format!("note: no browser could be opened: {error}"));
        }
    });
}
