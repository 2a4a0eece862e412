//! Sequence diagrams, parsed and drawn by Mermaid itself.

use fencepost::check::Run;
use fencepost::report::{Form, files};

use crate::chrome::Chrome;
use crate::runs::{checked, hostile, invocation, wandering};

/// A page on which Mermaid draws this text; then the title says how that went.
fn page(text: &str) -> String {
    let mermaid = std::env::var("MERMAID").expect(
        "no Mermaid: `npm install mermaid`, and set MERMAID to the path of its dist/mermaid.min.js",
    );
    let text = serde_json::to_string(text).unwrap().replace('<', "\\u003c");
    format!(
        "<!doctype html><meta charset=utf-8><title>waiting</title><main></main>\
         <script src=\"file://{mermaid}\"></script><script>\
         mermaid.initialize({{ startOnLoad: false }});\
         (async () => {{ const text = {text}; await mermaid.parse(text);\
         const drawn = await mermaid.render('diagram', text);\
         document.querySelector('main').innerHTML = drawn.svg; return 'drawn'; }})()\
         .then(said => document.title = said, error => document.title = 'failed: ' + error);</script>"
    )
}

/// Has Mermaid draw every counterexample of the run.
fn draw(chrome: &Chrome, run: Run, name: &str) {
    for diagram in files::in_form(Form::Mermaid, &[run], &invocation()).unwrap() {
        let file = tempfile::Builder::new().suffix(".html").tempfile().unwrap();
        std::fs::write(file.path(), page(&diagram.content)).unwrap();
        chrome.visit(
            &format!("file://{}", file.path().display()),
            "document.title && document.title !== 'waiting'",
        );
        assert_eq!(
            chrome.text("document.title"),
            "drawn",
            "{}",
            diagram.content
        );
    }
    chrome.picture(name);
}

#[test]
#[ignore = "needs Chromium and Mermaid: apt-get install chromium npm; npm install mermaid"]
fn mermaid_draws_counterexamples_loops_and_long_traces() {
    let chrome = Chrome::start();
    draw(
        &chrome,
        checked("no-expiry", &["lock.servers=3"]),
        "mermaid-loop",
    );
    draw(
        &chrome,
        checked("independent-counters", &["resource.fencing=on"]),
        "mermaid-counters",
    );
    draw(
        &chrome,
        wandering(&["resource.fencing=on"], 200),
        "mermaid-long",
    );
    draw(
        &chrome,
        checked("study-guide", &["resource.fencing=on"]),
        "mermaid",
    );
    draw(
        &chrome,
        checked("study-guide", &["resource.fencing=off"]),
        "mermaid-off",
    );
    let drawn = chrome.text("document.querySelector('main').textContent");
    assert!(drawn.contains("A [0, 10), token 1"), "{drawn}");
}

#[test]
#[ignore = "needs Chromium and Mermaid: apt-get install chromium npm; npm install mermaid"]
fn names_are_text_in_a_diagram() {
    let chrome = Chrome::start();
    draw(&chrome, hostile(), "mermaid-hostile");
    assert_eq!(chrome.text("typeof hacked"), "undefined");
    assert_eq!(
        chrome.text("document.querySelectorAll('main img, main script').length"),
        "0"
    );
    let drawn = chrome.text("document.querySelector('main').textContent");
    assert!(
        drawn.contains("</script><script>hacked=1"),
        "shown as it is: {drawn}"
    );
}
