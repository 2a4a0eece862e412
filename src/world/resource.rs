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
