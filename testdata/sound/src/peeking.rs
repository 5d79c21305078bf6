//! Looking at an item before it is taken.

use std::vec::IntoIter;

/// An iterator over bytes that can show the next one.
#[derive(Clone, Debug)]
pub struct Peeking {
    rest: IntoIter<u8>,
    /// An item that was shown and is still to come.
    held: Option<u8>,
}

impl Peeking {
    /// Starts at the first byte.
    pub fn new(bytes: Vec<u8>) -> Peeking {
        Peeking {
            rest: bytes.into_iter(),
            held: None,
        }
    }

    /// The byte that [`next`](Iterator::next) will return.
    pub fn peek(&mut self) -> Option<u8> {
        if self.held.is_none() {
            self.held = self.rest.next();
        }
        self.held
    }
}

impl Iterator for Peeking {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.held.take().or_else(|| self.rest.next())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.rest.len() + usize::from(self.held.is_some());
        (len, Some(len))
    }
}
