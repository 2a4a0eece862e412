//! All verdicts and counterexamples as one page that needs nothing but a browser.
//!
//! Everything that can be read is written here, so that it is there without the script, in print and
//! for search engines. The script (`page.js`) adds what moves: it shows one counterexample at a time and
//! walks through its steps. The style is that of the Explorer's page, with what is special to this one.
//!
//! Text from a model is escaped on its way into the page, or as JSON into the script, which
//! puts it into the page as text.

mod case;
mod moves;
mod verdicts;

use super::{Case, Invocation, files};
use crate::check::Run;
use crate::spec::Override;
use crate::trace::harmless::{json_in_html, markup};
use moves::Moves;

const FRAME: &str = include_str!("page.html");
const STYLE: &str = concat!(
    include_str!("../../explore/page/base.css"),
    include_str!("page.css")
);
const SCRIPT: &str = include_str!("page.js");

/// The page of these runs.
///
/// # Errors
/// If the JSON library refuses a value, which none of ours gives it reason to.
pub fn page(runs: &[Run], invocation: &Invocation) -> serde_json::Result<String> {
    let ids = files::stems(runs);
    let mut worlds = String::new();
    let mut cases = String::new();
    let mut moves = Vec::new();
    for (run, ids) in runs.iter().zip(&ids) {
        worlds += &verdicts::section(run, ids);
        for (row, id) in run.rows.iter().zip(ids) {
            if let Some(case) = Case::of(run, row) {
                let picture = case::picture(&case, id);
                cases += &case::section(&case, id, &picture, invocation);
                moves.push(Moves::of(&case, id, &picture));
            }
        }
    }
    let moves = json_in_html(&serde_json::to_string(&moves)?);
    Ok(filled(&[
        ("title", &title(runs)),
        ("style", STYLE),
        ("worlds", &worlds),
        ("cases", &cases),
        ("moves", &moves),
        ("script", SCRIPT),
        ("version", env!("CARGO_PKG_VERSION")),
    ]))
}

/// What this world is called: the model, the variant, and what was set.
fn world_name(run: &Run) -> String {
    let variant = run.job.variant.as_ref();
    let variant = variant.map(|name| format!("variant {name}"));
    let set = run.job.overrides.iter().map(Override::argument);
    let parts = std::iter::once(run.job.model.clone())
        .chain(variant)
        .chain(set);
    parts.collect::<Vec<_>>().join(", ")
}

fn title(runs: &[Run]) -> String {
    let mut models: Vec<_> = runs.iter().map(|run| run.job.model.as_str()).collect();
    models.dedup();
    markup(&models.join(", "))
}

/// The frame with these parts in it. It is cut at its own places only, so that no part can contain one.
fn filled(parts: &[(&str, &str)]) -> String {
    let mut page = String::new();
    for piece in FRAME.split("{{") {
        match piece.split_once("}}") {
            Some((place, rest)) => {
                let part = parts.iter().find(|(name, _)| *name == place);
                page += part.map_or("", |(_, part)| part);
                page += rest;
            }
            None => page += piece,
        }
    }
    page
}

/// A cell of a table, with a class if there is one.
fn cell(text: &str, class: &str) -> String {
    let text = markup(text);
    match class {
        "" => format!("<td>{text}</td>"),
        class => format!("<td class=\"{class}\">{text}</td>"),
    }
}

/// A table that can be scrolled on a narrow screen.
fn table(caption: &str, titles: &[&str], rows: &[String]) -> String {
    let titles: String = titles
        .iter()
        .map(|title| format!("<th scope=\"col\">{}</th>", markup(title)))
        .collect();
    format!(
        "<div class=\"scroll\"><table>{caption}<thead><tr>{titles}</tr></thead><tbody>{}</tbody></table></div>\n",
        rows.concat()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_the_frame_is_filled_and_parts_stay_as_they_are() {
        assert_eq!(
            FRAME.matches("{{").count(),
            9,
            "title and version stand in two places"
        );
        let page = filled(&[("title", "{{style}}"), ("style", "x")]);
        assert!(page.contains("{{style}}"), "a part is not looked into");
    }

    #[test]
    fn the_page_loads_nothing_from_elsewhere() {
        for part in [FRAME, STYLE, SCRIPT] {
            assert!(!part.contains("http:") && !part.contains("https:") && !part.contains("url("));
        }
        assert!(FRAME.contains("default-src 'none'"));
    }
}
