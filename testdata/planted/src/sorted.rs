//! A list that is always sorted.

/// A sorted list of bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sorted {
    items: Vec<u8>,
}

impl Sorted {
    /// An empty list.
    pub fn new() -> Sorted {
        Sorted::default()
    }

    /// Adds an item.
    pub fn insert(&mut self, item: u8) {
        // Most items come in order.
        if self.items.first().is_none_or(|first| *first <= item) {
            self.items.push(item);
            return;
        }
        let at = self.items.partition_point(|each| *each < item);
        self.items.insert(at, item);
    }

    /// Whether the list contains the item.
    pub fn contains(&self, item: u8) -> bool {
        self.items.binary_search(&item).is_ok()
    }

    /// The items in ascending order.
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
