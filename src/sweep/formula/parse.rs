//! From text to tree.

use std::ops::Range;
use std::sync::Arc;

use winnow::ascii::{digit1, multispace0};
use winnow::combinator::{
    alt, cut_err, delimited, eof, fail, opt, preceded, repeat, separated, terminated,
};
use winnow::error::{ContextError, ErrMode, StrContext, StrContextValue};
use winnow::prelude::*;
use winnow::stream::LocatingSlice;
use winnow::token::{take_till, take_while};

use super::mistake;
use super::tree::{Arithmetic, Comparison, Extreme, Part, What};
use crate::spec::{SpecError, Text};

type Input<'a> = LocatingSlice<&'a str>;
type Error = ErrMode<ContextError>;

/// Words that are no names of axes.
const RESERVED: [&str; 5] = ["and", "or", "not", "min", "max"];

/// The most parentheses inside one another. A person needs few; the reader needs stack for each.
const DEEPEST: usize = 50;

/// Reads a formula.
///
/// # Errors
/// If it is none.
pub(super) fn parse(text: &Arc<Text>) -> Result<Part, SpecError> {
    if let Some(at) = too_deep(&text.content) {
        let title = format!("parentheses are nested more than {DEEPEST} deep");
        return Err(mistake(text, at..at + 1, &title, "one too many"));
    }
    let whole = delimited(
        multispace0,
        either,
        eof.context(expected("an operator or the end")),
    );
    let mut whole = whole;
    whole
        .parse(LocatingSlice::new(text.content.as_str()))
        .map_err(|error| {
            let start = error.offset();
            let end = text.content.trim_end().len().max(start);
            let label = label(error.inner());
            let title = "this is not a formula";
            let error = mistake(text, start..end, title, &label);
            if label.contains("`and`") {
                error.help(["compare twice: `1 < pause and pause < 5`"])
            } else {
                error.help(["for example `pause >= max(12, ttl)`"])
            }
        })
}

/// Whether a name can stand in a formula without quotes.
pub(super) fn is_plain_name(text: &str) -> bool {
    !RESERVED.contains(&text) && plain_name.parse(LocatingSlice::new(text)).is_ok()
}

fn too_deep(formula: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, character) in formula.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Some(at);
        }
    }
    None
}

fn expected(what: &'static str) -> StrContext {
    StrContext::Expected(StrContextValue::Description(what))
}

fn label(error: &ContextError) -> String {
    let expected = error.context().find_map(|context| match context {
        StrContext::Expected(what) => Some(what.to_string()),
        _ => None,
    });
    format!("expected {}", expected.as_deref().unwrap_or(OPERAND))
}

const OPERAND: &str = "a number, the name of an axis, `min(`, `max(`, `not` or `(`";

/// A token, its place, and the blanks behind it.
fn token<'a, O>(
    parser: impl Parser<Input<'a>, O, Error>,
) -> impl Parser<Input<'a>, (O, Range<usize>), Error> {
    terminated(parser.with_span(), multispace0)
}

fn sign<'a>(sign: &'static str) -> impl Parser<Input<'a>, (&'a str, Range<usize>), Error> {
    token(sign)
}

/// One of the reserved words, not merely the beginning of a longer one.
fn keyword<'a>(word: &'static str) -> impl Parser<Input<'a>, (&'a str, Range<usize>), Error> {
    token(plain_name.verify(move |name: &str| name == word))
}

fn either(input: &mut Input<'_>) -> Result<Part, Error> {
    let mut left = both(input)?;
    while opt(keyword("or")).parse_next(input)?.is_some() {
        let right = cut_err(both).parse_next(input)?;
        left = Part::over(left, right, What::Either);
    }
    Ok(left)
}

fn both(input: &mut Input<'_>) -> Result<Part, Error> {
    let mut left = negation(input)?;
    while opt(keyword("and")).parse_next(input)?.is_some() {
        let right = cut_err(negation).parse_next(input)?;
        left = Part::over(left, right, What::Both);
    }
    Ok(left)
}

fn negation(input: &mut Input<'_>) -> Result<Part, Error> {
    let word = keyword("not").map(|(_, span)| span);
    let words: Vec<Range<usize>> = repeat(0.., word).parse_next(input)?;
    let inner = comparison(input)?;
    Ok(wrapped(words, inner, What::Not))
}

/// The part with a sign or word before it for each of these places.
fn wrapped(places: Vec<Range<usize>>, inner: Part, make: fn(Box<Part>) -> What) -> Part {
    places.into_iter().rev().fold(inner, |inner, place| Part {
        span: place.start..inner.span.end,
        what: make(Box::new(inner)),
    })
}

fn comparison(input: &mut Input<'_>) -> Result<Part, Error> {
    let left = sum(input)?;
    let Some(sign) = opt(comparison_sign).parse_next(input)? else {
        return Ok(left);
    };
    let right = cut_err(sum).parse_next(input)?;
    let before = *input;
    if opt(comparison_sign).parse_next(input)?.is_some() {
        *input = before;
        let chained = expected("`and`: comparisons do not chain");
        return cut_err(fail.context(chained)).parse_next(input);
    }
    Ok(Part::over(left, right, |left, right| {
        What::Comparison(left, sign, right)
    }))
}

fn comparison_sign(input: &mut Input<'_>) -> Result<Comparison, Error> {
    alt((
        sign("<=").value(Comparison::AtMost),
        sign(">=").value(Comparison::AtLeast),
        sign("!=").value(Comparison::NotEqual),
        sign("==").value(Comparison::Equal),
        sign("<").value(Comparison::Less),
        sign(">").value(Comparison::Greater),
        sign("=").value(Comparison::Equal),
    ))
    .parse_next(input)
}

fn sum(input: &mut Input<'_>) -> Result<Part, Error> {
    let plus = sign("+").value(Arithmetic::Plus);
    let minus = sign("-").value(Arithmetic::Minus);
    left_to_right(product, alt((plus, minus)), input)
}

fn product(input: &mut Input<'_>) -> Result<Part, Error> {
    let times = sign("*").value(Arithmetic::Times);
    let over = sign("/").value(Arithmetic::Over);
    left_to_right(negative, alt((times, over)), input)
}

fn left_to_right<'a>(
    operand: fn(&mut Input<'a>) -> Result<Part, Error>,
    mut operator: impl Parser<Input<'a>, Arithmetic, Error>,
    input: &mut Input<'a>,
) -> Result<Part, Error> {
    let mut left = operand(input)?;
    while let Some(operation) = opt(operator.by_ref()).parse_next(input)? {
        let right = cut_err(operand).parse_next(input)?;
        left = Part::over(left, right, |left, right| {
            What::Arithmetic(left, operation, right)
        });
    }
    Ok(left)
}

fn negative(input: &mut Input<'_>) -> Result<Part, Error> {
    let minus = sign("-").map(|(_, span)| span);
    let signs: Vec<Range<usize>> = repeat(0.., minus).parse_next(input)?;
    let inner = operand(input)?;
    Ok(wrapped(signs, inner, What::Negative))
}

fn operand(input: &mut Input<'_>) -> Result<Part, Error> {
    alt((number, extreme, name, parentheses))
        .context(expected(OPERAND))
        .parse_next(input)
}

fn number(input: &mut Input<'_>) -> Result<Part, Error> {
    let number = digit1.try_map(|digits: &str| digits.parse().map(What::Literal));
    token(number)
        .map(|(what, span)| Part { span, what })
        .parse_next(input)
}

fn name(input: &mut Input<'_>) -> Result<Part, Error> {
    let plain = plain_name.verify(|name: &str| !RESERVED.contains(&name));
    let quoted = delimited('"', take_till(1.., '"'), '"');
    token(alt((plain, quoted)))
        .map(|(name, span)| Part {
            span,
            what: What::Name(name.to_string()),
        })
        .parse_next(input)
}

/// Words of letters, digits and `_` with dots between them, the first one beginning with a letter.
fn plain_name<'a>(input: &mut Input<'a>) -> Result<&'a str, Error> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let first = take_while(1.., is_letter)
        .verify(|word: &str| !word.starts_with(|c: char| c.is_ascii_digit()));
    let rest = repeat::<_, _, (), _, _>(0.., ('.', take_while(1.., is_letter)));
    (first, rest).take().parse_next(input)
}

fn extreme(input: &mut Input<'_>) -> Result<Part, Error> {
    let mut word = alt((
        keyword("min").map(|(_, span)| (Extreme::Min, span)),
        keyword("max").map(|(_, span)| (Extreme::Max, span)),
    ));
    let (extreme, span) = word.parse_next(input)?;
    let open = cut_err(sign("("))
        .context(expected("`(`"))
        .parse_next(input);
    open?;
    let parts: Vec<Part> = cut_err(separated(1.., sum, sign(","))).parse_next(input)?;
    let close = cut_err(sign(")"))
        .context(expected("`,` or `)`"))
        .parse_next(input);
    let (_, close) = close?;
    Ok(Part {
        span: span.start..close.end,
        what: What::Extreme(extreme, parts),
    })
}

/// A part in parentheses; its place is that of the parentheses.
fn parentheses(input: &mut Input<'_>) -> Result<Part, Error> {
    let close = cut_err(sign(")")).context(expected("an operator or `)`"));
    let inner = (sign("("), cut_err(either), close);
    let whole = preceded(multispace0, inner);
    whole
        .map(|((_, open), part, (_, close))| Part {
            span: open.start..close.end,
            what: part.what,
        })
        .parse_next(input)
}
