//! The JSON Schema of model files: it says what the parser says, as far as a schema can.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use fencepost::spec::{ModelFile, catalogue, schema};
use jsonschema::Validator;
use serde_json::Value;
use toml::de::{DeTable, DeValue};

const STORED: &str = include_str!("../docs/model.schema.json");

#[test]
fn the_stored_schema_is_what_the_program_prints() {
    assert!(
        schema::text().unwrap() == STORED,
        "docs/model.schema.json has drifted: cargo run -- schema > docs/model.schema.json"
    );
}

fn validator() -> Validator {
    jsonschema::validator_for(&serde_json::from_str(STORED).unwrap()).unwrap()
}

/// TOML as an editor hands it to a validator of JSON.
fn json(text: &str) -> Value {
    table(DeTable::parse(text).unwrap().into_inner())
}

fn table(table: DeTable<'_>) -> Value {
    let entries = table.into_iter();
    entries
        .map(|(key, entry)| (key.into_inner().into_owned(), value(entry.into_inner())))
        .collect()
}

fn value(value: DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => text.into_owned().into(),
        DeValue::Integer(number) => number.as_str().parse::<i64>().unwrap().into(),
        DeValue::Float(number) => number.as_str().parse::<f64>().unwrap().into(),
        DeValue::Boolean(flag) => flag.into(),
        DeValue::Datetime(date) => date.to_string().into(),
        DeValue::Array(list) => list
            .into_iter()
            .map(|item| self::value(item.into_inner()))
            .collect(),
        DeValue::Table(entries) => table(entries),
    }
}

#[test]
fn every_model_of_the_catalogue_is_valid() {
    let validator = validator();
    for (name, text) in catalogue::entries() {
        let errors: Vec<_> = validator
            .iter_errors(&json(text))
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}

/// A model without mistakes, and with every key.
const VALID: &str = include_str!("common/valid.toml");

/// The same, with values in the other ways in which they can be written.
fn valid() -> String {
    let set = [
        r#""resource.fencing" = "on""#,
        r#""client.*.rounds" = 1"#,
        r#""client.A.pausable" = true"#,
        r#""adversary.pauses.length" = 3"#,
    ];
    let pauses = r#"pauses = { count = 1, length = "any" }"#;
    VALID
        .replace(r#"fencing = "off""#, r#"fencing = "strict""#)
        .replace(r#"pauses = "any""#, pauses)
        .replace(set[0], &set.join(", "))
}

/// What is wrong by the schema is wrong by the parser, and the other way round.
#[test]
fn the_schema_and_the_parser_agree() {
    let mistakes = [
        (r#"name         = "valid""#, r#"name         = "Not Kebab""#),
        (r#"name         = "valid""#, r#"nam          = "valid""#),
        (
            r#"summary      = "One server, two clients""#,
            r#"summary      = " ""#,
        ),
        ("quorum-of-one", "quorum-of-two"),
        ("servers = 3", "servers = 0"),
        ("servers = 3", "servers = 65"),
        ("servers = 3", "servers = 2.5"),
        ("ttl     = 10", "ttl     = 10001"),
        ("ttl     = 10", r#"ttl     = "10""#),
        (r#"token   = "counter""#, r#"token   = "clock""#),
        (r#"expiry  = "clock""#, r#"expiry  = "sometimes""#),
        (r#"reach   = "all""#, "reach   = 1"),
        (r#"name     = "A""#, r#"name     = "0A""#),
        (r#"name     = "A""#, r#"name     = "AAAAAAAAAAAAA""#),
        (
            r#"["acquire", "read", "check"#,
            r#"["read", "acquire", "check"#,
        ),
        (
            r#"["acquire", "read", "check"#,
            r#"["acquire", "acquire", "read", "check"#,
        ),
        (r#""read", "write""#, r#""read", "rite""#),
        ("arrives  = 0", "arrives  = -1"),
        ("rounds   = 2", "rounds   = 0"),
        (r#"attempts = "any""#, r#"attempts = "all""#),
        ("pausable = false", r#"pausable = "no""#),
        (r#"fencing = "strict""#, r#"fencing = "of""#),
        ("count = 1", "count = 0"),
        (r#", length = "any""#, ""),
        (r#"name    = "fenced""#, r#"name    = "fenced!""#),
        (r#""resource.fencing" = "on""#, r#""resource.fence" = "on""#),
        (
            r#""resource.fencing" = "on""#,
            r#""resource.fencing" = "no""#,
        ),
        (r#""client.*.rounds" = 1"#, r#""client.*.round" = 1"#),
        (
            r#""client.A.pausable" = true"#,
            r#""client.A.pausable" = 1"#,
        ),
        (
            r#""adversary.pauses.length" = 3"#,
            r#""adversary.pauses.length" = 0"#,
        ),
        (
            r#"false-rejection = "proved within bounds""#,
            r#"false-rejection = "reached""#,
        ),
        (
            r#"unlocked-write = "reached""#,
            r#"unlocked-write = "violated""#,
        ),
        (
            r#"unlocked-write = "reached""#,
            r#"unlocked-writes = "reached""#,
        ),
    ];
    let validator = validator();
    let valid = valid();
    ModelFile::parse("valid.toml", &valid).unwrap();
    assert!(validator.is_valid(&json(&valid)));
    for (right, wrong) in mistakes {
        assert_eq!(valid.matches(right).count(), 1, "{right}");
        let text = valid.replace(right, wrong);
        assert!(
            ModelFile::parse("x.toml", &text).is_err(),
            "parser: {wrong}"
        );
        assert!(!validator.is_valid(&json(&text)), "schema: {wrong}");
    }
}

/// Each line of the model left out: a key is required by both or by neither.
#[test]
fn the_same_keys_are_required() {
    let validator = validator();
    let valid = valid();
    let lines: Vec<_> = valid.lines().collect();
    for (position, line) in lines.iter().enumerate() {
        if !line.contains('=') {
            continue;
        }
        let mut rest = lines.clone();
        rest.remove(position);
        let text = rest.join("\n");
        let parsed = ModelFile::parse("x.toml", &text);
        assert_eq!(
            validator.is_valid(&json(&text)),
            parsed.is_ok(),
            "without `{line}`: {parsed:?}"
        );
    }
}
