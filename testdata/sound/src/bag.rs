//! A collection in which items may occur several times.

use std::cell::Cell;
use std::fmt::{self, Debug, Formatter};

/// Items, and how often each of them occurs.
#[derive(Clone, Default)]
pub struct Bag {
    /// Different items in ascending order, none of them with the count 0.
    counts: Vec<(u8, usize)>,
    /// The length, if it was computed since the last change.
    len: Cell<Option<usize>>,
}

impl Bag {
    /// An empty bag.
    pub fn new() -> Bag {
        Bag::default()
    }

    /// Adds an item.
    pub fn insert(&mut self, item: u8) {
        match self.counts.binary_search_by_key(&item, |entry| entry.0) {
            Ok(at) => self.counts[at].1 += 1,
            Err(at) => self.counts.insert(at, (item, 1)),
        }
        self.len.set(None);
    }

    /// Removes an item once. Returns whether the bag contained it.
    pub fn remove(&mut self, item: u8) -> bool {
        let Ok(at) = self.counts.binary_search_by_key(&item, |entry| entry.0) else {
            return false;
        };
        self.counts[at].1 -= 1;
        if self.counts[at].1 == 0 {
            self.counts.remove(at);
        }
        self.len.set(None);
        true
    }

    /// Whether the bag contains the item.
    pub fn contains(&self, item: u8) -> bool {
        self.counts.iter().any(|entry| entry.0 == item)
    }

    /// The number of items, each counted as often as it occurs.
    pub fn len(&self) -> usize {
        let len = self.len.get().unwrap_or_else(|| self.iter().count());
        self.len.set(Some(len));
        len
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The items in ascending order, each as often as it occurs.
    pub fn iter(&self) -> impl Iterator<Item = u8> {
        let counts = self.counts.iter();
        counts.flat_map(|&(item, count)| std::iter::repeat_n(item, count))
    }
}

impl PartialEq for Bag {
    fn eq(&self, other: &Bag) -> bool {
        self.counts == other.counts
    }
}

impl Eq for Bag {}

impl Debug for Bag {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
