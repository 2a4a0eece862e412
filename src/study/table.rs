//! Tables and paragraphs.

use comfy_table::{CellAlignment, Table, presets};

use crate::report::human::wrapped;
use crate::schedule::Ran;
use crate::trace::timeline;
use crate::world::ClientId;

/// A table in plain text: titles, a rule, rows. Columns of numbers are flush right.
pub(super) fn table(titles: &[&str], rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(titles.iter().map(ToString::to_string));
    let rule = titles.iter().enumerate().map(|(column, title)| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        "-".repeat(cells.chain([title.chars().count()]).max().unwrap_or(0))
    });
    table.add_row(rule);
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if rows.iter().all(|row| is_number(&row[place])) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.add_rows(rows);
    let lines = table.lines();
    lines.fold(String::new(), |text, line| text + line.trim_end() + "\n")
}

fn is_number(cell: &str) -> bool {
    cell == NONE || cell.parse::<u64>().is_ok()
}

/// What stands where there is nothing to tell.
pub(super) const NONE: &str = "-";

/// The number, or a dash.
pub(super) fn or_none(number: Option<u64>) -> String {
    number.map_or(NONE.to_string(), |number| number.to_string())
}

/// "yes" or "no".
pub(super) fn yes(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_string()
}

/// A paragraph of at most 80 columns.
pub(super) fn paragraph(text: &str) -> String {
    format!("{}\n", wrapped(text, "", ""))
}

/// The tick of the client's first write, with a word if it was refused; a dash if there is none.
pub(super) fn write_of(ran: &Ran, client: ClientId) -> String {
    match ran.wrote_at(client) {
        Some((tick, true)) => tick.to_string(),
        Some((tick, false)) => format!("{tick} refused"),
        None => NONE.to_string(),
    }
}

/// The lease of a client as the server kept it: "[12, 15)", or a dash.
pub(super) fn lease_of(ran: &Ran, client: ClientId) -> String {
    ran.lease(client)
        .map_or(NONE.to_string(), |lease| match lease.end {
            Some(end) => format!("[{}, {end})", lease.start),
            None => format!("[{}, no end)", lease.start),
        })
}

/// The timeline of a run, all that it violates marked.
pub(super) fn timeline_of(ran: &Ran, color: bool, legend: bool) -> String {
    let style = timeline::Style {
        width: crate::report::human::WIDTH,
        color,
        legend,
    };
    timeline::draw_marked(&ran.trace, ran.violations(), style)
}
