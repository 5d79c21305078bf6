//! A list that doubles its capacity when it is full.

use std::fmt::{self, Debug, Formatter};

/// A list of bytes.
#[derive(Clone)]
pub struct Store {
    items: Vec<u8>,
    capacity: usize,
}

impl Store {
    /// An empty list with room for so many items.
    pub fn with_capacity(capacity: u8) -> Store {
        let capacity = usize::from(capacity);
        Store {
            items: Vec::with_capacity(capacity),
            capacity,
        }
    }

    /// How many items there is room for before the list grows.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Adds an item.
    pub fn push(&mut self, item: u8) {
        if self.items.len() == self.capacity {
            self.capacity = (self.capacity * 2).max(4);
            self.items.reserve_exact(self.capacity - self.items.len());
        }
        self.items.push(item);
    }

    /// Removes and returns the last item.
    pub fn pop(&mut self) -> Option<u8> {
        self.items.pop()
    }

    /// The items in the order in which they were added.
    pub fn as_slice(&self) -> &[u8] {
        &self.items
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

impl PartialEq for Store {
    fn eq(&self, other: &Store) -> bool {
        self.items == other.items
    }
}

impl Eq for Store {}

impl Debug for Store {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}
