//! A hash table without chains.

use std::fmt::{self, Debug, Formatter};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// No item was ever here.
    Empty,
    /// There was an item.
    Removed,
    Full(u16),
}

/// A set of numbers. If a number's slot is taken, it is in one of the slots that follow.
#[derive(Clone)]
pub struct Probing {
    slots: Vec<Slot>,
    len: usize,
    /// How many slots are not empty. At least one always is.
    used: usize,
}

impl Probing {
    /// An empty set.
    pub fn new() -> Probing {
        Probing::with_slots(8)
    }

    fn with_slots(count: usize) -> Probing {
        Probing {
            slots: vec![Slot::Empty; count],
            len: 0,
            used: 0,
        }
    }

    /// The position of an item, or that of the empty slot where the search ends.
    fn find(&self, item: u16) -> usize {
        let mut at = usize::from(item) % self.slots.len();
        while self.slots[at] != Slot::Full(item) && self.slots[at] != Slot::Empty {
            at = (at + 1) % self.slots.len();
        }
        at
    }

    /// Adds an item. Returns whether it is new.
    pub fn insert(&mut self, item: u16) -> bool {
        let at = self.find(item);
        if self.slots[at] != Slot::Empty {
            return false;
        }
        self.slots[at] = Slot::Full(item);
        self.len += 1;
        self.used += 1;
        if self.used * 4 > self.slots.len() * 3 {
            let mut larger = Probing::with_slots((self.len + 2) * 2);
            for item in self.iter() {
                larger.insert(item);
            }
            *self = larger;
        }
        true
    }

    /// Removes an item. Returns whether the set contained it.
    pub fn remove(&mut self, item: u16) -> bool {
        let at = self.find(item);
        if self.slots[at] == Slot::Empty {
            return false;
        }
        let next = self.slots[(at + 1) % self.slots.len()];
        if next == Slot::Empty {
            // No search for another item passes here.
            self.slots[at] = Slot::Empty;
            self.used -= 1;
        } else {
            self.slots[at] = Slot::Removed;
        }
        self.len -= 1;
        true
    }

    /// Whether the set contains the item.
    pub fn contains(&self, item: u16) -> bool {
        self.slots[self.find(item)] != Slot::Empty
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The items in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = u16> {
        self.slots.iter().filter_map(|slot| match slot {
            Slot::Full(item) => Some(*item),
            Slot::Empty | Slot::Removed => None,
        })
    }
}

impl Default for Probing {
    fn default() -> Probing {
        Probing::new()
    }
}

impl Debug for Probing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
