//! The command line of Fencepost.

mod cli;

/// The default allocator of many systems takes turns between threads, and is slower alone as well.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::main()
}
