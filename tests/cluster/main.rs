//! Several processes that search together: the outcome of one, and an error on every process when
//! something is wrong.

mod command;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/process.rs"]
mod process;
mod together;

use std::net::TcpListener;

/// Hosts on this machine, with ports that were free a moment ago.
fn hosts(count: usize) -> Vec<String> {
    let listeners: Vec<_> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"))
        .collect();
    listeners
        .iter()
        .map(|listener| listener.local_addr().expect("an address").to_string())
        .collect()
}
