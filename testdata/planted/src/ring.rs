//! A queue in a buffer of fixed size.

/// A queue of bytes.
#[derive(Clone, Debug)]
pub struct Ring {
    buffer: Box<[u8]>,
    head: usize,
    len: usize,
}

impl Ring {
    /// An empty queue for so many bytes.
    pub fn with_capacity(capacity: u8) -> Ring {
        Ring {
            buffer: vec![0; usize::from(capacity)].into_boxed_slice(),
            head: 0,
            len: 0,
        }
    }

    /// How many bytes there is room for.
    pub fn capacity(&self) -> usize {
        self.buffer.len()
    }

    /// The number of bytes in the queue.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a byte at the end. Returns `false`, and changes nothing, if there is no room.
    pub fn push_back(&mut self, byte: u8) -> bool {
        if self.len == self.buffer.len() {
            return false;
        }
        let at = self.position(self.len);
        // SAFETY: positions are within the buffer.
        unsafe { *self.buffer.as_mut_ptr().add(at) = byte };
        self.len += 1;
        true
    }

    /// Removes and returns the byte at the front.
    pub fn pop_front(&mut self) -> Option<u8> {
        self.len = self.len.checked_sub(1)?;
        // SAFETY: positions are within the buffer.
        let byte = unsafe { *self.buffer.as_ptr().add(self.head) };
        self.head = self.position(1);
        Some(byte)
    }

    /// The position of a byte, counted from the front.
    fn position(&self, index: usize) -> usize {
        let at = self.head + index;
        if at > self.buffer.len() {
            at - self.buffer.len()
        } else {
            at
        }
    }
}
