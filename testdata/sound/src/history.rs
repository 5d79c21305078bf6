//! A history whose latest entry is at hand.

use std::fmt::{self, Debug, Formatter};
use std::ptr;
use std::rc::Rc;

/// Entries, which do not move in memory.
pub struct History {
    entries: Vec<Rc<u32>>,
    /// Points to the last entry; null if there is none.
    latest: *const u32,
}

impl History {
    /// A history without entries.
    pub fn new() -> History {
        History {
            entries: Vec::new(),
            latest: ptr::null(),
        }
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: u32) {
        let entry = Rc::new(entry);
        self.latest = Rc::as_ptr(&entry);
        self.entries.push(entry);
    }

    /// Removes and returns the latest entry.
    pub fn pop(&mut self) -> Option<u32> {
        let entry = self.entries.pop()?;
        self.latest = self.entries.last().map_or(ptr::null(), Rc::as_ptr);
        Some(*entry)
    }

    /// The latest entry.
    pub fn latest(&self) -> Option<u32> {
        // SAFETY: it is null or points to an entry, which nothing changes.
        unsafe { self.latest.as_ref() }.copied()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

impl Debug for History {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.entries).finish()
    }
}
