//! The one way out for text: it knows about colour, broken pipes and panics.

use std::io::{ErrorKind, Write};
use std::sync::Mutex;

use anstream::{AutoStream, ColorChoice};

use super::Stop;

/// Whether the terminal wants colour. `NO_COLOR` and `CLICOLOR` are respected.
pub(super) fn wants_color() -> bool {
    AutoStream::choice(&std::io::stdout()) != ColorChoice::Never
}

/// Writes to standard output. A reader that has gone away is no error: the verdict stays what it is,
/// and so does the exit code.
pub(super) fn emit(text: &str) -> Result<(), Stop> {
    emit_bytes(text.as_bytes())
}

/// The same for what need not be text.
pub(super) fn emit_bytes(bytes: &[u8]) -> Result<(), Stop> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Stop::WrongInput(format!(
            "error: cannot write the output: {error}"
        ))),
    }
}

/// Writes a complete message to standard error. If nobody can read it, nothing is left to be done.
pub(super) fn complain(message: &str) {
    let mut err = anstream::stderr().lock();
    let _ = writeln!(err, "{}", message.trim_end());
}

/// Where the last panic happened, and what it said.
static LAST_PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Keeps panics from printing: they are caught and told as errors.
pub(super) fn silence_panics() {
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = Some(info.to_string());
        }
    }));
}

/// The message about a panic that nobody had reckoned with.
pub(super) fn defect() -> String {
    let last = LAST_PANIC.lock().ok().and_then(|mut last| last.take());
    format!(
        "error: this is a defect of fencepost, please report it with the command that shows it\n  {}",
        last.unwrap_or_else(|| "it did not say why".to_string())
    )
}
