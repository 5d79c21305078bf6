//! A queue that reuses the places of what was taken out.

use std::fmt::{self, Debug, Formatter};

/// A queue of bytes, which wraps around in its storage.
#[derive(Clone)]
pub struct Wheel {
    storage: Vec<u8>,
    head: usize,
    len: usize,
}

impl Wheel {
    /// A queue with these items, and no room for others.
    pub fn new(items: Vec<u8>) -> Wheel {
        Wheel {
            head: 0,
            len: items.len(),
            storage: items,
        }
    }

    /// Adds an item at the end.
    pub fn push_back(&mut self, item: u8) {
        if self.len == self.storage.len() {
            self.storage.rotate_left(self.head);
            self.head = 0;
            self.storage.resize((self.len * 2).max(4), 0);
        }
        let at = (self.head + self.len) % self.storage.len();
        self.storage[at] = item;
        self.len += 1;
    }

    /// Removes and returns the item at the front.
    pub fn pop_front(&mut self) -> Option<u8> {
        self.len = self.len.checked_sub(1)?;
        let item = self.storage[self.head];
        self.head = (self.head + 1) % self.storage.len();
        Some(item)
    }

    /// Gives up the room that is not used.
    pub fn shrink_to_fit(&mut self) {
        self.storage.truncate(self.len);
        self.head = 0;
    }

    /// How many items there is room for.
    pub fn capacity(&self) -> usize {
        self.storage.len()
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The items from the front to the end.
    pub fn iter(&self) -> impl Iterator<Item = u8> {
        (0..self.len).map(|at| self.storage[(self.head + at) % self.storage.len()])
    }
}

impl PartialEq for Wheel {
    fn eq(&self, other: &Wheel) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Wheel {}

impl Debug for Wheel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
