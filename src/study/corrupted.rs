//! Section 6.1: the run that corrupts the value.

use super::Defect;
use super::lab::Experiment;
use super::table::{paragraph, timeline_of};
use crate::property::Property;
use crate::report::human::Look;
use crate::trace::words;

pub(super) fn tell(look: &Look) -> Result<String, Defect> {
    let ran = Experiment::guide()?.run()?;
    let story = words::explain(&ran.trace, Property::StaleOverwrite);
    let said = format!(
        "The value ends as {}, the work of a client without a lock on top of the work of a client \
         with one. The list of leases is the defence of the lock service: it never promised the lock \
         to two clients at once.",
        ran.value()
    );
    Ok(format!(
        "{}\n{}\n{}",
        timeline_of(&ran, look.color, true),
        paragraph(&story),
        paragraph(&said)
    ))
}
