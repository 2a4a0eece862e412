//! The protected resource: it compares what arrives with what it has, and nothing else.

use super::{Fencing, Resource, SeededFault, Token, Version, World};

/// A write as it arrives at the resource.
pub(crate) struct Write {
    /// The fencing token it carries.
    pub token: Option<Token>,
    /// The version it was computed from.
    pub snapshot: Option<Version>,
    /// Whether the lock service says, at this instant, that the writer holds the lock. Only a
    /// resource that lives in the same store as the lock can know.
    pub holds_lock: bool,
    /// Whether the lock service said so when the resource asked, a step ago or longer.
    pub vouched: bool,
}

impl Resource {
    /// Whether a read that carries this token is answered.
    pub(crate) fn read(&mut self, token: Option<Token>, world: &World) -> bool {
        if world.fencing != Fencing::Reads {
            return true;
        }
        if !self.admits(token, world) {
            return false;
        }
        if !world.has(SeededFault::ReadKeepsBar) {
            self.raise(token, world);
        }
        true
    }

    /// Whether the bar could be raised to this token. A resource that compares no tokens has no bar
    /// and accepts.
    pub(crate) fn seal(&mut self, token: Option<Token>, world: &World) -> bool {
        if !world.fencing.compares_tokens() {
            return true;
        }
        let accepted = token >= Some(self.bar);
        if accepted {
            self.raise(token, world);
        }
        accepted
    }

    /// Whether the write is applied.
    ///
    /// Study guide, 5.3 and 7.3: the check has to be here, at the party that applies the write, and
    /// it asks for "not older" rather than for "newer".
    pub(crate) fn write(&mut self, write: &Write, world: &World) -> bool {
        let accepted = match world.fencing {
            Fencing::Off => true,
            Fencing::On | Fencing::Reads | Fencing::Strict => self.admits(write.token, world),
            Fencing::Cas => write.snapshot == Some(self.version),
            Fencing::Owner => write.holds_lock,
            Fencing::Ask => write.vouched,
        };
        if accepted && world.fencing == Fencing::Cas {
            self.version += 1;
        }
        if accepted && world.fencing.compares_tokens() {
            self.raise(write.token, world);
        }
        accepted
    }

    fn admits(&self, token: Option<Token>, world: &World) -> bool {
        if world.fencing == Fencing::Strict || world.has(SeededFault::RefusesEqual) {
            token > Some(self.bar)
        } else {
            token >= Some(self.bar)
        }
    }

    fn raise(&mut self, token: Option<Token>, world: &World) {
        if !world.has(SeededFault::ForgetsBar) {
            self.bar = self.bar.max(token.unwrap_or(0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world(fencing: Fencing) -> World {
        World {
            fencing,
            ..World::empty()
        }
    }

    /// Whether a resource with bar 2 and version 2 accepts the write, and its bar afterwards.
    fn write(fencing: Fencing, token: Token, snapshot: Version, holds_lock: bool) -> (bool, Token) {
        let mut resource = Resource { bar: 2, version: 2 };
        let write = Write {
            token: Some(token),
            snapshot: Some(snapshot),
            holds_lock,
            vouched: holds_lock,
        };
        let accepted = resource.write(&write, &world(fencing));
        (accepted, resource.bar)
    }

    // The table of rules in the design, section 3.
    #[test]
    fn each_rule_accepts_what_it_says() {
        assert_eq!(
            write(Fencing::Off, 1, 1, false),
            (true, 2),
            "off accepts everything"
        );
        assert_eq!(
            write(Fencing::On, 1, 2, true),
            (false, 2),
            "on refuses a lower token"
        );
        assert_eq!(
            write(Fencing::On, 2, 1, false),
            (true, 2),
            "on accepts an equal token"
        );
        assert_eq!(
            write(Fencing::On, 3, 1, false),
            (true, 3),
            "an accepted write raises the bar"
        );
        assert_eq!(
            write(Fencing::Strict, 2, 2, true),
            (false, 2),
            "strict refuses an equal token"
        );
        assert_eq!(
            write(Fencing::Strict, 3, 1, false),
            (true, 3),
            "strict accepts a higher token"
        );
        assert_eq!(
            write(Fencing::Cas, 1, 2, false),
            (true, 2),
            "cas accepts the version it has"
        );
        assert_eq!(
            write(Fencing::Cas, 3, 1, true),
            (false, 2),
            "cas refuses another version"
        );
        assert_eq!(
            write(Fencing::Owner, 1, 1, true),
            (true, 2),
            "owner accepts the holder"
        );
        assert_eq!(
            write(Fencing::Owner, 3, 2, false),
            (false, 2),
            "owner refuses anybody else"
        );
        assert_eq!(
            write(Fencing::Ask, 1, 1, true),
            (true, 2),
            "ask accepts what was vouched for"
        );
        assert_eq!(
            write(Fencing::Ask, 3, 2, false),
            (false, 2),
            "ask refuses the rest"
        );
    }

    // Study guide, 7.3: with `<` a holder can write twice under one lease, with `<=` it cannot.
    #[test]
    fn strict_locks_a_holder_out_by_its_own_first_write() {
        for (fencing, second) in [(Fencing::On, true), (Fencing::Strict, false)] {
            let world = world(fencing);
            let mut resource = Resource { bar: 0, version: 0 };
            let write = Write {
                token: Some(1),
                snapshot: None,
                holds_lock: true,
                vouched: false,
            };
            assert!(resource.write(&write, &world));
            assert_eq!(resource.write(&write, &world), second, "{fencing:?}");
        }
    }

    #[test]
    fn only_under_reads_does_a_read_raise_the_bar_or_get_refused() {
        let mut resource = Resource { bar: 2, version: 0 };
        assert!(resource.read(Some(1), &world(Fencing::On)));
        assert!(!resource.read(Some(1), &world(Fencing::Reads)));
        assert!(resource.read(Some(3), &world(Fencing::Reads)));
        assert_eq!(resource.bar, 3);
    }
}
