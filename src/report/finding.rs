//! A counterexample as a person reads it: the timeline, the same in words, and how to see it again.

use super::advice;
use super::human::{Look, WIDTH, ruled, wrapped};
use super::paint::Paint;
use crate::check::{Row, Run, Standing};
use crate::explore;
use crate::search::{Counterexample, Verdict};
use crate::trace::{Trace, timeline, words};

/// The path that shows the verdict of this row, as a timeline and in words, without what leads back to
/// it; `None` if no path does.
pub(super) fn story(run: &Run, row: &Row) -> Option<String> {
    let trace = replayed(run, row)?;
    let drawing = timeline::draw(&trace, row.property, timeline::Style::default());
    let words = wrapped(&words::explain(&trace, row.property), "", "");
    Some(format!("{drawing}\n{words}\n"))
}

/// The path that shows the verdict of this row, in words; `None` if no path does.
pub(super) fn explanation(run: &Run, row: &Row) -> Option<String> {
    replayed(run, row).map(|trace| words::explain(&trace, row.property))
}

fn replayed(run: &Run, row: &Row) -> Option<Trace> {
    let found = row.verdict.counterexample()?;
    Some(Trace::replay(&run.model, &found.events, found.loop_from))
}

/// A violation in full. A note is told in words only, unless it was asked for by name.
pub(super) fn finding(run: &Run, row: &Row, found: &Counterexample, look: &Look) -> String {
    if row.standing == Standing::Note && !run.job.asked_by_name {
        return note(run, row, found, look);
    }
    counterexample(run, row, found, look)
}

fn note(run: &Run, row: &Row, found: &Counterexample, look: &Look) -> String {
    let trace = Trace::replay(&run.model, &found.events, found.loop_from);
    let story = words::explain(&trace, row.property);
    let command = look.invocation.check(&run.job, row.property);
    let heading = heading(
        row,
        &format!("{} is reached, with {}", row.property.name(), cost(&trace)),
        look,
    );
    let advice = advice_on(run, row);
    format!(
        "\n{heading}\n\n{}\n{advice}\nShow it:  {command}\n",
        wrapped(&story, "", "")
    )
}

/// A counterexample in full: how it looks, what goes wrong in it, and how to get at it again.
pub(super) fn counterexample(run: &Run, row: &Row, found: &Counterexample, look: &Look) -> String {
    let trace = Trace::replay(&run.model, &found.events, found.loop_from);
    let style = timeline::Style {
        width: WIDTH,
        color: look.color,
        legend: is_first(run, row),
    };
    let heading = heading(row, &title(run, row, &trace), look);
    let drawing = timeline::draw(&trace, row.property, style);
    let story = wrapped(&words::explain(&trace, row.property), "", "");
    let again = look.invocation.check(&run.job, row.property);
    let browse = look.invocation.explore(&run.job);
    let address = explore::address(look.invocation.explorer, found);
    format!(
        "\n{heading}\n\n{drawing}\n{story}\n{}\nShow it again:  {again}\nBrowse it:      {browse}\n\
         then open       {address}\n",
        advice_on(run, row)
    )
}

/// "the cheapest counterexample to lost-update: 1 pause, 20 steps".
pub(super) fn title(run: &Run, row: &Row, trace: &Trace) -> String {
    let what = match row.verdict {
        Verdict::Reached(_) => "an example of",
        _ if run.outcome.cheapest => "the cheapest counterexample to",
        _ => "a counterexample, perhaps not the cheapest, to",
    };
    format!("{what} {}: {}", row.property.name(), cost(trace))
}

/// Whether this row's counterexample is the first that is drawn: the legend stands below that one.
fn is_first(run: &Run, row: &Row) -> bool {
    let first = run
        .rows
        .iter()
        .find(|row| row.verdict.counterexample().is_some());
    first.is_some_and(|first| first.property == row.property)
}

fn heading(row: &Row, title: &str, look: &Look) -> String {
    let paint = Paint { color: look.color };
    let heading = ruled(title);
    match row.standing {
        Standing::Finding | Standing::Note => paint.note(&heading),
        _ => paint.bad(&heading),
    }
}

/// "1 pause, 20 steps"
fn cost(trace: &Trace) -> String {
    let steps = trace.steps.len();
    format!(
        "{}, {steps} step{}",
        trace.faults(),
        if steps == 1 { "" } else { "s" }
    )
}

fn advice_on(run: &Run, row: &Row) -> String {
    match advice::of_finding(run, row) {
        Some(advice) => format!("\n{}\n", wrapped(advice, "", "")),
        None => String::new(),
    }
}
