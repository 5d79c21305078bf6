//! A queue with two ends.

use std::fmt::{self, Debug, Formatter};

/// A queue that consists of two stacks.
#[derive(Clone, Default)]
pub struct Deque {
    /// The front half, whose last item is the first of the queue.
    front: Vec<u8>,
    back: Vec<u8>,
}

impl Deque {
    /// An empty queue.
    pub fn new() -> Deque {
        Deque::default()
    }

    /// Adds an item at the front.
    pub fn push_front(&mut self, item: u8) {
        self.front.push(item);
    }

    /// Adds an item at the back.
    pub fn push_back(&mut self, item: u8) {
        self.back.push(item);
    }

    /// Removes and returns the item at the front.
    pub fn pop_front(&mut self) -> Option<u8> {
        if self.front.is_empty() {
            self.front = self.back.drain(..).rev().collect();
        }
        self.front.pop()
    }

    /// Removes and returns the item at the back.
    pub fn pop_back(&mut self) -> Option<u8> {
        if self.back.is_empty() {
            self.back = self.front.drain(..).rev().collect();
        }
        self.back.pop()
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.front.len() + self.back.len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.back.is_empty()
    }

    /// The items from front to back.
    pub fn iter(&self) -> impl Iterator<Item = u8> {
        self.front.iter().rev().chain(&self.back).copied()
    }
}

impl PartialEq for Deque {
    fn eq(&self, other: &Deque) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Deque {}

impl Debug for Deque {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
