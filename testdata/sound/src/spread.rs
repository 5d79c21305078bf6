//! Taking items from both ends.

/// An iterator over a list of bytes.
#[derive(Clone, Debug)]
pub struct Spread {
    items: Vec<u8>,
    front: usize,
    back: usize,
}

impl Spread {
    /// An iterator over all items.
    pub fn new(items: Vec<u8>) -> Spread {
        Spread {
            front: 0,
            back: items.len(),
            items,
        }
    }
}

impl Iterator for Spread {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.front >= self.back {
            return None;
        }
        self.front += 1;
        Some(self.items[self.front - 1])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.back.saturating_sub(self.front);
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Spread {
    fn next_back(&mut self) -> Option<u8> {
        if self.back <= self.front {
            return None;
        }
        self.back -= 1;
        Some(self.items[self.back])
    }
}

impl ExactSizeIterator for Spread {}
