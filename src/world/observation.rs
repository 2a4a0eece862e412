//! What an onlooker sees: the only thing that properties and drawings know of an execution.

use super::{ClientId, ServerId, Ticks, Token};

/// Something that was seen to happen. The order of observations is the order of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Observation {
    /// A client asked the lock service for the lease.
    Asked(ClientId),
    /// A server granted a lease; it promises the half-open interval of `lease` ticks from now, or
    /// without end.
    Granted {
        /// The server that promised.
        server: ServerId,
        /// The client it promised to.
        client: ClientId,
        /// The token of the grant, by this server's own count.
        token: Token,
        /// The length of the promised interval; `None` if it has no end.
        lease: Option<Ticks>,
    },
    /// A majority granted: the client holds the lock from now on, under this fencing token.
    Acquired(ClientId, Token),
    /// No majority granted.
    Denied(ClientId),
    /// This server freed the lease it had out, because this client asked it to.
    Released(ServerId, ClientId),
    /// This server ended the lease of this client, because its time was up.
    Expired(ServerId, ClientId),
    /// The resource answered a read.
    ReadAccepted(ClientId, Option<Token>),
    /// The resource refused a read.
    ReadRefused(ClientId, Option<Token>),
    /// The resource applied a write.
    WriteAccepted(ClientId, Option<Token>),
    /// The resource refused a write.
    WriteRefused(ClientId, Option<Token>),
    /// The resource raised its bar for this client.
    Sealed(ClientId, Option<Token>),
    /// The resource refused to raise its bar: a higher token was there before.
    SealRefused(ClientId, Option<Token>),
    /// The resource asked the lock service about the client's write, and the answer was yes.
    Vouched(ClientId),
    /// The client asked the lock service whether it still holds the lock, and learned this.
    Checked(ClientId, bool),
    /// The client looked at its clock: whether its lease can still be live.
    LookedAtClock(ClientId, bool),
    /// The client's round is over. It will do nothing more under its grant.
    RoundOver(ClientId),
    /// The client stopped between two steps.
    Paused(ClientId),
    /// The client went on.
    Resumed(ClientId),
    /// A tick ended; all that follows happens one tick later.
    Ticked,
}
