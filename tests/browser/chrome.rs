//! A headless Chromium, and a tab that remembers what went wrong in it.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::protocol::cdp::{Emulation, Page};
use headless_chrome::{Browser, LaunchOptions, Tab};

/// A tab of a browser of its own.
pub(crate) struct Chrome {
    pub(crate) tab: Arc<Tab>,
    complaints: Arc<Mutex<Vec<String>>>,
    /// Closes when dropped.
    _browser: Browser,
}

impl Chrome {
    /// Starts the browser.
    pub(crate) fn start() -> Chrome {
        let browser = Browser::new(options()).expect("Chromium starts");
        let tab = browser.new_tab().unwrap();
        tab.set_default_timeout(Duration::from_secs(20));
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&complaints);
        tab.enable_log().unwrap();
        tab.enable_runtime().unwrap();
        tab.add_event_listener(Arc::new(move |event: &Event| {
            kept.lock().unwrap().extend(complaint(event));
        }))
        .unwrap();
        Chrome {
            tab,
            complaints,
            _browser: browser,
        }
    }

    /// Opens the address in the page that is there, or anew, and waits until something is shown.
    pub(crate) fn open(&self, address: &str) {
        // Between addresses that differ behind the `#` only, a browser stays on its page.
        self.tab.navigate_to("about:blank").unwrap();
        self.tab.wait_until_navigated().unwrap();
        self.tab.navigate_to(address).unwrap();
        self.wait_for(
            "document.title !== 'Fencepost: explore' && !!document.querySelector('#steps')",
        );
    }

    /// The value of an expression of JavaScript as text.
    pub(crate) fn text(&self, expression: &str) -> String {
        let text = self.tab.evaluate(&format!("String({expression})"), true);
        let value = text.unwrap().value.unwrap();
        value.as_str().unwrap().to_string()
    }

    /// The value of an expression of JavaScript.
    pub(crate) fn holds(&self, condition: &str) -> bool {
        self.text(&format!("!!({condition})")) == "true"
    }

    /// Waits until the condition holds.
    pub(crate) fn wait_for(&self, condition: &str) {
        let begin = Instant::now();
        while !self.holds(condition) {
            let page = || self.text("document.body.innerText");
            assert!(
                begin.elapsed() < Duration::from_secs(20),
                "{condition}: {}",
                page()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Gives the page this size in pixels.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size = serde_json::json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
        });
        let size: Emulation::SetDeviceMetricsOverride = serde_json::from_value(size).unwrap();
        self.tab.call_method(size).unwrap();
    }

    /// Makes the page believe that its reader likes it dark, or light.
    pub(crate) fn prefer(&self, scheme: &str) {
        let features = serde_json::json!({
            "features": [{ "name": "prefers-color-scheme", "value": scheme }],
        });
        let features: Emulation::SetEmulatedMedia = serde_json::from_value(features).unwrap();
        self.tab.call_method(features).unwrap();
    }

    /// Keeps a picture of the page if the environment variable `SCREENSHOTS` names a directory.
    pub(crate) fn picture(&self, name: &str) {
        let Some(directory) = std::env::var_os("SCREENSHOTS") else {
            return;
        };
        let format = Page::CaptureScreenshotFormatOption::Png;
        let picture = self
            .tab
            .capture_screenshot(format, None, None, true)
            .unwrap();
        std::fs::write(
            PathBuf::from(directory).join(format!("{name}.png")),
            picture,
        )
        .unwrap();
    }

    /// What the page has complained about so far, on its console or by a failure.
    pub(crate) fn complaints(&self) -> Vec<String> {
        self.complaints.lock().unwrap().clone()
    }
}

fn options() -> LaunchOptions<'static> {
    let quiet = [
        "--no-sandbox",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ];
    LaunchOptions {
        path: Some(executable()),
        window_size: Some((1280, 900)),
        args: quiet.map(OsStr::new).to_vec(),
        idle_browser_timeout: Duration::from_secs(120),
        ..LaunchOptions::default()
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
    let asked = std::env::var_os("CHROME").map(PathBuf::from);
    asked
        .or_else(|| {
            usual
                .map(PathBuf::from)
                .into_iter()
                .find(|path| path.exists())
        })
        .expect("no Chromium: install it (apt-get install chromium) or set CHROME to its path")
}

fn complaint(event: &Event) -> Option<String> {
    match event {
        Event::LogEntryAdded(added) => Some(format!("{:?}", added.params.entry)),
        Event::RuntimeExceptionThrown(thrown) => {
            Some(format!("{:?}", thrown.params.exception_details))
        }
        Event::RuntimeConsoleAPICalled(called) => Some(format!("{:?}", called.params.args)),
        _ => None,
    }
}
