//! Pictures are XML, say who they are, and show names as they are.

use fencepost::property::Property;
use fencepost::trace::{Trace, svg};
use fencepost::world::Fencing;

use crate::worlds::*;

fn text_of(picture: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(picture).expect("the picture is XML");
    let texts = document.descendants().filter_map(|node| node.text());
    texts.map(String::from).collect()
}

#[test]
fn the_violation_is_named_and_painted_apart() {
    let picture = svg::draw(&violation(
        study_guide(Fencing::Off),
        Property::StaleOverwrite,
    ));
    let texts = text_of(&picture);
    for wanted in [
        "stale overwrite",
        "zzz",
        "A [0, 10) token 1",
        "⋮ 7 ticks",
        "t=12",
    ] {
        assert!(
            texts.iter().any(|text| text == wanted),
            "{wanted} in {texts:?}"
        );
    }
    assert!(picture.contains("#c2001d"));
    assert!(picture.contains("role=\"img\"") && picture.contains("<title>"));
    assert!(!picture.contains("<script") && !picture.contains("<style"));
}

#[test]
fn servers_that_behave_alike_share_a_lane() {
    let mut world = study_guide(Fencing::Off);
    world.lock.servers = 51;
    let texts = text_of(&svg::draw(&violation(world, Property::StaleOverwrite)));
    assert!(texts.iter().any(|text| text == "All 51 servers"));
    let drifting = violation(counters_that_drift(Fencing::On), Property::TokenOrder);
    let texts = text_of(&svg::draw(&drifting));
    assert!(texts.iter().any(|text| text == "Servers 2, 3 of 3"));
}

#[test]
fn the_initial_state_has_a_picture() {
    let trace = Trace::replay(&checked(study_guide(Fencing::On)), &[], None);
    let texts = text_of(&svg::draw(&trace));
    assert!(texts.iter().any(|text| text == "nothing has happened yet"));
}

#[test]
fn a_loop_is_marked() {
    let texts = text_of(&svg::draw(&violation(
        without_expiry(),
        Property::StuckLock,
    )));
    assert!(texts.iter().any(|text| text == "repeats for ever"));
}

#[test]
fn names_are_escaped() {
    let name = "<b>&\"'\u{1}</b>";
    let mut world = study_guide(Fencing::Off);
    world.clients[0].name = name.to_string();
    let picture = svg::draw(&violation(world, Property::StaleOverwrite));
    let shown = name.replace('\u{1}', "\u{fffd}");
    assert!(text_of(&picture).contains(&shown));
    assert!(!picture.contains("<b>"));
}
