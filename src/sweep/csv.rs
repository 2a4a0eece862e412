//! The cells as a table, one line each. The columns are described in `docs/sweep.md`.

use super::{Axis, Grid};

/// The table with its heading.
///
/// # Errors
/// If the CSV library refuses a value, which none of ours gives it reason to.
pub fn csv(grid: &Grid) -> Result<String, ::csv::Error> {
    let mut table = ::csv::Writer::from_writer(Vec::new());
    let mut heading: Vec<&str> = grid.axes().iter().map(Axis::key).collect();
    heading.push("kind");
    for property in grid.asked().iter() {
        heading.push(property.name());
    }
    heading.push("states");
    table.write_record(heading)?;
    for (values, cell) in grid.valued_cells() {
        let values = values.iter().map(ToString::to_string);
        let verdicts = grid
            .asked()
            .iter()
            .map(|property| cell.word(property).to_string());
        let kind = grid.kind_of(cell).name().to_string();
        table.write_record(
            values
                .chain([kind])
                .chain(verdicts)
                .chain([cell.states.to_string()]),
        )?;
    }
    let bytes = table
        .into_inner()
        .map_err(::csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
