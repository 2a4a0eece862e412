//! Why the Explorer could not be served.

use std::fmt;
use std::io;
use std::net::SocketAddr;

/// Why the Explorer could not be served, and what a person can do about it.
#[derive(Debug)]
pub enum ServeError {
    /// Another program listens there.
    PortTaken(SocketAddr),
    /// No network interface of this machine has the address.
    NotOurs(SocketAddr),
    /// The system does not let this user listen there, as with ports below 1024.
    Forbidden(SocketAddr),
    /// The system refused for another reason.
    Refused(SocketAddr, io::Error),
    /// The page could not be written into a temporary directory.
    Page(io::Error),
    /// The server stopped by itself. This is a defect, or somebody took the port in the very moment
    /// between its test and its use.
    Stopped(String),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::PortTaken(addr) => write!(
                f,
                "another program already listens on {addr}; choose another port with --addr, or port \
                 0 to be given a free one (--addr {}:0)",
                host(*addr)
            ),
            ServeError::NotOurs(addr) => write!(
                f,
                "this machine has no address {}; choose another with --addr, for example --addr \
                 127.0.0.1:{}",
                addr.ip(),
                addr.port()
            ),
            ServeError::Forbidden(addr) => write!(
                f,
                "no permission to listen on {addr}; ports below 1024 are reserved, so choose a higher \
                 one with --addr, or port 0 to be given a free one (--addr {}:0)",
                host(*addr)
            ),
            ServeError::Refused(addr, error) => {
                write!(f, "cannot listen on {addr}: {error}; choose another --addr")
            }
            ServeError::Page(error) => write!(
                f,
                "cannot write the Explorer's page into a temporary directory: {error}; is there room \
                 in {}?",
                std::env::temp_dir().display()
            ),
            ServeError::Stopped(message) => write!(f, "the Explorer stopped: {message}"),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ServeError::Refused(_, error) | ServeError::Page(error) => Some(error),
            ServeError::PortTaken(_)
            | ServeError::NotOurs(_)
            | ServeError::Forbidden(_)
            | ServeError::Stopped(_) => None,
        }
    }
}

/// The host as it is written in front of a port.
fn host(addr: SocketAddr) -> String {
    match addr {
        SocketAddr::V4(addr) => addr.ip().to_string(),
        SocketAddr::V6(addr) => format!("[{}]", addr.ip()),
    }
}
