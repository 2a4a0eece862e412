//! JSON, held against its schemas by a validator that is not ours. Set-up: `apt-get install
//! python3-jsonschema`, then `cargo test --test forms -- --ignored`.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use fencepost::check::{Conclusion, Run};
use fencepost::report::{Form, files, json};

use crate::runs::{checked, hostile, invocation, wandering};

/// Checks the schema itself, and then what is read from standard input against it.
const VALIDATOR: &str = "\
import json, sys
from jsonschema import Draft202012Validator as Validator
schema = json.load(open(sys.argv[1]))
Validator.check_schema(schema)
errors = [f'{list(e.absolute_path)}: {e.message[:200]}' for e in Validator(schema).iter_errors(json.load(sys.stdin))]
sys.exit('\\n'.join(errors[:5]) or 0)
";

/// What the validator says against this text.
fn complaints(schema: &str, text: &str) -> String {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(schema);
    let mut python = Command::new("python3")
        .args(["-c", VALIDATOR])
        .arg(schema)
        .stdin(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("python3: apt-get install python3-jsonschema");
    let mut input = python.stdin.take().expect("a pipe");
    input
        .write_all(text.as_bytes())
        .expect("the validator reads");
    drop(input);
    let output = python.wait_with_output().expect("the validator ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() || !said.is_empty());
    said
}

fn worlds() -> Vec<Run> {
    vec![
        checked("study-guide", &["resource.fencing=off"]),
        checked("study-guide", &["resource.fencing=on"]),
        checked("no-expiry", &["lock.servers=3"]),
        hostile(),
        wandering(&["resource.fencing=reads"], 200),
    ]
}

#[test]
#[ignore = "needs python3-jsonschema: apt-get install python3-jsonschema"]
fn traces_are_as_their_schema_says() {
    for file in files::in_form(Form::Json, &worlds(), &invocation()).expect("JSON") {
        assert_eq!(
            complaints("trace.schema.json", &file.content),
            "",
            "{}",
            file.name
        );
    }
}

#[test]
#[ignore = "needs python3-jsonschema: apt-get install python3-jsonschema"]
fn reports_are_as_their_schema_says() {
    let report = json::report(&worlds(), Conclusion::Fails, &invocation()).expect("JSON");
    assert_eq!(complaints("report.schema.json", &report), "");
}

#[test]
#[ignore = "needs python3-jsonschema: apt-get install python3-jsonschema"]
fn the_schemas_notice_what_is_missing() {
    for (schema, text) in [
        ("trace.schema.json", "{}"),
        ("report.schema.json", "{\"format\": 1}"),
    ] {
        assert!(complaints(schema, text).contains("required"), "{schema}");
    }
}
