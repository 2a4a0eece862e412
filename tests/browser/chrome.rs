//! A headless Chromium with one tab.

use std::cell::RefCell;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::devtools::DevTools;

/// A browser of its own, with a fresh profile. It is closed when this is dropped.
pub(crate) struct Chrome {
    process: Child,
    tools: RefCell<DevTools>,
    _profile: TempDir,
}

impl Chrome {
    /// Starts the browser.
    pub(crate) fn start() -> Chrome {
        let profile = tempfile::tempdir().unwrap();
        let mut process = Command::new(executable())
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--window-size=1280,900",
                "--remote-debugging-port=0",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = said
            .map(Result::unwrap)
            .find_map(|line| Some(line.split_once("listening on ")?.1.to_string()));
        let tools = DevTools::connect(&address.expect("Chromium says where it listens"));
        Chrome {
            process,
            tools: RefCell::new(tools),
            _profile: profile,
        }
    }

    /// Opens the address anew and waits until something is shown.
    pub(crate) fn open(&self, address: &str) {
        self.visit(
            address,
            "document.querySelector('main') && !document.title.endsWith(': explore')",
        );
    }

    /// Opens the address anew and waits until this condition holds.
    pub(crate) fn visit(&self, address: &str, shown: &str) {
        // Between addresses that differ behind the `#` only, a browser stays on its page.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.wait_for("location.href === 'about:blank'");
        self.call("Page.navigate", json!({ "url": address }));
        self.wait_for(&format!("document.readyState === 'complete' && ({shown})"));
    }

    /// The value of an expression of JavaScript as text.
    pub(crate) fn text(&self, expression: &str) -> String {
        let expression = format!("String({expression})");
        let answer = self.call("Runtime.evaluate", json!({ "expression": expression }));
        let text = answer["result"]["value"].as_str();
        text.unwrap_or_else(|| panic!("{answer}")).to_string()
    }

    /// Whether an expression of JavaScript is true.
    pub(crate) fn holds(&self, condition: &str) -> bool {
        self.text(&format!("!!({condition})")) == "true"
    }

    /// Waits until the condition holds.
    pub(crate) fn wait_for(&self, condition: &str) {
        let begin = Instant::now();
        while !self.holds(condition) {
            let page = || self.text("document.body.innerText");
            let waited = begin.elapsed();
            assert!(waited < Duration::from_secs(20), "{condition}: {}", page());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key.
    pub(crate) fn press(&self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let key = json!({ "type": kind, "key": key });
            self.call("Input.dispatchKeyEvent", key);
        }
    }

    /// Clicks the first element of a selector.
    pub(crate) fn click(&self, selector: &str) {
        self.text(&format!("document.querySelector('{selector}').click()"));
    }

    /// Gives the page this size in pixels.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
        });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Makes the page believe that its reader likes it "dark", or "light".
    pub(crate) fn prefer(&self, scheme: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": [feature] }),
        );
    }

    /// Keeps a picture of the page if the environment variable `SCREENSHOTS` names a directory.
    pub(crate) fn picture(&self, name: &str) {
        let Some(directory) = std::env::var_os("SCREENSHOTS") else {
            return;
        };
        let picture = self.call("Page.captureScreenshot", json!({}));
        keep(
            &picture,
            &PathBuf::from(directory).join(format!("{name}.png")),
        );
    }

    /// Prints the page as a PDF. It is kept like a picture.
    pub(crate) fn print(&self, name: &str) {
        let printed = self.call("Page.printToPDF", json!({ "printBackground": false }));
        if let Some(directory) = std::env::var_os("SCREENSHOTS") {
            keep(
                &printed,
                &PathBuf::from(directory).join(format!("{name}.pdf")),
            );
        }
    }

    /// Makes the page believe that it is shown on a "screen", or in "print".
    pub(crate) fn show_as(&self, media: &str) {
        self.call("Emulation.setEmulatedMedia", json!({ "media": media }));
    }

    /// What the page has complained about so far, on its console or by a failure.
    pub(crate) fn complaints(&self) -> Vec<String> {
        self.text("0");
        self.tools.borrow().complaints.clone()
    }

    fn call(&self, method: &str, parameters: Value) -> Value {
        self.tools.borrow_mut().call(method, parameters)
    }
}

/// Writes what the browser sends as text.
fn keep(sent: &Value, file: &Path) {
    let mut decode = Command::new("base64")
        .arg("--decode")
        .stdin(Stdio::piped())
        .stdout(std::fs::File::create(file).unwrap())
        .spawn()
        .unwrap();
    let text = sent["data"].as_str().unwrap();
    std::io::Write::write_all(&mut decode.stdin.take().unwrap(), text.as_bytes()).unwrap();
    assert!(decode.wait().unwrap().success());
}

impl Drop for Chrome {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The browser: the environment variable `CHROME`, or where distributions put it. Without one the
/// tests fail: whoever asks for them wants them run.
fn executable() -> PathBuf {
    let usual = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
    ];
    let mut usual = usual.into_iter().map(PathBuf::from);
    let asked = std::env::var_os("CHROME").map(PathBuf::from);
    asked
        .or_else(|| usual.find(|path| path.exists()))
        .expect("no Chromium: install it (apt-get install chromium) or set CHROME to its path")
}
