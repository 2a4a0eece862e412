//! The keys of a schedule.

use crate::spec::keys::{Key, key};

/// Keys of the file as a whole.
pub(super) const SCHEDULE: &[Key] = &[
    key("summary", r#""what happens, in one line""#),
    key("source", r#""where this story comes from""#),
    key("model", r#""study-guide""#),
    key("set", r#"{ "lock.ttl" = 10 }"#),
    key("first", r#"["A", "B"]"#),
    key("until", "100"),
    key("client", "[[client]]"),
];

/// Keys of a `[[client]]`.
pub(super) const CLIENT: &[Key] = &[
    key("name", r#""A""#),
    key("arrives", "0"),
    key("rounds", "1"),
    key("pauses", "[{ from = 2, to = 16 }]"),
    key("steps", r#"["0 acquire", "1 read", "16 write"]"#),
];

/// Keys of a pause.
pub(super) const PAUSE: &[Key] = &[key("from", "2"), key("to", "16")];
