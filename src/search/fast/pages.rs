//! Memory for what is looked up at random: in large pages where the system has them.
//!
//! A table of many megabytes is looked at all over. With pages of four kilobytes the processor then
//! spends more time on finding out where a page is than on reading it.

use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

use crate::search::Limit;

/// Bytes that are zero at first.
#[derive(Debug)]
pub(super) enum Pages {
    /// A few, as any others.
    Heap(Box<[u8]>),
    /// Many, from the system itself, which gives them one by one as they are first used.
    Mapped(MmapMut),
}

impl Default for Pages {
    /// No bytes.
    fn default() -> Pages {
        Pages::Heap(Box::default())
    }
}

/// From how many bytes on they come from the system.
const MANY: usize = 1 << 20;

impl Pages {
    /// So many bytes.
    ///
    /// # Errors
    /// If the system does not have them.
    pub(super) fn zeroed(bytes: usize) -> Result<Pages, Limit> {
        if bytes < MANY {
            return Ok(Pages::Heap(vec![0; bytes].into_boxed_slice()));
        }
        let map = MmapMut::map_anon(bytes).map_err(|_| Limit::Memory(bytes))?;
        // It is as right without large pages, only slower: nothing is lost if there are none.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Pages::Mapped(map))
    }
}

impl Deref for Pages {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Pages::Heap(bytes) => bytes,
            Pages::Mapped(map) => map,
        }
    }
}

impl DerefMut for Pages {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Pages::Heap(bytes) => bytes,
            Pages::Mapped(map) => map,
        }
    }
}
