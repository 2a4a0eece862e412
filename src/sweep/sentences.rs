//! What a sweep has found, in sentences.

use super::boundary::{Boundary, Shape, boundaries};
use super::{Comparison, Grid, Kind};
use crate::property::{Property, PropertySet};
use crate::report::{advice, grouped};
use crate::world::Fencing;

/// The sentences about a grid, one paragraph each.
pub(super) fn about(grid: &Grid) -> Vec<String> {
    let mut paragraphs = verdicts(grid);
    paragraphs.extend(lost_without_stale(grid));
    paragraphs.extend(others(grid));
    paragraphs
}

/// One sentence on each property that the sweep is about.
pub(super) fn verdicts(grid: &Grid) -> Vec<String> {
    boundaries(grid)
        .iter()
        .map(|found| verdict(grid, found))
        .collect()
}

fn verdict(grid: &Grid, found: &Boundary) -> String {
    let name = found.property.name();
    let word = if found.property.is_note() {
        "reached"
    } else {
        "violated"
    };
    let cells = cells(found.known);
    let violated = grouped(found.violated);
    let unknown = grid.cells().len() - found.known;
    let known = if unknown == 0 { "" } else { " that are known" };
    match &found.shape {
        _ if found.known == 0 => format!("{name} is unknown in every cell."),
        Shape::Nowhere => format!("{name} is {word} in none of the {cells}{known}."),
        Shape::Everywhere => format!("{name} is {word} in every one of the {cells}{known}."),
        Shape::Where(formula) => {
            format!(
                "{name} is {word} in {violated} of {cells}{known}, exactly where {}.",
                whole(formula)
            )
        }
        Shape::Irregular => format!(
            "{name} is {word} in {violated} of {cells}{known}; no simple formula matches all of them."
        ),
    }
}

/// The cells that a resource with fencing of writes would not save.
fn lost_without_stale(grid: &Grid) -> Option<String> {
    let count = grid.count(Kind::LostUpdate);
    if count == 0 || !grid.asked().contains(Property::StaleOverwrite) {
        return None;
    }
    let cells = in_cells(count);
    match grid.fencing? {
        Fencing::Off => Some(format!(
            "{cells} an update is lost although nothing stale is written. Fencing of writes changes \
             nothing there: it refuses stale writes, and there are none. To see whether fencing of \
             reads does, sweep again with --fencing reads."
        )),
        rule => {
            let found = format!("{cells} an update is lost although nothing stale is written.");
            let advice = advice(Property::LostUpdate, rule).map(|advice| format!(" {advice}"));
            Some(found + &advice.unwrap_or_default())
        }
    }
}

/// The violations that the sentences above do not mention.
fn others(grid: &Grid) -> Option<String> {
    let topics = grid.topics();
    let other = |cell: &&super::Cell| cell.violated.iter().any(|p| !topics.contains(p));
    let with_others: Vec<_> = grid.cells().iter().filter(other).collect();
    let all = with_others.iter().flat_map(|cell| cell.violated.iter());
    let violated: PropertySet = all.filter(|property| !topics.contains(*property)).collect();
    let names = names(violated);
    let cells = in_cells(with_others.len());
    (!with_others.is_empty()).then(|| format!("{cells} something else is violated: {names}."))
}

/// What became of a formula, and then every cell in which it is wrong.
pub(super) fn comparison(grid: &Grid, comparison: &Comparison) -> Vec<String> {
    let formula = whole(&comparison.formula);
    let names = names(comparison.properties);
    let compared = grid.cells().len() - comparison.unknown;
    let unknown = match comparison.unknown {
        0 => String::new(),
        1 => " 1 cell is unknown and was not compared.".to_string(),
        count => format!(
            " {} cells are unknown and were not compared.",
            grouped(count)
        ),
    };
    let wrong = comparison.differences.len();
    if compared == 0 {
        return vec![format!(
            "The formula `{formula}` could not be compared: every cell is unknown."
        )];
    }
    if wrong == 0 {
        let cells = cells(compared);
        return vec![format!(
            "The formula `{formula}` is right in all of the {cells} compared: {names} is violated \
             exactly where it is true.{unknown}"
        )];
    }
    let heading = format!(
        "The formula `{formula}` is wrong about {names} in {} of {}:{unknown}",
        grouped(wrong),
        cells(compared)
    );
    let mut paragraphs = vec![heading];
    paragraphs.extend(wrong_cells(grid, comparison, true));
    paragraphs.extend(wrong_cells(grid, comparison, false));
    paragraphs
}

/// The cells in which the formula errs in one of the two ways, those of a row together.
fn wrong_cells(grid: &Grid, comparison: &Comparison, predicted: bool) -> Vec<String> {
    let wrong = comparison
        .differences
        .iter()
        .filter(|d| d.predicted == predicted);
    let mut rows: Vec<(Option<u16>, Vec<u16>)> = Vec::new();
    for difference in wrong {
        let (across, up) = (difference.values[0], difference.values.get(1).copied());
        match rows.last_mut() {
            Some((row, values)) if *row == up => values.push(across),
            _ => rows.push((up, vec![across])),
        }
    }
    let heading = if predicted {
        "It says violated, and the search finds nothing:"
    } else {
        "It says nothing, and the search finds a violation:"
    };
    let across = grid.across();
    let line = |(row, values): (Option<u16>, Vec<u16>)| {
        let place = match (grid.up(), row) {
            (Some(axis), Some(value)) => format!("{} = {value}: ", axis.short()),
            _ => String::new(),
        };
        format!(
            "  {place}{} = {}",
            across.short(),
            ranges(&values, across.step())
        )
    };
    let lines: Vec<_> = rows.into_iter().map(line).collect();
    if lines.is_empty() {
        return lines;
    }
    [heading.to_string()].into_iter().chain(lines).collect()
}

/// "1, 3..7, 9": neighbours of an axis with this step stand together.
fn ranges(values: &[u16], step: u16) -> String {
    let neighbours = |one: &u16, other: &u16| other - one == step;
    let parts = values.chunk_by(neighbours).map(|run| match run {
        [first, .., last] if run.len() > 2 => format!("{first}..{last}"),
        _ => {
            let numbers: Vec<_> = run.iter().map(ToString::to_string).collect();
            numbers.join(", ")
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// A formula that is not broken where its line is.
pub(super) fn whole(formula: &str) -> String {
    formula.replace(' ', NO_BREAK)
}

/// The text with ordinary spaces, once its lines are broken.
pub(super) fn with_spaces(text: &str) -> String {
    text.replace(NO_BREAK, " ")
}

const NO_BREAK: &str = "\u{a0}";

fn names(properties: PropertySet) -> String {
    let names: Vec<_> = properties.iter().map(Property::name).collect();
    names.join(" or ")
}

fn cells(count: usize) -> String {
    match count {
        1 => "1 cell".to_string(),
        count => format!("{} cells", grouped(count)),
    }
}

fn in_cells(count: usize) -> String {
    format!("In {}", cells(count))
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn neighbours_stand_together() {
        assert_eq!(ranges(&[1, 3, 4, 5, 9], 1), "1, 3..5, 9");
        assert_eq!(ranges(&[1, 4, 7, 8], 3), "1..7, 8");
        assert_eq!(ranges(&[1, 2], 1), "1, 2");
    }
}
