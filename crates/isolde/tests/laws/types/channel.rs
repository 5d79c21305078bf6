//! A reader and writer.

use super::Fault::{self, *};
use std::io::{Read, Result, Write};

/// Bytes that are read, and a limit of those that are written at a time.
#[derive(Debug)]
pub struct Channel<const F: u8> {
    left: usize,
}

impl<const F: u8> Channel<F> {
    const FAULT: Fault = Fault::of(F);

    pub fn new(left: usize) -> Self {
        Channel { left }
    }
}

impl<const F: u8> Read for Channel<F> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let before = self.left;
        let count = before.min(buffer.len());
        buffer[..count].fill(1);
        self.left -= count;
        Ok(if Self::FAULT == ReadWithinBuffer {
            before
        } else {
            count
        })
    }
}

impl<const F: u8> Write for Channel<F> {
    fn write(&mut self, buffer: &[u8]) -> Result<usize> {
        Ok(if Self::FAULT == WriteWithinBuffer {
            self.left
        } else {
            self.left.min(buffer.len())
        })
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
