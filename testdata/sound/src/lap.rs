//! Once around a circle.

/// An iterator that begins anywhere in a list and visits every item once.
#[derive(Clone, Debug)]
pub struct Lap {
    items: Vec<u8>,
    at: usize,
    left: usize,
}

impl Lap {
    /// A lap that begins at the position `start`, counted around the circle.
    pub fn new(items: Vec<u8>, start: usize) -> Lap {
        Lap {
            at: start.checked_rem(items.len()).unwrap_or(0),
            left: items.len(),
            items,
        }
    }
}

impl Iterator for Lap {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.left = self.left.checked_sub(1)?;
        let item = self.items[self.at];
        self.at = (self.at + 1) % self.items.len();
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Lap {
    fn len(&self) -> usize {
        self.left
    }
}
