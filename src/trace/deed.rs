//! What a client did in one step of its program, put together from what was seen.

use crate::world::{ClientId, Observation, ServerId, Token};

/// What a client did in one step of its program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// It asked, and a majority granted.
    Acquired {
        /// The token it works under.
        token: Token,
        /// The servers that granted, and the token of each.
        granted: Vec<(ServerId, Token)>,
    },
    /// It asked, and too few servers granted.
    Denied {
        /// The servers that granted, and were given their leases back.
        granted: Vec<(ServerId, Token)>,
    },
    /// It read.
    Read {
        accepted: bool,
        token: Option<Token>,
    },
    /// It wrote.
    Write {
        accepted: bool,
        token: Option<Token>,
    },
    /// It wrote to a resource that asks the lock service first, and the answer was yes.
    Vouched,
    /// It raised the resource's bar, or tried to.
    Seal {
        accepted: bool,
        token: Option<Token>,
    },
    /// It asked whether it still holds the lock.
    Checked { holds: bool },
    /// It looked at its clock.
    LookedAtClock { in_time: bool },
    /// It gave its leases back; these servers had one to free.
    Released { servers: Vec<ServerId> },
}

impl Deed {
    /// What these observations of one step of a client amount to.
    pub(super) fn of(seen: &[Observation]) -> Deed {
        seen.iter()
            .find_map(|observation| Deed::at_resource(*observation))
            .or_else(|| Deed::ask(seen))
            .unwrap_or_else(|| Deed::Released {
                servers: freed(seen),
            })
    }

    fn at_resource(observation: Observation) -> Option<Deed> {
        let deed = match observation {
            Observation::ReadAccepted(_, token) => Deed::Read {
                accepted: true,
                token,
            },
            Observation::ReadRefused(_, token) => Deed::Read {
                accepted: false,
                token,
            },
            Observation::WriteAccepted(_, token) => Deed::Write {
                accepted: true,
                token,
            },
            Observation::WriteRefused(_, token) => Deed::Write {
                accepted: false,
                token,
            },
            Observation::Sealed(_, token) => Deed::Seal {
                accepted: true,
                token,
            },
            Observation::SealRefused(_, token) => Deed::Seal {
                accepted: false,
                token,
            },
            Observation::Vouched(_) => Deed::Vouched,
            Observation::Checked(_, holds) => Deed::Checked { holds },
            Observation::LookedAtClock(_, in_time) => Deed::LookedAtClock { in_time },
            _ => return None,
        };
        Some(deed)
    }

    fn ask(seen: &[Observation]) -> Option<Deed> {
        let granted = granted(seen);
        seen.iter().find_map(|observation| match observation {
            Observation::Acquired(_, token) => Some(Deed::Acquired {
                token: *token,
                granted: granted.clone(),
            }),
            Observation::Denied(_) => Some(Deed::Denied {
                granted: granted.clone(),
            }),
            _ => None,
        })
    }
}

fn granted(seen: &[Observation]) -> Vec<(ServerId, Token)> {
    let grant = |observation: &Observation| match observation {
        Observation::Granted { server, token, .. } => Some((*server, *token)),
        _ => None,
    };
    seen.iter().filter_map(grant).collect()
}

fn freed(seen: &[Observation]) -> Vec<ServerId> {
    let freed = |observation: &Observation| match observation {
        Observation::Released(server, _) => Some(*server),
        _ => None,
    };
    seen.iter().filter_map(freed).collect()
}

/// Whether the client's round ended in this step.
pub(super) fn ends_round(seen: &[Observation], client: ClientId) -> bool {
    seen.contains(&Observation::RoundOver(client))
}
