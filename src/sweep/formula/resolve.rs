//! From what was read to what can be worked out: names become axes, and numbers and statements stand
//! where they belong.

use std::sync::Arc;

use super::tree::{Part, Truth, What, Whole, WholeWhat};
use super::{Axis, mistake};
use crate::spec::words::{did_you_mean, listed, quoted};
use crate::spec::{SpecError, Text};

/// The part as a statement about cells.
pub(super) fn truth(text: &Arc<Text>, axes: &[Axis], part: &Part) -> Result<Truth, SpecError> {
    Resolver { text, axes }.truth(part)
}

struct Resolver<'a> {
    text: &'a Arc<Text>,
    axes: &'a [Axis],
}

impl Resolver<'_> {
    fn truth(&self, part: &Part) -> Result<Truth, SpecError> {
        let boxed = |part: &Part| self.truth(part).map(Box::new);
        Ok(match &part.what {
            What::Comparison(left, comparison, right) => {
                Truth::Comparison(self.whole(left)?, *comparison, self.whole(right)?)
            }
            What::Not(inner) => Truth::Not(boxed(inner)?),
            What::Both(left, right) => Truth::Both(boxed(left)?, boxed(right)?),
            What::Either(left, right) => Truth::Either(boxed(left)?, boxed(right)?),
            What::Literal(_)
            | What::Name(_)
            | What::Negative(_)
            | What::Arithmetic(..)
            | What::Extreme(..) => {
                let title = "a number is not a statement that a cell could agree with";
                let error = mistake(self.text, part.span.clone(), title, "a number");
                return Err(error.help(["compare it with something, as in `pause > 12`"]));
            }
        })
    }

    fn whole(&self, part: &Part) -> Result<Whole, SpecError> {
        let boxed = |part: &Part| self.whole(part).map(Box::new);
        let what = match &part.what {
            What::Literal(number) => WholeWhat::Literal(*number),
            What::Name(name) => {
                let position = self.axis(name, part)?;
                WholeWhat::Axis(position, self.axes[position].key().to_string())
            }
            What::Negative(inner) => WholeWhat::Negative(boxed(inner)?),
            What::Arithmetic(left, operation, right) => {
                WholeWhat::Arithmetic(boxed(left)?, *operation, boxed(right)?)
            }
            What::Extreme(extreme, parts) => {
                let parts = parts.iter().map(|part| self.whole(part));
                WholeWhat::Extreme(*extreme, parts.collect::<Result<_, _>>()?)
            }
            What::Comparison(..) | What::Not(_) | What::Both(..) | What::Either(..) => {
                let title = "a number is needed here, and this is a statement";
                return Err(mistake(
                    self.text,
                    part.span.clone(),
                    title,
                    "true or false",
                ));
            }
        };
        Ok(Whole {
            span: part.span.clone(),
            what,
        })
    }

    /// The position of the axis that this name means.
    fn axis(&self, name: &str, part: &Part) -> Result<usize, SpecError> {
        let is_whole_name = |axis: &Axis| axis.key() == name || axis.short() == name;
        if let Some(position) = self.axes.iter().position(is_whole_name) {
            return Ok(position);
        }
        let is_last_part = |axis: &&Axis| axis.key().rsplit('.').next() == Some(name);
        let short = || self.axes.iter().map(Axis::short);
        match self.axes.iter().filter(is_last_part).count() {
            1 => Ok(self
                .axes
                .iter()
                .position(|axis| is_last_part(&axis))
                .unwrap_or(0)),
            0 => {
                let title = format!("no axis is called {}", quoted(name));
                let error = mistake(self.text, part.span.clone(), &title, "unknown name");
                let names = short().chain(self.axes.iter().map(Axis::key));
                Err(error
                    .note(format!("the axes are {}", listed(short(), "and")))
                    .help(did_you_mean(name, names)))
            }
            _ => {
                let title = format!("two axes are called {}", quoted(name));
                let error = mistake(self.text, part.span.clone(), &title, "which of them?");
                Err(error.help([format!("say {}", listed(short(), "or"))]))
            }
        }
    }
}
