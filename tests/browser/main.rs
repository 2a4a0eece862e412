//! The Explorer's page, the page of a report, pictures and diagrams in a real browser. Set-up:
//! `apt-get install chromium npm`, `npm install mermaid`, the environment variable `MERMAID` set to the
//! path of its `dist/mermaid.min.js`, then `cargo test --test browser -- --ignored`.

#![allow(clippy::unwrap_used)] // what fails here fails the test

mod chrome;
#[path = "../common/mod.rs"]
mod common;
mod devtools;
mod diagram;
mod report;
#[path = "../common/runs.rs"]
mod runs;
#[path = "../common/server.rs"]
mod server;

use fencepost::explore;
use fencepost::property::{Property, PropertySet};
use fencepost::search::Checked;
use fencepost::world::Fencing;

use chrome::Chrome;
use server::Server;

/// The address of the counterexample of a property, and how many steps it has.
fn counterexample(server: &Server, fencing: Fencing, property: Property) -> (String, usize) {
    let outcome = common::explore(&common::study_guide(fencing));
    let found = &outcome.violations[&property];
    (explore::address(server.addr, found), found.events.len())
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn a_counterexample_opens_with_the_violation_named_where_it_happens() {
    let server = Server::start("study-guide");
    let chrome = Chrome::start();
    let (address, steps) = counterexample(&server, Fencing::Off, Property::StaleOverwrite);
    chrome.open(&address);
    chrome.wait_for("document.querySelector('#drawing svg')");

    // Exactly this path, its last step selected and marked.
    assert_eq!(
        chrome.text("document.querySelectorAll('#steps li:not(.start)').length"),
        steps.to_string()
    );
    let fragment = address.split_once("/#").unwrap().1;
    assert_eq!(chrome.text("location.hash"), format!("#{fragment}"));
    let last = "document.querySelector('#steps li:last-child')";
    assert_eq!(
        chrome.text(&format!("{last}.getAttribute('aria-current')")),
        "step"
    );
    assert_eq!(
        chrome.text(&format!("{last}.querySelector('a').getAttribute('href')")),
        format!("#{fragment}")
    );
    assert!(
        chrome
            .text(&format!("{last}.textContent"))
            .contains("violates stale-overwrite")
    );
    assert_eq!(
        chrome.text("document.querySelectorAll('#steps .violates').length"),
        "1"
    );
    assert_eq!(
        chrome.text("document.querySelectorAll('#steps .note').length"),
        "1"
    );

    // What is said of the state that the last step leads to, and of the whole.
    let judgement = chrome.text("document.querySelector('#judgement').textContent");
    assert!(
        judgement.contains("violates stale-overwrite"),
        "{judgement}"
    );
    assert!(
        judgement.contains(Property::StaleOverwrite.violation()),
        "{judgement}"
    );
    assert!(chrome.holds("document.querySelector('#state').textContent.length > 40"));
    assert!(!chrome.holds("document.querySelector('#explanation').hidden"));
    let page = chrome.text("document.body.innerText").to_lowercase();
    assert!(!page.contains("safety holds"), "{page}");
    chrome.picture("counterexample");
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn keys_walk_along_the_path() {
    let server = Server::start("study-guide");
    let chrome = Chrome::start();
    let (address, steps) = counterexample(&server, Fencing::Off, Property::StaleOverwrite);
    chrome.open(&address);
    let at = |step: usize| {
        let selected = "[...document.querySelectorAll('#steps li')]\
                        .findIndex((step) => step.ariaCurrent === 'step')";
        chrome.wait_for(&format!("{selected} === {step}"));
    };
    at(steps);
    for (key, step) in [
        ("k", steps - 1),
        ("ArrowUp", steps - 2),
        ("j", steps - 1),
        ("Home", 0),
        ("ArrowDown", 1),
        ("End", steps),
    ] {
        chrome.press(key);
        at(step);
    }
    // A step before the violating one violates nothing, and the page does not say so of it.
    chrome.press("k");
    at(steps - 1);
    let judgement = chrome.text("document.querySelector('#judgement').textContent");
    assert!(judgement.contains("violates none"), "{judgement}");
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn the_start_has_the_verdicts_and_leads_on() {
    let server = Server::start("study-guide");
    let chrome = Chrome::start();
    chrome.open(&explore::start(server.addr));
    let outcome = common::explore(&common::study_guide(Fencing::Off));
    let rows = chrome.text("document.querySelector('#findings').innerText");
    for property in outcome.asked.iter() {
        assert!(rows.contains(property.name()), "{rows}");
        assert!(
            rows.contains(outcome.verdict(property, &[]).word()),
            "{rows}"
        );
    }
    chrome.picture("start");

    chrome.click("#choices a");
    chrome.wait_for("location.hash === '#/steps/0/0'");
    chrome.wait_for("document.querySelectorAll('#steps li').length === 2");
    chrome.click("#findings a");
    chrome.wait_for("document.querySelector('tr[data-shown]')");
    assert!(chrome.holds("document.querySelector('#steps .violates')"));
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn a_loop_is_marked_as_one() {
    let server = Server::start("no-expiry");
    let chrome = Chrome::start();
    chrome.open(&explore::start(server.addr));
    chrome.click("#findings a");
    chrome.wait_for("document.querySelectorAll('#steps .repeats').length > 0");
    assert!(chrome.holds("/[?]loop=[0-9]+$/.test(location.hash)"));
    let note = chrome.text("document.querySelector('#path-note').textContent");
    assert!(note.contains("can repeat for ever"), "{note}");
    assert!(
        chrome
            .holds("document.querySelector('tr[data-shown] th').innerText.includes('stuck-lock')")
    );
    assert!(!chrome.holds("document.querySelector('#explanation').hidden"));
    assert!(
        chrome
            .holds("document.querySelector('#judgement').innerText.includes('The same state as')")
    );
    chrome.picture("loop");
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn a_wrong_address_says_what_is_wrong() {
    let server = Server::start("study-guide");
    let chrome = Chrome::start();
    for (address, message) in [
        ("#/steps/0/0/99/1", "Step 2 asks for choice 99"),
        // The server has one more move than the world, to look back. It is no step.
        ("#/steps/0/3", "Step 1 asks for choice 3"),
        ("#/steps/0/x", "not of the form"),
        ("#/elsewhere", "not of the form"),
        ("#/steps/0/0?at=7", "not of the form"),
        ("#/steps/0/0?loop=0", "does not lead back"),
    ] {
        chrome.open(&(explore::start(server.addr) + address));
        chrome.wait_for("!document.querySelector('#message').hidden");
        let shown = chrome.text("document.querySelector('#message').textContent");
        assert!(
            shown.contains("leads nowhere") && shown.contains(message),
            "{address}: {shown}"
        );
        assert!(
            !chrome.holds("document.querySelector('#here').checkVisibility()"),
            "{address}"
        );
    }
    chrome.open(&(explore::start(server.addr) + "#/steps/0/0/99/1"));
    chrome.picture("wrong");
    chrome.click("#message a");
    chrome.wait_for("document.querySelector('#message').hidden && location.hash === '#/steps/0/0'");
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn it_fits_a_phone_and_the_dark() {
    let server = Server::start("study-guide");
    let chrome = Chrome::start();
    let (address, _) = counterexample(&server, Fencing::Off, Property::LostUpdate);
    for (name, width, height, scheme) in [
        ("desktop-light", 1280, 900, "light"),
        ("desktop-dark", 1280, 900, "dark"),
        ("phone-light", 390, 844, "light"),
        ("phone-dark", 390, 844, "dark"),
        ("narrow", 320, 600, "light"),
    ] {
        chrome.resize(width, height);
        chrome.prefer(scheme);
        for address in [&explore::start(server.addr), &address] {
            chrome.open(address);
            chrome.wait_for("document.querySelector('#drawing svg')");
            let overflows = "document.documentElement.scrollWidth > innerWidth";
            assert!(!chrome.holds(overflows), "{name} {address}");
        }
        let paper = chrome.text("getComputedStyle(document.body).backgroundColor");
        let is_dark = paper != "rgb(255, 255, 255)";
        assert_eq!(is_dark, scheme == "dark", "{name}: {paper}");
        chrome.picture(name);
    }
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}

/// The address of some path of so many steps in which everything happens that can.
fn wandering(server: &Server, steps: usize) -> String {
    let world = common::study_guide(Fencing::Off);
    let model = Checked::new(world, PropertySet::EMPTY);
    let mut node = model.initial();
    let mut address = explore::start(server.addr) + "#/steps/0";
    for step in 0..steps {
        let events = model.world.events(&node.state);
        let choice = step * 7 % 11 % events.len();
        address += &format!("/{choice}");
        node = model.step(&node, events[choice], &mut Vec::new());
    }
    address
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn a_long_path_opens_at_once() {
    let server = Server::start("study-guide");
    let chrome = Chrome::start();
    for steps in [20, 60, 200] {
        chrome.open(&wandering(&server, steps));
        let listed = "document.querySelectorAll('#steps li:not(.start)').length";
        chrome.wait_for(&format!("{listed} === {steps}"));
        let time = chrome.text("Math.round(performance.now())");
        println!("{steps} steps are shown after {time} ms");
        assert!(time.parse::<u32>().unwrap() < 10_000);
        chrome.press("k");
        chrome.wait_for(&format!("location.hash.endsWith('?at={}')", steps - 1));
    }
    chrome.picture("long");
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}
