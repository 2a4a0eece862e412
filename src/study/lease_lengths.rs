//! Section 6.5: other lengths of the lease and of the pause.

use super::Defect;
use super::grid::{self, Cell, Outcome, PAUSES, TTLS, count};
use super::lab::{A, B, Experiment};
use super::search::explore;
use super::table::{or_none, paragraph, table, write_of, yes};
use crate::property::Property;
use crate::schedule::Ran;
use crate::search::Checked;
use crate::trace::{Trace, words};
use crate::world::Fencing;

/// The lengths of a lease in the first table: the guide's, and those in between where it matters.
const LENGTHS: [u16; 14] = [1, 3, 5, 10, 12, 13, 14, 15, 16, 17, 18, 25, 40, 1000];

pub(super) fn tell() -> Result<String, Defect> {
    let written = grid::written(Fencing::Off)?;
    let searched = grid::searched(Fencing::Off)?;
    let parts = [
        by_ttl()?,
        paragraph(
            "A shorter lease changes nothing: B takes the lock when it comes, not when the lease is over. \
             A longer one makes B wait, a tick for each tick, until B in truth waits for A to finish.",
        ),
        drawn(&written),
        formula(&written)?,
        paragraph(
            "The same cells with every schedule searched: A is paused once, anywhere and for at most so \
             long, and within a tick either client can be first.",
        ),
        drawn(&searched),
        boundaries(&searched)?,
        difference(&written, &searched),
        by_rule(&written, &searched)?,
        boundary(&searched)?,
        paragraph(
            "Every pause and every lease up to 40, all 1,600 of them searched, and the boundary as a \
             formula: fencepost sweep pause=1..40 ttl=1..40",
        ),
    ];
    Ok(parts.join("\n"))
}

/// The guide's run with this lease.
fn run(ttl: u16) -> Result<Ran, Defect> {
    Experiment::guide()?.with("lock.ttl", ttl).run()
}

fn by_ttl() -> Result<String, Defect> {
    let titles = [
        "ttl",
        "B acquires",
        "waits",
        "A writes",
        "B writes",
        "value",
        "stale overwrite",
        "lost update",
    ];
    let mut rows = Vec::new();
    for ttl in LENGTHS {
        let ran = run(ttl)?;
        let violated = |property| yes(ran.violations().contains(property));
        rows.push(vec![
            ttl.to_string(),
            or_none(ran.acquired_at(B)),
            or_none(ran.waited(B)),
            write_of(&ran, A),
            write_of(&ran, B),
            ran.value(),
            violated(Property::StaleOverwrite),
            violated(Property::LostUpdate),
        ]);
    }
    Ok(table(&titles, rows))
}

/// The grid: a row for each lease, a column for each pause.
fn drawn(cells: &[Cell]) -> String {
    let titles: Vec<_> = std::iter::once("ttl \\ pause".to_string())
        .chain(PAUSES.iter().map(ToString::to_string))
        .collect();
    let titles: Vec<_> = titles.iter().map(String::as_str).collect();
    let row = |ttl: u16| {
        let cells = cells.iter().filter(|cell| cell.ttl == ttl);
        let symbols = cells.map(|cell| symbol(cell.outcome).to_string());
        std::iter::once(ttl.to_string()).chain(symbols).collect()
    };
    let legend = "# stale overwrite   o lost update without a stale overwrite   . neither";
    format!(
        "{}{legend}\n",
        table(&titles, TTLS.into_iter().map(row).collect())
    )
}

fn symbol(outcome: Outcome) -> char {
    match outcome {
        Outcome::Clean => '.',
        Outcome::LostUpdate => 'o',
        Outcome::StaleOverwrite => '#',
    }
}

/// In how many cells the formula tells what the cell says.
fn agreeing(
    cells: &[Cell],
    formula: impl Fn(&Cell) -> bool,
    says: impl Fn(Outcome) -> bool,
) -> usize {
    let agrees = |cell: &&Cell| formula(cell) == says(cell.outcome);
    cells.iter().filter(agrees).count()
}

/// The guide's inequality, held against each cell.
fn formula(written: &[Cell]) -> Result<String, Defect> {
    let comes = grid::b_comes()?;
    let agreeing = agreeing(
        written,
        |cell| grid::is_corrupt(cell.ttl, cell.pause, comes),
        |outcome| outcome == Outcome::StaleOverwrite,
    );
    let lost = count(written, Outcome::LostUpdate);
    Ok(paragraph(&format!(
        "Each cell is one written run, A first within a tick. pause > max({comes}, ttl) tells where a \
         write is stale in {agreeing} of {} cells. As advice it says: take a lease longer than the \
         longest pause. Nobody knows the longest pause. The guide counts every other cell as clean, also \
         the {lost} in which B's write replaces that of A.",
        written.len()
    )))
}

/// The inequalities of the searched grid, held against each cell.
fn boundaries(searched: &[Cell]) -> Result<String, Defect> {
    let comes = grid::b_comes()?;
    let stale = agreeing(
        searched,
        |cell| grid::can_be_stale(cell.ttl, cell.pause, comes),
        |outcome| outcome == Outcome::StaleOverwrite,
    );
    let lost = agreeing(
        searched,
        |cell| grid::can_lose_update(cell.ttl, cell.pause, comes),
        |outcome| outcome != Outcome::Clean,
    );
    Ok(paragraph(&format!(
        "A write can be stale if pause >= max({comes}, ttl), the boundary itself included ({stale} of {all} \
         cells agree). An update can be lost one tick earlier, if pause >= max({comes}, ttl) - 1 ({lost} of \
         {all}).",
        all = searched.len()
    )))
}

/// The cells in which the guide sees nothing wrong and the search does.
fn difference(written: &[Cell], searched: &[Cell]) -> String {
    let named: Vec<_> = written
        .iter()
        .zip(searched)
        .filter(|(guide, found)| {
            guide.outcome != Outcome::StaleOverwrite && found.outcome != Outcome::Clean
        })
        .map(|(_, found)| {
            let what = match found.outcome {
                Outcome::StaleOverwrite => "a stale overwrite",
                Outcome::LostUpdate | Outcome::Clean => "a lost update",
            };
            format!("  ttl {:>2}, pause {:>2}: {what}\n", found.ttl, found.pause)
        })
        .collect();
    let said = format!(
        "In {} cells the guide's run has no stale write and some schedule corrupts the value all the \
         same. They lie on the boundary, where it matters who is first within a tick, and just before \
         it, where A's write falls between B's read and B's write:",
        named.len()
    );
    format!("{}{}", paragraph(&said), named.concat())
}

/// How many cells of each kind there are under each rule.
fn by_rule(written: &[Cell], searched: &[Cell]) -> Result<String, Defect> {
    let mut rows = Vec::new();
    for rule in [Fencing::Off, Fencing::On, Fencing::Reads] {
        let (guide, all) = match rule {
            Fencing::Off => (written.to_vec(), searched.to_vec()),
            rule => (grid::written(rule)?, grid::searched(rule)?),
        };
        for (how, cells) in [("the guide's runs", guide), ("every schedule", all)] {
            rows.push(vec![
                rule.name().to_string(),
                how.to_string(),
                count(&cells, Outcome::StaleOverwrite).to_string(),
                count(&cells, Outcome::LostUpdate).to_string(),
                count(&cells, Outcome::Clean).to_string(),
            ]);
        }
    }
    let titles = [
        "fencing",
        "cells by",
        "stale overwrite",
        "only lost update",
        "neither",
    ];
    let said = "A fence that looks at writes alone leaves lost updates: until B has written, the resource \
                cannot know that there is a newer grant. It knows when reads carry the token too.";
    Ok(format!("{}\n{}", table(&titles, rows), paragraph(said)))
}

/// The first cell in which only an update is lost, told with fencing on.
fn boundary(searched: &[Cell]) -> Result<String, Defect> {
    let only_lost = |cell: &&Cell| cell.outcome == Outcome::LostUpdate && cell.ttl == 10;
    let Some(cell) = searched.iter().find(only_lost) else {
        return Ok(String::new());
    };
    let question = grid::question(cell.ttl, cell.pause, Fencing::On);
    let found = explore(&question, &[Property::LostUpdate])?;
    let Some(example) = found.violations.get(&Property::LostUpdate) else {
        return Ok(String::new());
    };
    let model = Checked::new(question.world()?, found.asked);
    let trace = Trace::replay(&model, &example.events, example.loop_from);
    Ok(paragraph(&format!(
        "With fencing on, ttl {}, pause {}: {}",
        cell.ttl,
        cell.pause,
        words::explain(&trace, Property::LostUpdate)
    )))
}
