//! As much of Chromium's DevTools protocol as these tests need: calls, answers, and a few events.

use std::net::TcpStream;

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// A connection to one tab.
pub(crate) struct DevTools {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: Option<String>,
    calls: u64,
    /// What the page wrote to its console or failed at.
    pub(crate) complaints: Vec<String>,
}

impl DevTools {
    /// Opens a tab in the browser that listens there.
    pub(crate) fn connect(address: &str) -> DevTools {
        let (socket, _) = tungstenite::connect(address).unwrap();
        let mut tools = DevTools {
            socket,
            session: None,
            calls: 0,
            complaints: Vec::new(),
        };
        let tab = tools.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": tab["targetId"], "flatten": true });
        let session = tools.call("Target.attachToTarget", attach);
        tools.session = session["sessionId"].as_str().map(str::to_string);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            tools.call(domain, json!({}));
        }
        tools
    }

    /// Calls a method and waits for its answer.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let id = self.calls;
        let mut call = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            call["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(call.to_string())).unwrap();
        loop {
            let message = self.socket.read().unwrap();
            let Ok(text) = message.to_text() else {
                continue;
            };
            let mut message: Value = serde_json::from_str(text).unwrap();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].take();
            }
            self.complaints.extend(complaint(&message));
        }
    }
}

fn complaint(event: &Value) -> Option<String> {
    let complains = [
        "Log.entryAdded",
        "Runtime.exceptionThrown",
        "Runtime.consoleAPICalled",
    ];
    let method = event["method"].as_str()?;
    complains
        .contains(&method)
        .then(|| event["params"].to_string())
}
