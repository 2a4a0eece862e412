//! `study`: the study guide, computed.

use clap::Args;
use fencepost::report::human;
use fencepost::study::{self, Section};

use super::check::invocation;
use super::output::{emit, wants_color};
use super::{Outcome, Stop};

/// Walk through the study guide: each of its claims computed, and what a search adds
///
/// The runs of the guide are written schedules, executed as paths of the model that `check` searches.
/// Without SECTION all of them are told in order.
#[derive(Args)]
#[command(after_help = "Examples:
  fencepost study          the whole guide
  fencepost study 6.5      the lengths of leases and pauses")]
pub(super) struct Study {
    /// A section of the guide: 5.1, 6.1, 6.2, 6.3, 6.4, 6.5, 6.6, 7.2, 7.3 or 9
    #[arg(value_name = "SECTION")]
    section: Option<String>,
}

impl Study {
    pub(super) fn run(&self) -> Outcome {
        let look = human::Look {
            color: wants_color(),
            invocation: invocation(),
        };
        for (position, section) in self.sections()?.into_iter().enumerate() {
            if position > 0 {
                emit("\n\n")?;
            }
            let told = study::tell(section, &look);
            emit(&told.map_err(|defect| Stop::Defect(defect.to_string()))?)?;
        }
        Ok(0)
    }

    fn sections(&self) -> Result<Vec<Section>, Stop> {
        match &self.section {
            None => Ok(Section::ALL.to_vec()),
            Some(number) => Section::find(number)
                .map(|section| vec![section])
                .map_err(|unknown| Stop::WrongInput(unknown.to_string())),
        }
    }
}
