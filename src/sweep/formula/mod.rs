//! Formulas: a closed form that says of every cell whether a property is violated.
//!
//! `pause >= max(12, ttl) and not ttl = 1`: whole numbers, names of axes, `+ - * /`, `min`, `max`,
//! comparisons, `and`, `or`, `not` and parentheses. Nothing else, so that a formula is about the axes
//! and always ends. See `docs/sweep.md`.

mod evaluate;
mod parse;
mod resolve;
mod tree;

use std::ops::Range;
use std::sync::Arc;

use super::Axis;
use crate::spec::{Place, SpecError, Text};
use tree::Truth;

/// The longest formula, in bytes.
const LONGEST: usize = 1000;

/// A formula over the axes of a sweep.
#[derive(Clone, Debug)]
pub struct Formula {
    text: Arc<Text>,
    truth: Truth,
}

impl Formula {
    /// Reads a formula over these axes.
    ///
    /// # Errors
    /// If it is no formula, if it names what is no axis, or if it is a number and no statement.
    pub fn parse(argument: &str, axes: &[Axis]) -> Result<Formula, SpecError> {
        let text = Text::argument("--formula", argument);
        if argument.len() > LONGEST {
            let title = format!("a formula has at most {LONGEST} characters");
            return Err(mistake(&text, LONGEST..argument.len(), &title, "too long"));
        }
        let tree = parse::parse(&text)?;
        let truth = resolve::truth(&text, axes, &tree)?;
        Ok(Formula { text, truth })
    }

    /// Whether it is true of these values, one for each axis in their order.
    ///
    /// # Errors
    /// If it divides by zero, or if a number in between leaves the range of 64 bits.
    pub fn holds(&self, values: &[u16]) -> Result<bool, SpecError> {
        evaluate::truth(&self.truth, values).map_err(|fault| {
            let title = format!("{} in this cell: {values:?}", fault.what);
            mistake(&self.text, fault.span, &title, "here")
        })
    }

    /// The formula as it was written.
    #[must_use]
    pub fn argument(&self) -> &str {
        &self.text.content
    }
}

fn mistake(text: &Arc<Text>, span: Range<usize>, title: &str, label: &str) -> SpecError {
    SpecError::at(&Place::new(text, span), title, label)
}

/// How a formula names an axis: by its short name, in quotes if a sign in it would mean something else.
pub(super) fn name_of(axis: &Axis) -> String {
    let name = axis.short();
    if parse::is_plain_name(name) {
        name.to_string()
    } else {
        format!("\"{name}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn axes() -> Vec<Axis> {
        ["pause=1..40", "ttl=1..40"]
            .map(|axis| Axis::parse(axis).unwrap())
            .to_vec()
    }

    fn holds(formula: &str, pause: u16, ttl: u16) -> bool {
        let formula = Formula::parse(formula, &axes()).unwrap_or_else(|error| panic!("{error}"));
        formula.holds(&[pause, ttl]).unwrap()
    }

    fn error(formula: &str) -> SpecError {
        match Formula::parse(formula, &axes()) {
            Err(error) => error,
            Ok(formula) => formula.holds(&[1, 1]).unwrap_err(),
        }
    }

    #[test]
    fn formulas_mean_what_they_say() {
        for (formula, pause, ttl, is_true) in [
            ("pause > max(12, ttl)", 13, 12, true),
            ("pause > max(12, ttl)", 12, 12, false),
            ("pause>=max( 12 ,ttl )-1", 11, 12, true),
            ("adversary.pauses.length = lock.ttl", 7, 7, true),
            ("\"lock.ttl\" == 7 and length != 7", 8, 7, true),
            ("not pause < 5 or ttl = 1", 5, 2, true),
            ("not (pause < 5 or ttl = 1)", 5, 1, false),
            ("pause < 5 or ttl = 1 and pause > 100", 4, 1, true),
            ("1 + 2 * pause - 3 = 8", 5, 1, true),
            ("10 - 3 - 2 = pause", 5, 1, true),
            ("-7 / 2 = -4", 1, 1, true),
            ("7 / 2 = 3 and -(-3) = 3", 1, 1, true),
            ("min(pause, ttl, 3) <= 2", 9, 2, true),
            ("max(pause) = 9", 9, 2, true),
            ("((((pause)))) > - - 8", 9, 2, true),
        ] {
            assert_eq!(holds(formula, pause, ttl), is_true, "{formula}");
        }
    }

    #[test]
    fn mistakes_are_underlined_where_they_are() {
        for (formula, fragment, underlined) in [
            ("", "expected", ""),
            ("pause >", "expected", ""),
            ("pause > > 3", "expected", "> 3"),
            ("pause ttl", "expected", "ttl"),
            ("pause", "not a statement", "pause"),
            ("pause + 1", "not a statement", "pause + 1"),
            ("tll > 3", "did you mean `ttl`?", "tll"),
            ("1 < pause < 5", "`and`", "< 5"),
            ("(pause > 3) + 1 > 2", "a number", "(pause > 3)"),
            ("not pause", "not a statement", "pause"),
            ("min() > 3", "expected", ") > 3"),
            ("(pause > 3", "expected", ""),
            ("pause > 3)", "expected", ")"),
            ("pause & ttl", "expected", "& ttl"),
            (
                "pause > 99999999999999999999",
                "expected",
                "99999999999999999999",
            ),
            ("3 / (pause - 1) > 1", "divides by zero", "3 / (pause - 1)"),
            (
                "9223372036854775807 + pause > 1",
                "64 bits",
                "9223372036854775807 + pause",
            ),
        ] {
            let error = error(formula);
            let message = error.to_string();
            assert!(message.contains(fragment), "{formula}: {message}");
            assert_eq!(&formula[error.span().unwrap()], underlined, "{message}");
        }
    }

    #[test]
    fn a_formula_too_long_or_too_deep_is_refused() {
        assert!(error(&"1+".repeat(600)).to_string().contains("at most"));
        let deep = format!("{}1{} = 1", "(".repeat(400), ")".repeat(400));
        assert!(error(&deep).to_string().contains("deep"));
        assert!(holds(&format!("{}pause = 1", "not ".repeat(240)), 1, 1));
    }

    #[test]
    fn a_name_that_both_axes_have_is_ambiguous() {
        let axes = ["A.arrives=0..3", "B.arrives=0..3"].map(|axis| Axis::parse(axis).unwrap());
        let error = Formula::parse("arrives > 3", &axes).unwrap_err();
        assert!(error.to_string().contains("A.arrives"), "{error}");
        let formula = Formula::parse("A.arrives > B.arrives", &axes).unwrap();
        assert!(formula.holds(&[3, 2]).unwrap());
    }

    fn any_formula() -> impl Strategy<Value = String> {
        let whole = prop_oneof![
            (0..50_u16).prop_map(|number| number.to_string()),
            Just("pause".to_string()),
            Just("lock.ttl".to_string()),
        ]
        .prop_recursive(4, 16, 2, |inner| {
            let op = prop::sample::select(vec!["+", "-", "*"]);
            prop_oneof![
                (inner.clone(), op, inner.clone()).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("max({a}, {b})")),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("min({a},{b})")),
                inner.prop_map(|a| format!("-{a}")),
            ]
        });
        let op = prop::sample::select(vec!["<", "<=", ">", ">=", "=", "!="]);
        let compare = (whole.clone(), op, whole).prop_map(|(a, op, b)| format!("{a} {op} {b}"));
        compare.prop_recursive(3, 8, 2, |inner| {
            prop_oneof![
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) and ({b})")),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} or {b}")),
                inner.prop_map(|a| format!("not ({a})")),
            ]
        })
    }

    proptest! {
        #[test]
        fn nothing_makes_the_reader_panic(text in ".{0,60}", pause in 0..50_u16) {
            if let Ok(formula) = Formula::parse(&text, &axes()) {
                let _ = formula.holds(&[pause, 3]);
            }
        }

        #[test]
        fn nothing_made_of_its_words_makes_the_reader_panic(
            words in prop::collection::vec(
                prop::sample::select(vec![
                    "pause", "ttl", "min(", "max(", "(", ")", ",", "+", "-", "*", "/", "<", ">=", "=",
                    "!=", "and", "or", "not", "0", "7", "\"", ".", " ", "é",
                ]),
                0..12,
            ),
        ) {
            let text = words.join(" ");
            if let Err(error) = Formula::parse(&text, &axes()) {
                let _ = error.render(true);
            }
        }

        /// What is read is what stands there: written out with all its parentheses it says the same.
        #[test]
        fn a_formula_written_out_says_the_same(
            text in any_formula(), pause in 0..50_u16, ttl in 0..50_u16,
        ) {
            prop_assume!(text.len() <= LONGEST);
            let formula = Formula::parse(&text, &axes()).unwrap();
            let written = formula.truth.to_string();
            prop_assume!(written.len() <= LONGEST); // It has more parentheses than the text.
            let again = Formula::parse(&written, &axes()).unwrap();
            prop_assert_eq!(again.truth.to_string(), written);
            let values = [pause, ttl];
            prop_assert_eq!(formula.holds(&values).ok(), again.holds(&values).ok());
        }
    }
}
