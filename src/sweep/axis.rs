//! An axis: a number of the model, and the values it takes.

use std::ops::Range;
use std::sync::Arc;

use crate::spec::words::{did_you_mean, listed, quoted};
use crate::spec::{NUMERIC_KEYS, Override, Place, Quantity, SpecError, Text};

/// What an axis looks like, for messages.
const SHAPE: &str = "an axis is KEY=FROM..TO or KEY=FROM..TO..STEP, with whole numbers";

/// One axis of a sweep: `KEY=FROM..TO` or `KEY=FROM..TO..STEP`.
#[derive(Clone, Debug)]
pub struct Axis {
    quantity: Quantity,
    values: Vec<u16>,
    step: u16,
    text: Arc<Text>,
    /// Where in the text the key stands.
    key_span: Range<usize>,
    /// Where the numbers stand.
    range_span: Range<usize>,
}

impl Axis {
    /// Whether a word of the command line is meant as an axis, and not as the name of a model.
    #[must_use]
    pub fn is_meant(word: &str) -> bool {
        word.contains('=') || word.contains("..") && !word.contains('/')
    }

    /// Reads an axis. TO is part of it if a step leads there.
    ///
    /// # Errors
    /// If it has another shape, if the key takes no number, or if the numbers are none that the key
    /// takes, lead nowhere, or do not lead on.
    pub fn parse(argument: &str) -> Result<Axis, SpecError> {
        let text = Text::argument("AXIS", argument);
        let Some(equals) = argument.find('=') else {
            return Err(Reader::of(&text).shapeless(0..argument.len(), "there is no `=`"));
        };
        let reader = Reader::of(&text);
        let key_span = reader.trimmed(0..equals);
        let range_span = reader.trimmed(equals + 1..argument.len());
        let quantity = reader.quantity(key_span.clone())?;
        let (values, step) = reader.values(&quantity, range_span.clone())?;
        Ok(Axis {
            quantity,
            values,
            step,
            text,
            key_span,
            range_span,
        })
    }

    /// The whole dotted key, such as `adversary.pauses.length`.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.quantity.key
    }

    /// What people call the key for short, such as `pause`. Formulas know both names.
    #[must_use]
    pub fn short(&self) -> &str {
        &self.quantity.short
    }

    /// What the numbers are, in words: "longest pause, in ticks".
    #[must_use]
    pub fn label(&self) -> String {
        match self.quantity.unit {
            "" => self.quantity.what.clone(),
            unit => format!("{}, in {unit}", self.quantity.what),
        }
    }

    /// What the numbers are counted in; `None` for plain numbers.
    #[must_use]
    pub fn unit(&self) -> Option<&'static str> {
        Some(self.quantity.unit).filter(|unit| !unit.is_empty())
    }

    /// The values, rising; at least one.
    #[must_use]
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// From one value to the next, at least 1.
    #[must_use]
    pub fn step(&self) -> u16 {
        self.step
    }

    /// The axis as it can be given on the command line.
    #[must_use]
    pub fn argument(&self) -> String {
        self.text.content.clone()
    }

    /// The override that gives a world this value of the axis.
    pub(super) fn setting(&self, value: u16) -> Override {
        let place = Place::new(&self.text, self.range_span.clone());
        Override::number(self.key(), self.key_place(), value, place)
    }

    /// Where the key was written.
    pub(super) fn key_place(&self) -> Place {
        Place::new(&self.text, self.key_span.clone())
    }
}

struct Reader<'a> {
    text: &'a Arc<Text>,
}

impl<'a> Reader<'a> {
    fn of(text: &'a Arc<Text>) -> Reader<'a> {
        Reader { text }
    }

    fn words(&self, span: Range<usize>) -> &'a str {
        &self.text.content[span]
    }

    fn place(&self, span: Range<usize>) -> Place {
        Place::new(self.text, span)
    }

    /// The span without the blanks at its ends.
    fn trimmed(&self, span: Range<usize>) -> Range<usize> {
        let words = self.words(span.clone());
        let start = span.start + (words.len() - words.trim_start().len());
        start..start + words.trim().len()
    }

    fn shapeless(&self, span: Range<usize>, label: &str) -> SpecError {
        SpecError::at(&self.place(span), SHAPE, label)
            .help(["for example ttl=1..40, or lock.servers=1..51..2"])
    }

    fn quantity(&self, span: Range<usize>) -> Result<Quantity, SpecError> {
        let word = self.words(span.clone());
        if word.is_empty() {
            return Err(
                self.shapeless(0..self.text.content.len(), "there is no key before the `=`")
            );
        }
        Quantity::named(word).ok_or_else(|| {
            SpecError::at(
                &self.place(span),
                format!("{} is no number of a model", quoted(word)),
                "an axis needs a key that takes a number",
            )
            .note(format!("those keys are {}", listed(NUMERIC_KEYS, "and")))
            .note("in short: `ttl`, `servers`, `pause`, `pauses`, and `NAME.arrives` and the like")
            .help(did_you_mean(word, Quantity::words()))
        })
    }

    fn values(
        &self,
        quantity: &Quantity,
        span: Range<usize>,
    ) -> Result<(Vec<u16>, u16), SpecError> {
        let parts = self.parts(span.clone());
        let (from, to, step) = match parts.as_slice() {
            [from, to] => (
                self.end(quantity, from.clone())?,
                self.end(quantity, to.clone())?,
                1,
            ),
            [from, to, step] => (
                self.end(quantity, from.clone())?,
                self.end(quantity, to.clone())?,
                self.step(step.clone())?,
            ),
            _ => {
                return Err(self.shapeless(span, "not FROM..TO"));
            }
        };
        if from > to {
            let title = format!("this range of {} is empty", quoted(&quantity.key));
            let error = SpecError::at(&self.place(span), title, "there is nothing in it");
            return Err(error.help([format!("the smaller number comes first: {to}..{from}")]));
        }
        Ok(((from..=to).step_by(usize::from(step)).collect(), step))
    }

    /// What stands between the dots.
    fn parts(&self, span: Range<usize>) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut start = span.start;
        for part in self.words(span).split("..") {
            parts.push(self.trimmed(start..start + part.len()));
            start += part.len() + "..".len();
        }
        parts
    }

    /// One end of the range.
    fn end(&self, quantity: &Quantity, span: Range<usize>) -> Result<u16, SpecError> {
        let number: Option<u16> = self.words(span.clone()).parse().ok();
        let allowed = &quantity.range;
        number
            .filter(|number| allowed.contains(number))
            .ok_or_else(|| {
                let title = format!(
                    "{} is a whole number from {} to {}, not {}",
                    quoted(&quantity.key),
                    allowed.start(),
                    allowed.end(),
                    quoted(self.words(span.clone()))
                );
                SpecError::at(&self.place(span), title, "")
            })
    }

    fn step(&self, span: Range<usize>) -> Result<u16, SpecError> {
        let step: Option<u16> = self.words(span.clone()).parse().ok();
        step.filter(|step| *step > 0).ok_or_else(|| {
            let title = format!(
                "a step is a whole number from 1, not {}",
                quoted(self.words(span.clone()))
            );
            SpecError::at(&self.place(span), title, "it would lead nowhere")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_part_of_an_axis_if_a_step_leads_there() {
        let values = |argument| Axis::parse(argument).unwrap().values().to_vec();
        assert_eq!(values("ttl=3..6"), [3, 4, 5, 6]);
        assert_eq!(values(" lock.servers = 1 .. 7 .. 3 "), [1, 4, 7]);
        assert_eq!(values("B.arrives=0..9..4"), [0, 4, 8]);
        assert_eq!(values("ttl=9999..10000..60000"), [9999]);
    }

    #[test]
    fn mistakes_name_what_is_allowed_and_stand_where_they_were_made() {
        for (argument, fragment, underlined) in [
            ("ttl", "KEY=FROM..TO", "ttl"),
            ("=1..2", "KEY=FROM..TO", "=1..2"),
            ("ttl=", "KEY=FROM..TO", ""),
            ("ttl=5", "KEY=FROM..TO", "5"),
            ("ttl=1..2..3..4", "KEY=FROM..TO", "1..2..3..4"),
            ("tll=1..2", "did you mean `ttl`?", "tll"),
            ("resource.fencing=1..2", "is no number", "resource.fencing"),
            ("servers=0..5", "from 1 to 64", "0"),
            ("servers=1..65", "from 1 to 64", "65"),
            ("ttl=-1..5", "from 1 to 10000", "-1"),
            (
                "ttl=1..99999999999999999999",
                "from 1 to 10000",
                "99999999999999999999",
            ),
            ("ttl=a..b", "from 1 to 10000", "a"),
            ("ttl=9..3", "3..9", "9..3"),
            ("ttl=1..9..0", "a step is a whole number from 1", "0"),
            ("ttl=1..9..x", "a step is a whole number from 1", "x"),
        ] {
            let error = Axis::parse(argument).unwrap_err();
            let message = error.to_string();
            assert!(message.contains(fragment), "{argument}: {message}");
            assert_eq!(&argument[error.span().unwrap()], underlined, "{message}");
        }
    }
}
