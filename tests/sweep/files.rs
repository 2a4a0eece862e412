//! What is written: pictures, tables, and nothing by halves.

use std::path::Path;

use serde_json::Value;

use crate::process::{fencepost, stdout};

/// Runs a sweep that writes a file of this option, and gives the file.
fn written(option: &str, arguments: &[&str]) -> Vec<u8> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("file");
    let file = [option, path.to_str().unwrap()];
    let output = fencepost(&[&["sweep"], arguments, &file].concat());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    assert!(
        stdout(&output).contains("Sweep of"),
        "the grid is still shown"
    );
    assert_eq!(names(directory.path()), ["file"]);
    std::fs::read(path).unwrap()
}

fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn the_table_has_a_line_for_each_cell() {
    let table = String::from_utf8(written("--csv", &["pause=10..12", "ttl=11..12"])).unwrap();
    insta::assert_snapshot!(table);
}

#[test]
fn standard_output_has_the_table_alone() {
    let output = fencepost(&[
        "sweep",
        "pause=11..12",
        "--csv",
        "-",
        "--property",
        "lost-update",
    ]);
    assert_eq!(output.status.code(), Some(0));
    let table = stdout(&output);
    assert!(
        table.starts_with("adversary.pauses.length,kind,lost-update,states\n"),
        "{table}"
    );
    assert_eq!(table.lines().count(), 3);
}

#[test]
fn the_json_says_everything() {
    let arguments = [
        "pause=10..12",
        "ttl=11..12",
        "--formula",
        "pause > 11",
        "--set",
        "lock.servers=3",
    ];
    let json: Value = serde_json::from_slice(&written("--json", &arguments)).unwrap();
    assert_eq!(json["format"], 1);
    assert_eq!(json["exit_code"], 0);
    assert_eq!(json["model"], "pause-against-lease");
    assert_eq!(json["fencing"], "off");
    assert_eq!(json["set"][0], "lock.servers=3");
    assert_eq!(json["axes"][0]["key"], "adversary.pauses.length");
    assert_eq!(json["axes"][0]["unit"], "ticks");
    assert_eq!(json["axes"][1]["values"][1], 12);
    assert_eq!(json["complete"], true);
    assert_eq!(json["boundaries"][0]["formula"], "pause >= 12");
    assert_eq!(json["formula"]["compared"], 6);
    let cells = json["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 6);
    assert_eq!(cells[2]["at"]["adversary.pauses.length"], 12);
    assert_eq!(cells[2]["at"]["lock.ttl"], 11);
    assert_eq!(cells[2]["kind"], "stale-overwrite");
    assert_eq!(cells[1]["kind"], "lost-update");
    assert_eq!(cells[1]["verdicts"]["lost-update"], "violated");
    assert_eq!(
        cells[0]["verdicts"]["stale-overwrite"],
        "proved within bounds"
    );
    let wrong = [&arguments[..3], &["pause > 12"]].concat();
    let json: Value = serde_json::from_slice(&written("--json", &wrong)).unwrap();
    assert_eq!(json["exit_code"], 1);
    let differences = json["formula"]["differences"].as_array().unwrap();
    assert_eq!(differences.len(), 2);
    assert_eq!(differences[0]["formula"], false);
    assert_eq!(differences[0]["found"], true);
}

#[test]
fn the_svg_is_xml_with_title_axes_units_legend_and_boundary() {
    let arguments = [
        "pause=8..16",
        "ttl=10..15",
        "--set",
        "summary=\"a<b & 'c'\"",
    ];
    let svg = String::from_utf8(written("--svg", &arguments)).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}"));
    let root = document.root_element();
    assert_eq!(root.attribute("width"), Some("800"));
    let title = root.first_element_child().expect("a title comes first");
    assert!(title.has_tag_name("title"));
    let spoken = title.text().expect("the title says something");
    assert!(
        spoken.starts_with("Sweep of pause-against-lease, fencing off, ")
            && spoken.ends_with(
                ": longest pause, in ticks (pause) against length of a lease, in ticks (ttl)"
            ),
        "{spoken}"
    );
    let found = title.next_sibling_element().expect("what was found");
    assert!(found.has_tag_name("desc"));
    let found = found.text().expect("it says something");
    assert!(
        found.contains("exactly where pause >= max(12, ttl)."),
        "{found}"
    );
    let texts: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text().map(str::trim))
        .collect();
    let all = texts.join(" ");
    for part in [
        "pause-against-lease, fencing off",
        "a<b & 'c'",
        "The same in every cell: servers = 5, pauses = 1, A.arrives = 0, A.rounds = 1, B.arrives = 12",
        "longest pause, in ticks (pause)",
        "length of a lease, in ticks (ttl)",
        "lost update without a stale overwrite (6 cells)",
        "exactly where pause >= max(12, ttl)",
    ] {
        assert!(all.contains(part), "no {part:?} in: {all}");
    }
}

#[test]
fn the_png_is_a_picture_of_800_pixels() {
    for arguments in [&["pause=8..16", "ttl=10..15"][..], &["B.arrives=1..300"]] {
        let png = written("--png", arguments);
        let reader = png::Decoder::new(std::io::Cursor::new(png))
            .read_info()
            .unwrap();
        assert_eq!(reader.info().width, 800);
        assert!(reader.info().height > 150);
    }
}

#[test]
fn a_file_that_was_there_is_replaced_or_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("cells.csv");
    std::fs::write(&path, "precious").unwrap();
    let file = path.to_str().unwrap();
    let wrong = fencepost(&["sweep", "pause=1..2", "--csv", file, "--formula", "pause >"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    let right = fencepost(&["sweep", "pause=1..2", "--csv", file]);
    assert_eq!(right.status.code(), Some(0));
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .starts_with("adversary")
    );
    assert_eq!(names(directory.path()), ["cells.csv"]);
}
