//! The run of a written schedule as a person reads it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::advice::advice;
use super::human::{Look, WIDTH, ruled, verdict_columns, wrapped};
use super::paint::Paint;
use super::world_line;
use crate::property::Property;
use crate::schedule::{Ran, ScheduleFile};
use crate::spec::{Override, SpecError};
use crate::trace::{timeline, words};

/// The report on one run. `name` is what the command line calls the schedule; `overrides` are what it
/// changes.
///
/// # Errors
/// Never for a schedule that has been parsed.
pub fn run(
    name: &str,
    file: &ScheduleFile,
    overrides: &[Override],
    ran: &Ran,
    look: &Look,
) -> Result<String, SpecError> {
    let search = look.invocation.check_all(
        file.model.argument(),
        &whole(file.overrides(overrides)?, ran),
    );
    Ok(format!(
        "{}\n{}\nThe value at the end is {}.\n\n{}{}\n{}\n\n  {search}\n",
        heading(name, file, ran, look),
        drawing(ran, look),
        ran.value(),
        verdicts(ran, look),
        stories(ran, look),
        wrapped(CLAIM, "", ""),
    ))
}

/// What a single run shows and what it does not.
const CLAIM: &str = "This is one schedule. A violation on it is real; that something is not violated \
                     on it proves nothing about any other schedule. To explore them all:";

/// The changes, the fencing rule among them: a model checked without any is checked in all its variants.
fn whole(mut overrides: Vec<Override>, ran: &Ran) -> Vec<Override> {
    let key = "resource.fencing";
    if !overrides.iter().any(|set| set.argument().starts_with(key)) {
        overrides.insert(0, Override::new(key, ran.world().fencing.name()));
    }
    overrides
}

fn heading(name: &str, file: &ScheduleFile, ran: &Ran, look: &Look) -> String {
    let paint = Paint { color: look.color };
    let mut text = format!("{}\n", paint.strong(&format!("{name}, a written schedule")));
    for line in [&file.summary, &file.source].into_iter().flatten() {
        let _ = writeln!(text, "{}", wrapped(line, "", "  "));
    }
    let world = format!("Model {}: {}", file.model.name, world_line(ran.world()));
    let _ = writeln!(text, "{}", wrapped(&world, "", ""));
    text
}

fn drawing(ran: &Ran, look: &Look) -> String {
    let style = timeline::Style {
        width: WIDTH,
        color: look.color,
        legend: true,
    };
    timeline::draw_marked(&ran.trace, ran.violations(), style)
}

fn verdicts(ran: &Ran, look: &Look) -> String {
    let asked = ran.model.asked.iter();
    asked.map(|property| verdict(ran, property, look)).collect()
}

fn verdict(ran: &Ran, property: Property, look: &Look) -> String {
    let paint = Paint { color: look.color };
    let name = format!("{:<16}", property.name());
    let Some(tick) = ran.violated_at(property).first().copied() else {
        return verdict_columns(&name, &paint.good("not violated"), "");
    };
    let word = if property.is_note() {
        "reached"
    } else {
        "violated"
    };
    let word = format!("{:<19}  ", format!("{word}, tick {tick}"));
    let decides = ran.deciding_violations().contains(property);
    let beyond = if decides || property.is_note() {
        ""
    } else {
        " (beyond what this rule promises)"
    };
    let word = if decides {
        paint.bad(&word)
    } else {
        paint.note(&word)
    };
    verdict_columns(&name, &word, &format!("{}{beyond}", property.violation()))
}

/// How the run violates what it violates, in words: one story for all that happens in the same tick.
fn stories(ran: &Ran, look: &Look) -> String {
    let mut by_tick: BTreeMap<u64, Vec<Property>> = BTreeMap::new();
    for property in ran.violations().iter() {
        if let Some(tick) = ran.violated_at(property).first() {
            by_tick.entry(*tick).or_default().push(property);
        }
    }
    let stories = by_tick
        .values()
        .map(|properties| story(ran, properties, look));
    stories.collect()
}

/// The story of the first of these properties, which stands for all of them.
fn story(ran: &Ran, properties: &[Property], look: &Look) -> String {
    let paint = Paint { color: look.color };
    let deciding = ran.deciding_violations();
    let decides = properties
        .iter()
        .any(|property| deciding.contains(*property));
    let names: Vec<_> = properties.iter().map(|property| property.name()).collect();
    let title = ruled(&names.join(", "));
    let title = if decides {
        paint.bad(&title)
    } else {
        paint.note(&title)
    };
    let first = properties.first().copied();
    let story = first.map_or(String::new(), |first| words::explain(&ran.trace, first));
    let advice = first
        .and_then(|first| advice(first, ran.world().fencing))
        .filter(|_| !decides)
        .map_or(String::new(), |advice| {
            format!("\n{}\n", wrapped(advice, "", ""))
        });
    format!("\n{title}\n\n{}\n{advice}", wrapped(&story, "", ""))
}
