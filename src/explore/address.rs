//! The addresses at which the page opens.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::search::Counterexample;

/// The address of the page: the verdicts, and the world before anything has happened.
#[must_use]
pub fn start(addr: SocketAddr) -> String {
    format!("http://{}/", reachable(addr))
}

/// The address at which the page opens with this counterexample: its last step is selected, and if it
/// is an infinite execution its loop is marked.
///
/// ```
/// use fencepost::{explore, search::Counterexample};
///
/// let found = Counterexample { events: Vec::new(), choices: vec![3, 1], loop_from: Some(1) };
/// let addr = ([127, 0, 0, 1], 3000).into();
/// assert_eq!(explore::address(addr, &found), "http://127.0.0.1:3000/#/steps/0/3/1?loop=1");
/// ```
#[must_use]
pub fn address(addr: SocketAddr, counterexample: &Counterexample) -> String {
    start(addr) + &fragment(counterexample)
}

/// The part of the address behind the host: initial state 0, the only one, and then the choices, as
/// in stateright's Explorer. `loop=n` says that all behind the first n steps is repeated for ever.
pub(super) fn fragment(counterexample: &Counterexample) -> String {
    let choices = counterexample.choices.iter();
    let path: String = choices.map(|choice| format!("/{choice}")).collect();
    let repeats = counterexample.loop_from;
    let repeats = repeats.map(|from| format!("?loop={from}"));
    format!("#/steps/0{path}{}", repeats.unwrap_or_default())
}

/// Where a program on this machine reaches a server that listens there: "every address" is none that
/// can be opened.
pub(super) fn reachable(mut addr: SocketAddr) -> SocketAddr {
    if addr.ip().is_unspecified() {
        addr.set_ip(match addr.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    addr
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unspecified_address_is_opened_on_this_machine() {
        assert_eq!(start(([0, 0, 0, 0], 80).into()), "http://127.0.0.1:80/");
        assert_eq!(
            start((Ipv6Addr::UNSPECIFIED, 3000).into()),
            "http://[::1]:3000/"
        );
    }
}
