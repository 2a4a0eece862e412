//! What a formula is made of: as it was read, and as it is worked out.

use std::fmt;
use std::ops::Range;

/// A part of a formula as it was read: a number and a statement look alike until they are used.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub span: Range<usize>,
    pub what: What,
}

/// The kinds of parts.
#[derive(Clone, Debug)]
pub(super) enum What {
    Literal(i64),
    Name(String),
    Negative(Box<Part>),
    Arithmetic(Box<Part>, Arithmetic, Box<Part>),
    Extreme(Extreme, Vec<Part>),
    Comparison(Box<Part>, Comparison, Box<Part>),
    Not(Box<Part>),
    Both(Box<Part>, Box<Part>),
    Either(Box<Part>, Box<Part>),
}

/// A number that can be worked out for a cell, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    pub span: Range<usize>,
    pub what: WholeWhat,
}

/// The kinds of numbers.
#[derive(Clone, Debug)]
pub(super) enum WholeWhat {
    Literal(i64),
    /// The value of the axis at this position.
    Axis(usize, String),
    Negative(Box<Whole>),
    Arithmetic(Box<Whole>, Arithmetic, Box<Whole>),
    /// At least one number.
    Extreme(Extreme, Vec<Whole>),
}

/// A statement about a cell.
#[derive(Clone, Debug)]
pub(super) enum Truth {
    Comparison(Whole, Comparison, Whole),
    Not(Box<Truth>),
    Both(Box<Truth>, Box<Truth>),
    Either(Box<Truth>, Box<Truth>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Plus,
    Minus,
    Times,
    /// Rounds down.
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extreme {
    Min,
    Max,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Equal,
    NotEqual,
    AtLeast,
    Greater,
}

impl Part {
    /// A part that begins where the first of two does and ends where the second does.
    pub(super) fn over(
        first: Part,
        second: Part,
        make: impl FnOnce(Box<Part>, Box<Part>) -> What,
    ) -> Part {
        Part {
            span: first.span.start..second.span.end,
            what: make(Box::new(first), Box::new(second)),
        }
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            WholeWhat::Literal(number) => write!(f, "{number}"),
            WholeWhat::Axis(_, name) => write!(f, "\"{name}\""),
            WholeWhat::Negative(inner) => write!(f, "-({inner})"),
            WholeWhat::Arithmetic(left, op, right) => {
                let sign = match op {
                    Arithmetic::Plus => '+',
                    Arithmetic::Minus => '-',
                    Arithmetic::Times => '*',
                    Arithmetic::Over => '/',
                };
                write!(f, "({left} {sign} {right})")
            }
            WholeWhat::Extreme(extreme, parts) => {
                let name = match extreme {
                    Extreme::Min => "min",
                    Extreme::Max => "max",
                };
                let parts: Vec<_> = parts.iter().map(ToString::to_string).collect();
                write!(f, "{name}({})", parts.join(", "))
            }
        }
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Truth::Comparison(left, op, right) => {
                let sign = match op {
                    Comparison::Less => "<",
                    Comparison::AtMost => "<=",
                    Comparison::Equal => "=",
                    Comparison::NotEqual => "!=",
                    Comparison::AtLeast => ">=",
                    Comparison::Greater => ">",
                };
                write!(f, "{left} {sign} {right}")
            }
            Truth::Not(inner) => write!(f, "not ({inner})"),
            Truth::Both(left, right) => write!(f, "({left}) and ({right})"),
            Truth::Either(left, right) => write!(f, "({left}) or ({right})"),
        }
    }
}
