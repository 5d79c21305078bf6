//! Trains.

/// The wagons of a train.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Train {
    wagons: Vec<u8>,
    len: usize,
}

impl Train {
    /// A train without wagons.
    pub fn new() -> Train {
        Train::default()
    }

    /// Adds a wagon at the end.
    pub fn push(&mut self, wagon: u8) {
        self.wagons.push(wagon);
        self.len += 1;
    }

    /// Removes and returns the last wagon.
    pub fn pop(&mut self) -> Option<u8> {
        let wagon = self.wagons.pop()?;
        self.len -= 1;
        Some(wagon)
    }

    /// Moves all wagons of another train to the end of this one.
    pub fn append(&mut self, other: &mut Train) {
        self.wagons.append(&mut other.wagons);
        self.len += other.len;
    }

    /// The number of wagons.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no wagons.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The wagons from front to end.
    pub fn iter(&self) -> impl Iterator<Item = u8> {
        self.wagons.iter().copied()
    }
}
