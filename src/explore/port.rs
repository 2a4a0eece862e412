//! Whether the address can be listened on.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};

use super::ServeError;

/// Listens for a moment: the answer is the address with its real port. stateright would panic where
/// this is an error, and would keep to itself which port it was given for port 0.
pub(super) fn usable(addr: SocketAddr) -> Result<SocketAddr, ServeError> {
    TcpListener::bind(addr)
        .and_then(|listener| listener.local_addr())
        .map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => ServeError::PortTaken(addr),
            ErrorKind::AddrNotAvailable => ServeError::NotOurs(addr),
            ErrorKind::PermissionDenied => ServeError::Forbidden(addr),
            _ => ServeError::Refused(addr, error),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn port_zero_becomes_a_real_one() {
        let addr = usable(([127, 0, 0, 1], 0).into()).unwrap();
        assert_ne!(addr.port(), 0);
    }

    #[test]
    fn a_taken_port_is_an_error_that_says_what_to_do() {
        let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let addr = taken.local_addr().unwrap();
        let error = usable(addr).unwrap_err();
        assert!(matches!(error, ServeError::PortTaken(taken) if taken == addr));
        assert!(error.to_string().contains("--addr 127.0.0.1:0"), "{error}");
    }

    #[test]
    fn an_address_of_somebody_else_is_an_error() {
        // 192.0.2.0/24 is reserved for documentation: no machine has it.
        let error = usable(([192, 0, 2, 1], 3000).into()).unwrap_err();
        assert!(matches!(error, ServeError::NotOurs(_)), "{error}");
    }
}
