//! The JSON Schema of model files, so that an editor can complete them and underline what is wrong.
//!
//! Keys, words and ranges are those that the parser uses. What takes more than one value to be wrong,
//! such as a deadline under leases that never expire, is beyond a schema; the parser says it.

use serde_json::{Map, Value, json};

use super::ExpectedVerdict;
use super::keys::{self, Key, names, range};
use super::{client, lock, program, resource};
use crate::property::Property;
use crate::world::{SeededFault, Step};

/// The schema, as JSON that ends with a line break.
///
/// # Errors
/// If the JSON library refuses a value, which none of ours gives it reason to.
pub fn text() -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&schema()).map(|text| text + "\n")
}

/// Version 7 of the language, which the editors' TOML extensions know.
fn schema() -> Value {
    let keys = [keys::MODEL, keys::TABLES].concat();
    let required = [
        "name",
        "summary",
        "source",
        "lock",
        "client",
        "resource",
        "adversary",
    ];
    let mut schema = table(&keys, &required, of_model);
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    schema["title"] = json!("A model file of Fencepost");
    schema
}

/// A table with these keys and no others.
fn table(keys: &[Key], required: &[&str], of: impl Fn(&str) -> Value) -> Value {
    let properties: Map<_, _> = names(keys)
        .map(|name| (name.to_string(), of(name)))
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn of_model(key: &str) -> Value {
    match key {
        "name" => described(kebab_case(), "The name of the model."),
        "summary" => described(words(), "What it models, in one line."),
        "source" => described(words(), "Where the system is described."),
        "seeded-fault" => described(
            one_of(SeededFault::ALL.map(SeededFault::name)),
            "A deliberate defect, to see that the properties notice. No honest model has one.",
        ),
        "lock" => described(
            table(keys::LOCK, &["servers", "ttl", "token"], of_lock),
            "The lock service.",
        ),
        "client" => described(
            list(
                table(keys::CLIENT, &["name", "program"], of_client),
                client::MOST_CLIENTS,
            ),
            "Who wants the lock, and what it does with it.",
        ),
        "resource" => described(
            table(keys::RESOURCE, &["fencing"], of_resource),
            "What the lock protects, and what it refuses by itself.",
        ),
        "adversary" => described(
            table(keys::ADVERSARY, &["pauses"], of_adversary),
            "The faults there may be.",
        ),
        "variant" => described(
            json!({ "type": "array", "items": table(keys::VARIANT, &["name"], of_variant) }),
            "The same model with a few values changed, and the verdicts it deserves.",
        ),
        _ => Value::Bool(true),
    }
}

fn of_lock(key: &str) -> Value {
    match key {
        "servers" => described(
            number(&range::SERVERS),
            "How many lock servers there are; a majority has to grant.",
        ),
        "ttl" => described(
            number(&range::TTL),
            "The length of a lease in ticks; a running client needs one tick for each step.",
        ),
        "token" => described(
            one_of(lock::TOKENS.map(|(word, ())| word)),
            "Each server counts its grants; the highest count of the majority is the token.",
        ),
        "expiry" => described(
            one_of(lock::EXPIRIES.map(|(word, _)| word)),
            "How a lease ends when nobody releases it: by the server's clock (default), or never.",
        ),
        "reach" => described(
            one_of(lock::REACHES.map(|(word, _)| word)),
            "Which servers an attempt reaches: all (default), or any non-empty subset; that needs at \
             most 6 servers and clients with bounded rounds and attempts.",
        ),
        _ => Value::Bool(true),
    }
}

fn of_client(key: &str) -> Value {
    match key {
        "name" => described(
            json!({ "type": "string", "pattern": client_name() }),
            "The name of the client: it heads a lane in drawings.",
        ),
        "program" => described(
            program_schema(),
            "The steps of one round of its work; the adversary may pause it before each.",
        ),
        "arrives" => described(
            bound(&range::ARRIVES),
            "When it comes: whenever it likes (`any`, the default), or at this tick.",
        ),
        "rounds" => described(
            bound(&range::ROUNDS),
            "How often it runs its program; `any` is the default.",
        ),
        "attempts" => described(
            bound(&range::ATTEMPTS),
            "How often it asks for the lock in one round; `any` is the default.",
        ),
        "pausable" => described(
            json!({ "type": "boolean" }),
            "Whether the adversary may pause it (default: true).",
        ),
        _ => Value::Bool(true),
    }
}

/// It begins with `acquire` and has no other.
fn program_schema() -> Value {
    let first = Step::Acquire.name();
    let others = Step::ALL.into_iter().map(Step::name);
    json!({
        "type": "array",
        "items": [{ "const": first }],
        "additionalItems": one_of(others.filter(|name| *name != first)),
        "minItems": 1,
        "maxItems": program::LONGEST_PROGRAM,
    })
}

fn of_resource(key: &str) -> Value {
    match key {
        "fencing" => described(
            one_of(resource::rules().into_iter().map(|(word, _)| word)),
            "What the resource does with a write. off: accept it. on (or writes): refuse a token below \
             the highest seen. reads: reads carry the token too. strict: refuse an equal token as well. \
             cas: compare versions. owner: check the lock in the same step. ask: ask the lock service, \
             then write.",
        ),
        _ => Value::Bool(true),
    }
}

fn of_adversary(key: &str) -> Value {
    match key {
        "pauses" => described(
            json!({ "anyOf": [
                one_of(["any", "none"]),
                table(keys::PAUSES, &["count", "length"], of_pauses),
            ] }),
            "How often and how long a client may stop between two steps without noticing.",
        ),
        _ => Value::Bool(true),
    }
}

fn of_pauses(key: &str) -> Value {
    match key {
        "count" => described(
            bound(&range::PAUSE_COUNT),
            "How many pauses there are at most.",
        ),
        "length" => described(
            bound(&range::PAUSE_LENGTH),
            "How many ticks a pause lasts at most.",
        ),
        _ => Value::Bool(true),
    }
}

fn of_variant(key: &str) -> Value {
    match key {
        "name" => described(kebab_case(), "The name of the variant."),
        "summary" => described(words(), "What is different, in one line."),
        "set" => described(
            settings(),
            "The values that are different, each with its whole dotted key in quotes.",
        ),
        "expect" => described(expectations(), "The verdict that each property deserves."),
        _ => Value::Bool(true),
    }
}

/// Every key that can be set, with what the key itself takes.
fn settings() -> Value {
    let mut fixed: Map<_, _> = names(keys::MODEL)
        .map(|key| (key.to_string(), of_model(key)))
        .collect();
    let mut put = |table: &str, keys: &[Key], of: fn(&str) -> Value| {
        fixed.extend(names(keys).map(|key| (format!("{table}.{key}"), of(key))));
    };
    put("lock", keys::LOCK, of_lock);
    put("resource", keys::RESOURCE, of_resource);
    put("adversary", keys::ADVERSARY, of_adversary);
    put("adversary.pauses", keys::PAUSES, of_pauses);
    let name = client_name();
    let name = name.trim_matches(['^', '$']);
    let of_clients: Map<_, _> = names(keys::CLIENT)
        .map(|key| (format!(r"^client\.(\*|{name})\.{key}$"), of_client(key)))
        .collect();
    json!({
        "type": "object",
        "properties": fixed,
        "patternProperties": of_clients,
        "additionalProperties": false,
    })
}

fn expectations() -> Value {
    let properties: Map<_, _> = Property::ALL
        .into_iter()
        .map(|property| {
            let verdicts = ExpectedVerdict::ALL
                .into_iter()
                .filter(|verdict| verdict.fits(property))
                .map(ExpectedVerdict::word);
            let meaning = format!("Proved: {}.", property.promise());
            (
                property.name().to_string(),
                described(one_of(verdicts), &meaning),
            )
        })
        .collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn described(mut schema: Value, description: &str) -> Value {
    schema["description"] = json!(description);
    schema
}

fn one_of(words: impl IntoIterator<Item = &'static str>) -> Value {
    json!({ "enum": words.into_iter().collect::<Vec<_>>() })
}

fn number(range: &std::ops::RangeInclusive<u16>) -> Value {
    json!({ "type": "integer", "minimum": range.start(), "maximum": range.end() })
}

/// A number, or `any` for no bound.
fn bound(range: &std::ops::RangeInclusive<u16>) -> Value {
    json!({ "anyOf": [{ "const": "any" }, number(range)] })
}

fn list(items: Value, most: usize) -> Value {
    json!({ "type": "array", "items": items, "minItems": 1, "maxItems": most })
}

fn words() -> Value {
    json!({ "type": "string", "pattern": r"\S" })
}

fn kebab_case() -> Value {
    json!({ "type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$" })
}

fn client_name() -> String {
    format!("^[A-Za-z][A-Za-z0-9_-]{{0,{}}}$", client::LONGEST_NAME - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key that the parser learns has to be described here too.
    #[test]
    fn every_key_is_described() {
        type Of = fn(&str) -> Value;
        let tables: [(&[Key], Of); 8] = [
            (keys::MODEL, of_model),
            (keys::TABLES, of_model),
            (keys::LOCK, of_lock),
            (keys::CLIENT, of_client),
            (keys::RESOURCE, of_resource),
            (keys::ADVERSARY, of_adversary),
            (keys::PAUSES, of_pauses),
            (keys::VARIANT, of_variant),
        ];
        for (keys, of) in tables {
            for key in names(keys) {
                assert!(of(key)["description"].is_string(), "{key}");
            }
        }
    }
}
