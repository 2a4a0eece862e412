//! A check as a person reads it.

use std::fmt::Write as _;

use super::finding::{counterexample, finding};
use super::paint::Paint;
use super::{Invocation, verdict, world_line};
use crate::check::{Conclusion, Judge, Row, Run, Standing};
use crate::explore;
use crate::property::Property;
use crate::search::{Cause, Failure, Verdict};
use crate::trace::harmless::printable;
use crate::world::{Event, World};

/// Columns that a report keeps to.
pub const WIDTH: usize = 80;

/// How a report looks, and how the user gets at it again.
#[derive(Clone, Debug)]
pub struct Look {
    /// Whether to use colour.
    pub color: bool,
    /// How the program is called.
    pub invocation: Invocation,
}

impl Look {
    /// Without colour.
    #[must_use]
    pub fn plain(invocation: Invocation) -> Look {
        Look {
            color: false,
            invocation,
        }
    }
}

/// The report on one run. Runs of a whole model file are told briefly, and in full only where they
/// are not as expected.
#[must_use]
pub fn run(run: &Run, look: &Look) -> String {
    match run.job.judge {
        Judge::Expectations(_) => expected_world(run, look),
        Judge::Properties { .. } => one_world(run, look),
    }
}

/// The whole report at once.
#[must_use]
pub fn report(runs: &[Run], look: &Look) -> String {
    let mut text = String::new();
    for (position, run) in runs.iter().enumerate() {
        let before = position.checked_sub(1).map(|before| &runs[before]);
        text.push_str(&next_run(run, before, look));
    }
    text + &summary(runs, look)
}

/// The report on a run after that of another, with a heading if it is the first of its model.
#[must_use]
pub fn next_run(run: &Run, before: Option<&Run>, look: &Look) -> String {
    let same_model = before.is_some_and(|before| before.job.origin == run.job.origin);
    let gap = if before.is_some() && !same_model {
        "\n"
    } else {
        ""
    };
    let heading = if same_model {
        String::new()
    } else {
        model_heading(run, look)
    };
    format!("{gap}{heading}{}", self::run(run, look))
}

/// The line that introduces the runs of a model file that are held against expectations.
#[must_use]
pub fn model_heading(run: &Run, look: &Look) -> String {
    if matches!(run.job.judge, Judge::Properties { .. }) {
        return String::new();
    }
    let paint = Paint { color: look.color };
    let heading = printable(&format!("{}: {}", run.job.model, run.job.summary));
    format!("{}\n", paint.strong(&wrapped(&heading, "", "  ")))
}

/// The line that ends a check of model files.
#[must_use]
pub fn summary(runs: &[Run], look: &Look) -> String {
    let paint = Paint { color: look.color };
    let held: Vec<_> = runs
        .iter()
        .filter(|run| matches!(run.job.judge, Judge::Expectations(_)))
        .collect();
    if held.is_empty() {
        return String::new();
    }
    let verdicts: usize = held.iter().map(|run| run.rows.len()).sum();
    let rows = || held.iter().flat_map(|run| &run.rows);
    let wrong = rows().filter(|row| is_wrong(row.standing)).count();
    let unknown = rows()
        .filter(|row| row.standing == Standing::Unknown)
        .count();
    let of = format!("{verdicts} verdicts in {} worlds", held.len());
    match (wrong, unknown) {
        (0, 0) => {
            let all = paint.good(&format!("All {of} are as expected."));
            format!("{all}\n{}", how_to_see_one(&held, look))
        }
        (0, unknown) => format!(
            "{}\n",
            paint.note(&format!("{unknown} of {of} are unknown."))
        ),
        (wrong, _) => format!(
            "{}\n",
            paint.bad(&format!("{wrong} of {of} are not as expected."))
        ),
    }
}

/// What `explore` says once the page can be opened.
#[must_use]
pub fn exploring(run: &Run, look: &Look) -> String {
    let addr = look.invocation.explorer;
    let mut text = format!(
        "Open {} in a browser. Ctrl-C ends it.\n",
        explore::start(addr)
    );
    for row in &run.rows {
        if let Some(found) = row.verdict.counterexample() {
            let address = explore::address(addr, found);
            let _ = writeln!(text, "  {:<16}  {address}", row.property.name());
        }
    }
    text
}

/// The message about a search that could not be done; if the world panicked, with the path that led
/// to it.
#[must_use]
pub fn failure(failure: &Failure, world: &World) -> String {
    if failure.cause != Cause::World {
        return format!("error: {failure}");
    }
    let path: Vec<_> = failure
        .events
        .iter()
        .map(|event| bare_words(*event, world))
        .collect();
    format!(
        "error: the world panicked: {}\n  the path that led to it: {}\n  this is a defect of fencepost, \
         not of the model; please report it with the model",
        failure.message,
        path.join(", ")
    )
}

/// An event in words that need no state: what it leads to is what went wrong.
fn bare_words(event: Event, world: &World) -> String {
    let name = |client| printable(&world.client(client).name);
    match event {
        Event::Act { client, .. } => format!("{} takes a step", name(client)),
        Event::Pause(client) => format!("{} pauses", name(client)),
        Event::Resume(client) => format!("{} resumes", name(client)),
        Event::Tick => "a tick passes".to_string(),
    }
}

/// How to see a schedule, for somebody who has only seen verdicts.
fn how_to_see_one(held: &[&Run], look: &Look) -> String {
    let shown = held.iter().find_map(|run| {
        let row = run
            .rows
            .iter()
            .find(|row| matches!(row.verdict, Verdict::Violated(_)))?;
        Some(look.invocation.check(&run.job, row.property))
    });
    shown.map_or(String::new(), |command| {
        format!("See one of the schedules:  {command}\n")
    })
}

fn is_wrong(standing: Standing) -> bool {
    matches!(standing, Standing::Unexpected(_) | Standing::NoExpectation)
}

fn expected_world(run: &Run, look: &Look) -> String {
    let paint = Paint { color: look.color };
    let mut text = String::new();
    let variant = run.job.variant.as_deref().unwrap_or("as written");
    let conclusion = run.conclusion();
    let mark = match conclusion {
        Conclusion::Holds => paint.good("as expected"),
        Conclusion::Unknown => paint.note("UNKNOWN"),
        Conclusion::Fails => paint.bad("NOT AS EXPECTED"),
    };
    let variant = paint.strong(&printable(variant));
    let _ = writeln!(text, "  {variant}: {mark} ({})", size(run));
    for word in [
        "proved",
        "proved within bounds",
        "violated",
        "reached",
        "unknown",
    ] {
        let names: Vec<_> = run
            .rows
            .iter()
            .filter(|row| row.verdict.word() == word)
            .map(|row| row.property.name())
            .collect();
        if !names.is_empty() {
            let line = format!("{word}: {}", names.join(", "));
            let _ = writeln!(text, "{}", wrapped(&line, "    ", "      "));
        }
    }
    if let Some(limit) = run.outcome.cut_off {
        let _ = writeln!(text, "    cut off by {limit}");
    }
    for row in &run.rows {
        text.push_str(&disappointment(run, row, look));
    }
    text
}

/// What was expected instead, and the counterexample if there is one.
fn disappointment(run: &Run, row: &Row, look: &Look) -> String {
    let origin = printable(&run.job.origin);
    let said = match row.standing {
        Standing::Unexpected(expected) => {
            format!("{origin}:{}: {}", expected.line, verdict::said(run, row))
        }
        Standing::NoExpectation => format!("{origin}: {}", verdict::said(run, row)),
        _ => return String::new(),
    };
    let paint = Paint { color: look.color };
    let mut text = format!("    {}\n", paint.bad(&wrapped(&said, "", "    ")));
    if let Some(found) = row.verdict.counterexample() {
        text.push_str(&counterexample(run, row, found, look));
    }
    text
}

fn one_world(run: &Run, look: &Look) -> String {
    let paint = Paint { color: look.color };
    let mut text = String::new();
    let variant = run
        .job
        .variant
        .as_ref()
        .map(|name| format!(", variant {name}"));
    let title = format!("{}{}", run.job.model, variant.unwrap_or_default());
    let _ = writeln!(text, "{}", paint.strong(&printable(&title)));
    let _ = writeln!(text, "{}\n", wrapped(&world_line(&run.model.world), "", ""));
    for row in &run.rows {
        text.push_str(&verdict_line(row, look));
    }
    text.push_str(&not_asked(run));
    let _ = writeln!(text, "\n{}", wrapped(&claim(run), "", ""));
    for row in &run.rows {
        if let Some(found) = row.verdict.counterexample() {
            text.push_str(&finding(run, row, found, look));
        }
    }
    text
}

/// One property: its name, the verdict, and what that means.
fn verdict_line(row: &Row, look: &Look) -> String {
    let paint = Paint { color: look.color };
    let name = format!("{:<16}", row.property.name());
    let padded = format!("{:<21}", row.verdict.word());
    let word = match row.standing {
        Standing::Good => paint.good(&padded),
        Standing::Violated | Standing::Unexpected(_) | Standing::NoExpectation => {
            paint.bad(&padded)
        }
        Standing::Finding | Standing::Note | Standing::Unknown => paint.note(&padded),
    };
    verdict_columns(&name, &word, &meaning(row))
}

/// A name of 16 columns, a word of 21, and a meaning in lines beside them.
pub(super) fn verdict_columns(name: &str, word: &str, meaning: &str) -> String {
    let indent = " ".repeat(41);
    let meaning = wrapped(meaning, &indent, &indent);
    let line = format!("  {name}  {word}{}", meaning.trim_start());
    format!("{}\n", line.trim_end())
}

/// The properties that say nothing about this world, and why.
fn not_asked(run: &Run) -> String {
    let world = &run.model.world;
    let silent = Property::ALL.into_iter().filter(|_| !run.job.asked_by_name);
    let silent = silent.filter_map(|property| Some((property, property.vacuous_in(world)?)));
    let lines = silent.map(|(property, reason)| {
        let name = format!("{:<16}", property.name());
        verdict_columns(&name, &format!("{:<21}", "not asked"), reason)
    });
    lines.collect()
}

/// What the verdict on a property says, in words.
pub(super) fn meaning(row: &Row) -> String {
    match &row.verdict {
        Verdict::Proved | Verdict::ProvedWithin(_) => row.property.promise().to_string(),
        Verdict::Violated(_) if row.standing == Standing::Finding => {
            format!(
                "{} (beyond what this rule promises)",
                row.property.violation()
            )
        }
        Verdict::Violated(_) | Verdict::Reached(_) => row.property.violation().to_string(),
        Verdict::Unknown(_) => "the search was cut off before it knew".to_string(),
    }
}

/// What the search has covered, and how much that was.
fn claim(run: &Run) -> String {
    let reduced = "States that differ only in the names of servers or of like clients count once: ";
    let reduced = if run.outcome.reduced { reduced } else { "" };
    format!("{}. {reduced}{}.", covered(run), size(run))
}

/// What the search has covered, and therefore what its verdicts claim, as a sentence without its full
/// stop.
pub(super) fn covered(run: &Run) -> String {
    let bounds = run.model.world.bounds();
    match run.outcome.cut_off {
        Some(limit) => format!(
            "CUT OFF by {limit}: there are states that were not visited, and what was not found is \
             unknown"
        ),
        None if bounds.is_empty() => {
            "Every schedule was explored; the verdicts hold for executions of any length"
                .to_string()
        }
        None => format!(
            "Every schedule within the bounds was explored: {}; the verdicts hold within them",
            bounds.join(", ")
        ),
    }
}

fn size(run: &Run) -> String {
    let outcome = &run.outcome;
    format!(
        "{} states, {} transitions, depth {}, {:.2} s",
        grouped(outcome.states),
        grouped(outcome.transitions),
        grouped(outcome.depth),
        outcome.time.as_secs_f64()
    )
}

/// A number with its thousands apart.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let parts: Vec<_> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(String::from_utf8_lossy)
        .collect();
    parts.join(",")
}

/// A title with a rule beside it, [`WIDTH`] columns wide.
pub(crate) fn ruled(title: &str) -> String {
    let heading = wrapped(title, "── ", "   ");
    let last = heading.lines().last().unwrap_or_default();
    let rule = "─".repeat(WIDTH.saturating_sub(last.chars().count() + 1));
    format!("{heading} {rule}")
}

/// Text broken into lines of at most [`WIDTH`] columns.
pub(crate) fn wrapped(text: &str, first: &str, rest: &str) -> String {
    let options = textwrap::Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(rest)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}
