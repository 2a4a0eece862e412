//! What of a world limits a claim about it.

use super::{Bound, World};

impl World {
    /// The bounds of this world, one phrase each. A complete search of a world with bounds proves its
    /// claims within them; without any, for executions of every length.
    #[must_use]
    pub fn bounds(&self) -> Vec<String> {
        let pauses = self.adversary.pauses;
        let count = pauses.count.filter(|count| *count > 0);
        let length = pauses.length.filter(|_| pauses.count != Some(0));
        let rounds = self.per_client("round", |client| self.client(client).rounds);
        let attempts = self.per_client("attempt a round", |client| self.client(client).attempts);
        rounds
            .into_iter()
            .chain(attempts)
            .chain(count.map(|count| format!("at most {}", counted(count, "pause"))))
            .chain(length.map(|ticks| format!("no pause longer than {}", counted(ticks, "tick"))))
            .collect()
    }

    /// One phrase if the bound is the same for all clients, otherwise one for each that has one.
    fn per_client(&self, what: &str, bound: impl Fn(super::ClientId) -> Bound) -> Vec<String> {
        let bounds: Vec<_> = self
            .client_ids()
            .map(|client| (client, bound(client)))
            .collect();
        let first = bounds.first().and_then(|(_, bound)| *bound);
        match first {
            Some(most) if bounds.iter().all(|(_, bound)| *bound == first) => {
                vec![format!("at most {} for each client", counted(most, what))]
            }
            _ => bounds
                .into_iter()
                .filter_map(|(client, bound)| {
                    let name = &self.client(client).name;
                    bound.map(|most| format!("at most {} for {name}", counted(most, what)))
                })
                .collect(),
        }
    }
}

/// "1 round", "2 rounds", "2 attempts a round".
fn counted(number: u16, what: &str) -> String {
    let (noun, rest) = what.split_once(' ').unwrap_or((what, ""));
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural} {rest}")
        .trim_end()
        .to_string()
}
