//! The keys that take a number: within which bounds, what is counted, and what people call it.

use std::ops::RangeInclusive;

use super::keys::range;

/// The keys that take a number, as a message lists them.
pub(crate) const NUMERIC_KEYS: [&str; 7] = [
    "lock.ttl",
    "lock.servers",
    "adversary.pauses.length",
    "adversary.pauses.count",
    "client.NAME.arrives",
    "client.NAME.rounds",
    "client.NAME.attempts",
];

/// Tables and keys that can be set, though to no number. A client cannot have such a name.
const OTHER_TABLES: [&str; 5] = ["lock", "resource", "adversary", "client", "variant"];

/// What a numeric key stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quantity {
    /// The whole dotted key.
    pub key: String,
    /// What people call it for short: `ttl`, `pause`, `B.arrives`.
    pub short: String,
    /// What it is, in words.
    pub what: String,
    /// What it is counted in; empty for a plain number of what `what` says.
    pub unit: &'static str,
    /// The numbers that the key takes.
    pub range: RangeInclusive<u16>,
}

impl Quantity {
    /// The quantity that this word stands for: a whole key or its short name.
    pub(crate) fn named(word: &str) -> Option<Quantity> {
        let parts: Vec<_> = word.split('.').collect();
        match parts[..] {
            ["lock", "ttl"] | ["ttl"] => Some(fixed(
                "lock.ttl",
                "ttl",
                "length of a lease",
                "ticks",
                range::TTL,
            )),
            ["lock", "servers"] | ["servers"] => Some(fixed(
                "lock.servers",
                "servers",
                "number of lock servers",
                "",
                range::SERVERS,
            )),
            ["adversary", "pauses", "length"] | ["pause"] => Some(fixed(
                "adversary.pauses.length",
                "pause",
                "longest pause",
                "ticks",
                range::PAUSE_LENGTH,
            )),
            ["adversary", "pauses", "count"] | ["pauses"] => Some(fixed(
                "adversary.pauses.count",
                "pauses",
                "number of pauses",
                "",
                range::PAUSE_COUNT,
            )),
            ["client", client, key] => of_client(client, key),
            [client, key] if !OTHER_TABLES.contains(&client) => of_client(client, key),
            [key] => of_client("*", key),
            _ => None,
        }
    }

    /// Every word that a message could have meant, for "did you mean".
    pub(crate) fn words() -> impl Iterator<Item = &'static str> {
        let short = [
            "ttl", "servers", "pause", "pauses", "arrives", "rounds", "attempts",
        ];
        NUMERIC_KEYS.into_iter().chain(short)
    }

    /// Whether setting one of the two keys could undo what the other has set.
    pub(crate) fn overlaps(one: &str, other: &str) -> bool {
        let parts = |key: &str| key.split('.').map(str::to_string).collect::<Vec<_>>();
        let (one, other) = (parts(one), parts(other));
        let shared = one.iter().zip(&other);
        // `adversary.pauses` sets what `adversary.pauses.length` sets, and `*` means everybody.
        shared
            .into_iter()
            .all(|(one, other)| one == other || one == "*" || other == "*")
    }
}

fn fixed(
    key: &str,
    short: &str,
    what: &str,
    unit: &'static str,
    range: RangeInclusive<u16>,
) -> Quantity {
    Quantity {
        key: key.to_string(),
        short: short.to_string(),
        what: what.to_string(),
        unit,
        range,
    }
}

/// A number of one client, or of all of them.
fn of_client(client: &str, key: &str) -> Option<Quantity> {
    let (what, unit, range) = match key {
        "arrives" => ("arrival", "ticks", range::ARRIVES),
        "rounds" => ("number of rounds", "", range::ROUNDS),
        "attempts" => ("attempts in a round", "", range::ATTEMPTS),
        _ => return None,
    };
    let (short, whose) = match client {
        "*" => (key.to_string(), "every client"),
        name => (format!("{name}.{key}"), name),
    };
    Some(Quantity {
        key: format!("client.{client}.{key}"),
        short,
        what: format!("{what} of {whose}"),
        unit,
        range,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_keys_and_short_names_stand_for_the_same() {
        for (short, key) in [
            ("ttl", "lock.ttl"),
            ("servers", "lock.servers"),
            ("pause", "adversary.pauses.length"),
            ("pauses", "adversary.pauses.count"),
            ("B.arrives", "client.B.arrives"),
            ("rounds", "client.*.rounds"),
        ] {
            let quantity = Quantity::named(short).unwrap();
            assert_eq!(quantity.key, key);
            assert_eq!(quantity.short, short);
            assert_eq!(Quantity::named(key), Some(quantity));
        }
        for word in ["", "tll", "resource.fencing", "lock.arrives", "a.b.c.d"] {
            assert_eq!(Quantity::named(word), None, "{word}");
        }
    }

    #[test]
    fn keys_overlap_if_one_could_undo_the_other() {
        assert!(Quantity::overlaps("client.*.rounds", "client.A.rounds"));
        assert!(Quantity::overlaps(
            "adversary.pauses",
            "adversary.pauses.length"
        ));
        assert!(!Quantity::overlaps("client.B.rounds", "client.A.rounds"));
        assert!(!Quantity::overlaps("lock.ttl", "lock.servers"));
    }
}
