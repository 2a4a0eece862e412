//! A sweep as another program reads it. The shape is described in `docs/sweep.md`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::boundary::{Shape, boundaries};
use super::{Axis, Comparison, Grid, Measured};
use crate::property::Property;

/// The version of the shape. It grows when a field changes its meaning or disappears; new fields do
/// not change it.
pub const FORMAT: u32 = 1;

/// The whole sweep, indented, with a line break at its end.
///
/// # Errors
/// If the JSON library refuses a value, which none of ours gives it reason to.
pub fn json(measured: &Measured) -> Result<String, serde_json::Error> {
    let grid = &measured.grid;
    let subject = &grid.subject;
    let view = SweepView {
        format: FORMAT,
        fencepost: env!("CARGO_PKG_VERSION"),
        exit_code: measured.conclusion().exit_code(),
        model: &subject.model,
        origin: &subject.origin,
        variant: subject.variant.as_deref(),
        set: &subject.set,
        fencing: grid.fencing.map(crate::world::Fencing::name),
        axes: grid.axes().iter().map(AxisView::of).collect(),
        complete: grid.is_complete(),
        boundaries: boundary_views(grid),
        formula: measured
            .comparison
            .as_ref()
            .map(|c| ComparisonView::of(grid, c)),
        cells: cell_views(grid),
    };
    serde_json::to_string_pretty(&view).map(|text| text + "\n")
}

#[derive(Serialize)]
struct SweepView<'a> {
    format: u32,
    fencepost: &'static str,
    exit_code: u8,
    model: &'a str,
    origin: &'a str,
    variant: Option<&'a str>,
    set: &'a [String],
    fencing: Option<&'static str>,
    axes: Vec<AxisView<'a>>,
    complete: bool,
    boundaries: Vec<BoundaryView>,
    formula: Option<ComparisonView<'a>>,
    cells: Vec<CellView<'a>>,
}

#[derive(Serialize)]
struct AxisView<'a> {
    key: &'a str,
    short: &'a str,
    label: String,
    unit: Option<&'static str>,
    step: u16,
    values: &'a [u16],
}

#[derive(Serialize)]
struct BoundaryView {
    property: &'static str,
    violated: usize,
    known: usize,
    shape: &'static str,
    formula: Option<String>,
}

#[derive(Serialize)]
struct ComparisonView<'a> {
    text: &'a str,
    properties: Vec<&'static str>,
    compared: usize,
    differences: Vec<DifferenceView<'a>>,
}

#[derive(Serialize)]
struct DifferenceView<'a> {
    at: BTreeMap<&'a str, u16>,
    formula: bool,
    found: bool,
}

#[derive(Serialize)]
struct CellView<'a> {
    at: BTreeMap<&'a str, u16>,
    kind: &'static str,
    verdicts: BTreeMap<&'static str, &'static str>,
    states: usize,
}

impl AxisView<'_> {
    fn of(axis: &Axis) -> AxisView<'_> {
        AxisView {
            key: axis.key(),
            short: axis.short(),
            label: axis.label(),
            unit: axis.unit(),
            step: axis.step(),
            values: axis.values(),
        }
    }
}

impl<'a> ComparisonView<'a> {
    fn of(grid: &'a Grid, comparison: &'a Comparison) -> ComparisonView<'a> {
        let differences = comparison
            .differences
            .iter()
            .map(|difference| DifferenceView {
                at: at(grid, &difference.values),
                formula: difference.predicted,
                found: !difference.predicted,
            });
        ComparisonView {
            text: &comparison.formula,
            properties: comparison.properties.iter().map(Property::name).collect(),
            compared: grid.cells().len() - comparison.unknown,
            differences: differences.collect(),
        }
    }
}

fn boundary_views(grid: &Grid) -> Vec<BoundaryView> {
    let view = |found: super::boundary::Boundary| {
        let (shape, formula) = match found.shape {
            Shape::Nowhere => ("nowhere", None),
            Shape::Everywhere => ("everywhere", None),
            Shape::Where(formula) => ("formula", Some(formula)),
            Shape::Irregular => ("irregular", None),
        };
        BoundaryView {
            property: found.property.name(),
            violated: found.violated,
            known: found.known,
            shape,
            formula,
        }
    };
    boundaries(grid).into_iter().map(view).collect()
}

fn cell_views(grid: &Grid) -> Vec<CellView<'_>> {
    let view = |(values, cell): (Vec<u16>, &super::Cell)| {
        let word = |property: Property| (property.name(), cell.word(property));
        CellView {
            at: at(grid, &values),
            kind: grid.kind_of(cell).name(),
            verdicts: grid.asked().iter().map(word).collect(),
            states: cell.states,
        }
    };
    grid.valued_cells().map(view).collect()
}

/// The values by the keys of their axes.
fn at<'a>(grid: &'a Grid, values: &[u16]) -> BTreeMap<&'a str, u16> {
    grid.axes()
        .iter()
        .map(Axis::key)
        .zip(values.iter().copied())
        .collect()
}
