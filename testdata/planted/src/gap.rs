//! A text in an editor.

use std::fmt::{self, Debug, Formatter};

/// A text with a cursor, at which there is a gap for what will be typed.
#[derive(Clone, Default)]
pub struct GapBuffer {
    bytes: Vec<u8>,
    /// Where the gap begins: the cursor's position.
    start: usize,
    /// Where the gap ends.
    end: usize,
}

impl GapBuffer {
    /// An empty text.
    pub fn new() -> GapBuffer {
        GapBuffer::default()
    }

    /// Types a byte before the cursor.
    pub fn insert(&mut self, byte: u8) {
        if self.start == self.end {
            self.bytes.insert(self.end, 0);
            self.end += 1;
        }
        self.bytes[self.start] = byte;
        self.start += 1;
    }

    /// Moves the cursor to the left. Returns `false` if it is at the beginning.
    pub fn move_left(&mut self) -> bool {
        if self.start == 0 {
            return false;
        }
        self.start -= 1;
        self.end -= 1;
        self.bytes[self.end] = self.bytes[self.start];
        true
    }

    /// Makes the gap larger.
    pub fn reserve(&mut self, additional: u8) {
        let additional = usize::from(additional);
        self.bytes.resize(self.bytes.len() + additional, 0);
        self.end += additional;
    }

    /// The number of bytes before the cursor.
    pub fn position(&self) -> usize {
        self.start
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.bytes.len() - (self.end - self.start)
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A copy of the text.
    pub fn to_vec(&self) -> Vec<u8> {
        [&self.bytes[..self.start], &self.bytes[self.end..]].concat()
    }
}

impl PartialEq for GapBuffer {
    fn eq(&self, other: &GapBuffer) -> bool {
        self.start == other.start && self.to_vec() == other.to_vec()
    }
}

impl Eq for GapBuffer {}

impl Debug for GapBuffer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let before = &self.bytes[..self.start];
        let after = &self.bytes[self.end..];
        f.debug_list().entries([before, after]).finish()
    }
}
