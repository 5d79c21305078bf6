//! Bytes to read.

use std::io::{self, Read};

/// A reader of bytes in memory.
#[derive(Clone, Debug)]
pub struct Source {
    bytes: Vec<u8>,
    at: usize,
}

impl Source {
    /// A reader of these bytes.
    pub fn new(bytes: Vec<u8>) -> Source {
        Source { bytes, at: 0 }
    }

    /// The number of bytes that were not read yet.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.bytes[self.at..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        Ok(rest.len())
    }
}
