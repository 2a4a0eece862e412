//! The keys of a model file. The reader of files and the reader of overrides use the same lists.

/// A key, and what a line with it can look like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    pub name: &'static str,
    /// A right-hand side that is allowed.
    pub example: &'static str,
}

/// A key with its example.
pub(crate) const fn key(name: &'static str, example: &'static str) -> Key {
    Key { name, example }
}

/// Keys outside of any table, in the order in which files have them.
pub(crate) const MODEL: &[Key] = &[
    key("name", r#""my-lock""#),
    key("summary", r#""what there is, in one line""#),
    key("source", r#""where this comes from""#),
    key("seeded-fault", r#""quorum-of-one""#),
];

/// Tables of a model file; `[client]` and `[variant]` in double brackets.
pub(crate) const TABLES: &[Key] = &[
    key("lock", "[lock]"),
    key("client", "[[client]]"),
    key("resource", "[resource]"),
    key("adversary", "[adversary]"),
    key("variant", "[[variant]]"),
];

/// Keys of `[lock]`.
pub(crate) const LOCK: &[Key] = &[
    key("servers", "5"),
    key("ttl", "10"),
    key("token", r#""counter""#),
    key("expiry", r#""clock""#),
    key("reach", r#""all""#),
];

/// Keys of a `[[client]]`.
pub(crate) const CLIENT: &[Key] = &[
    key("name", r#""A""#),
    key("program", r#"["acquire", "read", "write", "release"]"#),
    key("arrives", r#""any""#),
    key("rounds", r#""any""#),
    key("attempts", r#""any""#),
    key("pausable", "true"),
];

/// Keys of `[resource]`.
pub(crate) const RESOURCE: &[Key] = &[key("fencing", r#""on""#)];

/// Keys of `[adversary]`.
pub(crate) const ADVERSARY: &[Key] = &[key("pauses", r#""any""#)];

/// Keys of the table that `pauses` can be.
pub(crate) const PAUSES: &[Key] = &[key("count", "1"), key("length", "14")];

/// Keys of a `[[variant]]`.
pub(crate) const VARIANT: &[Key] = &[
    key("name", r#""fenced""#),
    key("summary", r#""what is different, in one line""#),
    key("set", r#"{ "resource.fencing" = "on" }"#),
    key("expect", r#"{ stale-overwrite = "proved" }"#),
];

/// The numbers that keys take, both ends included. Ticks where nothing else is said.
pub(crate) mod range {
    use std::ops::RangeInclusive;

    /// `lock.servers`: a set of servers is 64 bits.
    pub(crate) const SERVERS: RangeInclusive<u16> = 1..=64;
    /// `lock.ttl`.
    pub(crate) const TTL: RangeInclusive<u16> = 1..=10_000;
    /// `adversary.pauses.count`.
    pub(crate) const PAUSE_COUNT: RangeInclusive<u16> = 1..=1000;
    /// `adversary.pauses.length`.
    pub(crate) const PAUSE_LENGTH: RangeInclusive<u16> = 1..=10_000;
    /// `arrives` of a client.
    pub(crate) const ARRIVES: RangeInclusive<u16> = 0..=10_000;
    /// `rounds` of a client.
    pub(crate) const ROUNDS: RangeInclusive<u16> = 1..=100;
    /// `attempts` of a client in one round.
    pub(crate) const ATTEMPTS: RangeInclusive<u16> = 1..=100;
}

/// The names of these keys.
pub(crate) fn names(keys: &[Key]) -> impl Iterator<Item = &'static str> {
    keys.iter().map(|key| key.name)
}
