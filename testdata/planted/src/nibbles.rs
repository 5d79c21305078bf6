//! A stack of hexadecimal digits.

/// A stack of numbers below 16, two in each byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nibbles {
    bytes: Vec<u8>,
    len: usize,
}

impl Nibbles {
    /// An empty stack.
    pub fn new() -> Nibbles {
        Nibbles::default()
    }

    /// Adds a number. Returns `false`, and changes nothing, if it is not below 16.
    pub fn push(&mut self, number: u8) -> bool {
        if number > 15 {
            return false;
        }
        if self.len.is_multiple_of(2) {
            self.bytes.push(number);
        } else {
            self.bytes[self.len / 2] |= number << 4;
        }
        self.len += 1;
        true
    }

    /// Removes and returns the number that was added last.
    pub fn pop(&mut self) -> Option<u8> {
        self.len = self.len.checked_sub(1)?;
        let byte = &mut self.bytes[self.len / 2];
        let number = if self.len.is_multiple_of(2) {
            *byte & 15
        } else {
            *byte >> 4
        };
        self.bytes.truncate(self.len.div_ceil(2));
        Some(number)
    }

    /// The number of numbers.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}
