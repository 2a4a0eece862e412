//! The page of a report, opened from disk.

use fencepost::check::Run;
use fencepost::report::{Form, files, html};
use tempfile::NamedTempFile;

use crate::chrome::Chrome;
use crate::runs::{checked, hostile, invocation, wandering};

/// The page on disk, and its address.
fn on_disk(runs: &[Run]) -> (NamedTempFile, String) {
    written(".html", &html::page(runs, &invocation()).unwrap())
}

fn written(suffix: &str, text: &str) -> (NamedTempFile, String) {
    let file = tempfile::Builder::new().suffix(suffix).tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let address = format!("file://{}", file.path().display());
    (file, address)
}

fn step(chrome: &Chrome) -> String {
    chrome.text("document.querySelector('.shown .now').textContent")
}

fn both() -> [Run; 2] {
    ["off", "on"].map(|rule| checked("study-guide", &[&format!("resource.fencing={rule}")]))
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn the_page_says_who_wrote_what_when_and_why_it_was_wrong() {
    let (_file, address) = on_disk(&[checked("study-guide", &["resource.fencing=off"])]);
    let chrome = Chrome::start();
    chrome.open(&address);
    let page = chrome.text("document.body.innerText");
    for wanted in [
        "stale-overwrite",
        "At tick 12 A wrote 'A', computed from '', and that replaced 'B'",
        "fencepost check --fencing off --property stale-overwrite",
        "No two leases of one server overlap.",
    ] {
        assert!(page.contains(wanted), "{wanted} in {page}");
    }
    let writes = chrome.text("document.querySelector('.shown h3 + .scroll tbody').innerText");
    for wanted in [
        "[0, 10), over since 10",
        "[10, 20), live",
        "violates stale-overwrite",
    ] {
        assert!(writes.contains(wanted), "{wanted} in {writes}");
    }
    assert!(step(&chrome).starts_with("Step 20 of 20, tick 12: A writes: accepted"));
    chrome.picture("report-desktop");
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn keys_buttons_and_clicks_walk() {
    let (_file, address) = on_disk(&both());
    let chrome = Chrome::start();
    chrome.open(&address);
    let at = |beginning: &str| {
        let said = step(&chrome);
        assert!(said.starts_with(beginning), "{said}");
    };
    let keys = [
        ("ArrowLeft", "Step 19"),
        ("k", "Step 18"),
        ("j", "Step 19"),
        ("ArrowRight", "Step 20"),
        ("ArrowRight", "Step 20"),
        ("Home", "The beginning"),
        ("ArrowLeft", "The beginning"),
        ("End", "Step 20"),
    ];
    for (key, beginning) in keys {
        chrome.press(key);
        at(beginning);
    }
    chrome.click(".shown .bar button");
    at("Step 19");
    chrome.click(".shown .steps li:nth-child(2) button");
    at("Step 1 of 20, tick 0: A acquires: 5 of 5, token 1");
    // What the step changed is marked, in words that do not need colour.
    let changed =
        chrome.text("[...document.querySelectorAll('.shown .changed')].map(td => td.textContent)");
    assert_eq!(changed, "held by A until 10,1,next: read,1");
    assert!(chrome.holds("document.querySelector('.shown svg .place')"));
    assert!(
        chrome.holds("location.hash.endsWith('-stale-overwrite/1')"),
        "the address says where"
    );
    // The next counterexample, and back: its place is kept.
    let first = chrome.text("document.querySelector('.shown').id");
    chrome.press("n");
    assert_ne!(chrome.text("document.querySelector('.shown').id"), first);
    chrome.press("p");
    at("Step 1 of 20");
    // An address leads to its step.
    chrome.open(&format!("{address}#study-guide-stale-overwrite/3"));
    at("Step 3");
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn one_is_shown_at_a_time_and_all_are_printed() {
    let (_file, address) = on_disk(&both());
    let chrome = Chrome::start();
    chrome.open(&address);
    let visible = "[...document.querySelectorAll('.case')].filter(c => c.checkVisibility()).length";
    let all = chrome.text("document.querySelectorAll('.case').length");
    assert_eq!(all, "5", "three without fencing, two with it");
    assert_eq!(chrome.text(visible), "1");
    chrome.show_as("print");
    assert_eq!(chrome.text(visible), all);
    assert!(!chrome.holds("document.querySelector('.bar').checkVisibility()"));
    assert!(chrome.holds("document.querySelector('.drawing').checkVisibility()"));
    chrome.print("report-print");
    chrome.show_as("screen");
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn it_fits_a_phone_and_the_dark() {
    let (_file, address) = on_disk(&both());
    let chrome = Chrome::start();
    for (name, width, height, scheme) in [
        ("report-desktop-dark", 1280, 900, "dark"),
        ("report-phone", 390, 844, "light"),
        ("report-phone-dark", 390, 844, "dark"),
        ("report-narrow", 320, 600, "light"),
    ] {
        chrome.resize(width, height);
        chrome.prefer(scheme);
        chrome.open(&address);
        let overflows = "document.documentElement.scrollWidth > innerWidth";
        assert!(!chrome.holds(overflows), "{name}");
        let paper = chrome.text("getComputedStyle(document.body).backgroundColor");
        assert_eq!(
            paper != "rgb(255, 255, 255)",
            scheme == "dark",
            "{name}: {paper}"
        );
        chrome.text("document.querySelector('.shown').scrollIntoView()");
        chrome.picture(name);
        chrome.text("document.querySelector('.shown .walk').scrollIntoView()");
        chrome.picture(&format!("{name}-steps"));
    }
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn a_long_trace_of_many_servers_can_be_walked() {
    let run = wandering(&["resource.fencing=on", "lock.servers=51"], 200);
    let (_file, address) = on_disk(&[run]);
    let chrome = Chrome::start();
    chrome.open(&address);
    let time = chrome.text("Math.round(performance.now())");
    assert!(time.parse::<u32>().unwrap() < 5_000, "{time} ms");
    chrome.press("End");
    assert!(step(&chrome).starts_with("Step 200 of 200"));
    // The place in the drawing and the entry in the list are in sight.
    let inside = |part: &str, whole: &str| {
        let script = "(() => { const [a, b] = [PART, WHOLE].map(s => document.querySelector(s)\
                      .getBoundingClientRect()); return a.right > b.left && a.left < b.right \
                      && a.bottom <= b.bottom + 1 && a.top >= b.top - 1; })()";
        let script = script.replace("PART", &format!("'{part}'"));
        chrome.holds(&script.replace("WHOLE", &format!("'{whole}'")))
    };
    assert!(inside(".shown svg .place", ".shown .drawing"));
    assert!(inside(".shown .steps [aria-current]", ".shown .steps"));
    assert!(chrome.holds("document.querySelector('.state').innerText.includes('All 51 servers')"));
    for _ in 0..20 {
        chrome.press("ArrowLeft");
    }
    assert!(step(&chrome).starts_with("Step 180 of 200"));
    chrome.picture("report-long");
    chrome.show_as("print");
    assert!(!chrome.holds("document.querySelector('.drawing').checkVisibility()"));
    assert!(chrome.holds("document.querySelector('.on-paper').checkVisibility()"));
    chrome.print("report-long-print");
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn names_do_nothing_in_a_page_or_a_picture() {
    let chrome = Chrome::start();
    let (_file, address) = on_disk(&[hostile(), hostile()]);
    chrome.open(&address);
    for key in ["Home", "j", "j", "End", "n", "p"] {
        chrome.press(key);
    }
    assert_eq!(chrome.text("typeof hacked"), "undefined");
    assert_eq!(
        chrome.text("document.querySelectorAll('img, [onmouseover]').length"),
        "0"
    );
    assert_eq!(chrome.text("document.scripts.length"), "2");
    assert_eq!(chrome.complaints(), Vec::<String>::new());

    for picture in files::in_form(Form::Svg, &[hostile()], &invocation()).unwrap() {
        // A picture alone, and as a part of a page.
        let (_file, address) = written(".svg", &picture.content);
        chrome.visit(&address, "document.documentElement.localName === 'svg'");
        assert_eq!(chrome.text("typeof hacked"), "undefined");
        let (_file, address) = written(".html", &format!("<main>{}</main>", picture.content));
        chrome.open(&address);
        assert_eq!(chrome.text("typeof hacked"), "undefined");
        assert_eq!(
            chrome.text("document.querySelectorAll('img, script').length"),
            "0"
        );
    }
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn a_picture_can_be_opened_by_itself() {
    let chrome = Chrome::start();
    for run in [
        checked("study-guide", &["resource.fencing=off"]),
        wandering(&["resource.fencing=on"], 200),
    ] {
        let pictures = files::in_form(Form::Svg, &[run], &invocation()).unwrap();
        let (_file, address) = written(".svg", &pictures[0].content);
        chrome.visit(&address, "document.documentElement.localName === 'svg'");
        // Every text lies inside the picture.
        let outside = chrome.text(
            "[...document.querySelectorAll('text')].filter(text => { const box = text.getBBox(); \
             const all = document.documentElement; return box.x < 0 || \
             box.x + box.width > all.width.baseVal.value; }).map(text => text.textContent)",
        );
        assert_eq!(outside, "");
    }
    chrome.picture("svg-long");
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium: apt-get install chromium"]
fn without_a_counterexample_there_are_still_the_verdicts() {
    let (_file, address) = on_disk(&[checked(
        "study-guide",
        &["resource.fencing=owner", "adversary.pauses=none"],
    )]);
    let chrome = Chrome::start();
    chrome.open(&address);
    chrome.press("j");
    assert_eq!(
        chrome.text("document.querySelectorAll('.case').length"),
        "0"
    );
    assert!(chrome.text("document.body.innerText").contains("proved"));
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}
