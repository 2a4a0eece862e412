//! `[lock]`: the lock service.

use super::SpecError;
use super::fields::Fields;
use super::keys::{self, range};
use super::node::Node;
use crate::world::{Expiry, Lock, Reach};

/// How the token of a grant comes about: it is the highest count among the servers that granted. There
/// is no other rule yet, but a file has to say it, so that it is never a silent default.
pub(super) const TOKENS: [(&str, ()); 1] = [("counter", ())];

/// How a lease ends when nobody releases it.
pub(super) const EXPIRIES: [(&str, Expiry); 2] =
    [("clock", Expiry::Clock), ("never", Expiry::Never)];

/// Which servers an attempt reaches.
pub(super) const REACHES: [(&str, Reach); 2] = [("all", Reach::All), ("any", Reach::Any)];

/// Reads the lock service.
pub(super) fn read(node: &Node) -> Result<Lock, SpecError> {
    let fields = Fields::of_table("lock", node, keys::LOCK)?;
    let servers = fields.required("servers")?.whole(range::SERVERS)?;
    let ttl = fields.required("ttl")?.whole(range::TTL)?;
    fields.required("token")?.choice(&TOKENS)?;
    let expiry = match fields.optional("expiry") {
        Some(field) => field.choice(&EXPIRIES)?,
        None => Expiry::Clock,
    };
    let reach = match fields.optional("reach") {
        Some(field) => field.choice(&REACHES)?,
        None => Reach::All,
    };
    Ok(Lock {
        servers: u8::try_from(servers).expect("there are 64 servers at most"),
        ttl,
        expiry,
        reach,
    })
}
