//! A shelf that carries a limited weight.

/// The item is too heavy for what the shelf still carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooHeavy;

/// Items, and their weight in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    items: Vec<u8>,
    weight: u32,
    limit: u32,
}

impl Shelf {
    /// An empty shelf.
    pub fn new(limit: u16) -> Shelf {
        Shelf {
            items: Vec::new(),
            weight: 0,
            limit: u32::from(limit),
        }
    }

    /// Adds an item of a weight.
    ///
    /// # Errors
    ///
    /// Returns an error if the shelf does not carry the item.
    pub fn try_push(&mut self, item: u8) -> Result<(), TooHeavy> {
        if self.weight + u32::from(item) > self.limit {
            return Err(TooHeavy);
        }
        self.weight += u32::from(item);
        self.items.push(item);
        Ok(())
    }

    /// The weight of all items.
    pub fn weight(&self) -> u32 {
        self.weight
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
