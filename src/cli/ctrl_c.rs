//! Ctrl-C: the first one ends what is computed, with what is known by then; the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::output::complain;

/// The exit code of a program that was ended by Ctrl-C, as shells count.
const INTERRUPTED: i32 = 130;

/// What Ctrl-C ends.
struct Running {
    stop: Arc<AtomicBool>,
    note: Option<&'static str>,
    was_pressed: bool,
}

/// What Ctrl-C ends now: what began last.
static RUNNING: Mutex<Option<Running>> = Mutex::new(None);
/// Whether the handler is there already. A process can have only one.
static IS_HANDLED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C sets `stop` and says the note, and a second one ends the program. Others may set
/// `stop` as well.
pub(super) fn sets(stop: Arc<AtomicBool>, note: Option<&'static str>) {
    if let Ok(mut running) = RUNNING.lock() {
        *running = Some(Running {
            stop,
            note,
            was_pressed: false,
        });
    }
    if !IS_HANDLED.swap(true, Ordering::Relaxed) {
        // Without the handler Ctrl-C ends the program at once, which is what it does everywhere else.
        let _ = ctrlc::set_handler(pressed);
    }
}

fn pressed() {
    let running = RUNNING.lock();
    match running.ok().as_mut().and_then(|running| running.as_mut()) {
        Some(running) if !running.was_pressed => {
            running.was_pressed = true;
            running.stop.store(true, Ordering::Relaxed);
            if let Some(note) = running.note {
                complain(note);
            }
        }
        // A second Ctrl-C means it.
        _ => std::process::exit(INTERRUPTED),
    }
}
