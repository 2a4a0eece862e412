//! Keeps stateright's panics from the user.

use std::panic::{self, PanicHookInfo};
use std::sync::{Arc, Mutex, PoisonError};

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync>;

/// While it lives, the first panic of any thread is kept instead of printed. stateright's server
/// panics where others return an error, in a thread of its own that only passes on that it did.
pub(super) struct Muffled {
    first: Arc<Mutex<Option<String>>>,
    before: Option<Hook>,
}

impl Muffled {
    pub(super) fn new() -> Muffled {
        let first = Arc::new(Mutex::new(None));
        let kept = Arc::clone(&first);
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.get_or_insert_with(|| info.to_string());
        }));
        Muffled {
            first,
            before: Some(before),
        }
    }

    /// What the first panic said.
    pub(super) fn first(&self) -> Option<String> {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.clone()
    }
}

impl Drop for Muffled {
    fn drop(&mut self) {
        if let Some(before) = self.before.take() {
            panic::set_hook(before);
        }
    }
}
