//! A journal.

use std::cell::RefCell;
use std::rc::Rc;

/// Entries in the order in which they were made.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Journal {
    entries: Rc<RefCell<Vec<u8>>>,
}

impl Journal {
    /// A journal without entries.
    pub fn new() -> Journal {
        Journal::default()
    }

    /// Makes an entry.
    pub fn push(&mut self, entry: u8) {
        self.entries.borrow_mut().push(entry);
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.borrow().len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.borrow().is_empty()
    }

    /// A copy of the entries.
    pub fn to_vec(&self) -> Vec<u8> {
        self.entries.borrow().clone()
    }
}

impl Clone for Journal {
    fn clone(&self) -> Journal {
        Journal {
            entries: Rc::clone(&self.entries),
        }
    }
}
