//! A formula, worked out for one cell.

use std::ops::Range;

use super::tree::{Arithmetic, Comparison, Extreme, Truth, Whole, WholeWhat};

/// Why there is no answer, and which part of the formula has none.
#[derive(Debug)]
pub(super) struct Fault {
    pub what: &'static str,
    pub span: Range<usize>,
}

/// Whether the statement is true of these values. Both sides of `and` and `or` are worked out, so
/// that a mistake in one does not depend on the other.
pub(super) fn truth(truth: &Truth, values: &[u16]) -> Result<bool, Fault> {
    let inner = |part| self::truth(part, values);
    Ok(match truth {
        Truth::Not(part) => !inner(part)?,
        Truth::Both(left, right) => inner(left)? & inner(right)?,
        Truth::Either(left, right) => inner(left)? | inner(right)?,
        Truth::Comparison(left, comparison, right) => {
            let (left, right) = (whole(left, values)?, whole(right, values)?);
            match comparison {
                Comparison::Less => left < right,
                Comparison::AtMost => left <= right,
                Comparison::Equal => left == right,
                Comparison::NotEqual => left != right,
                Comparison::AtLeast => left >= right,
                Comparison::Greater => left > right,
            }
        }
    })
}

fn whole(part: &Whole, values: &[u16]) -> Result<i64, Fault> {
    let inner = |part| whole(part, values);
    let number = match &part.what {
        WholeWhat::Literal(number) => Some(*number),
        WholeWhat::Axis(position, _) => values.get(*position).map(|value| i64::from(*value)),
        WholeWhat::Negative(part) => inner(part)?.checked_neg(),
        WholeWhat::Extreme(extreme, parts) => {
            let numbers = parts.iter().map(inner).collect::<Result<Vec<_>, _>>()?;
            match extreme {
                Extreme::Min => numbers.into_iter().min(),
                Extreme::Max => numbers.into_iter().max(),
            }
        }
        WholeWhat::Arithmetic(left, operation, right) => {
            let (left, right) = (inner(left)?, inner(right)?);
            match operation {
                Arithmetic::Plus => left.checked_add(right),
                Arithmetic::Minus => left.checked_sub(right),
                Arithmetic::Times => left.checked_mul(right),
                Arithmetic::Over if right == 0 => {
                    return Err(fault("the formula divides by zero", part));
                }
                Arithmetic::Over => floor_division(left, right),
            }
        }
    };
    number.ok_or_else(|| fault("a number leaves the range of 64 bits", part))
}

/// The quotient rounded down, also below zero.
fn floor_division(left: i64, right: i64) -> Option<i64> {
    let quotient = left.checked_div(right)?;
    let is_too_high = left % right != 0 && (left < 0) != (right < 0);
    Some(quotient - i64::from(is_too_high))
}

fn fault(what: &'static str, part: &Whole) -> Fault {
    Fault {
        what,
        span: part.span.clone(),
    }
}
