//! Samples and their extremes.

use std::cell::Cell;
use std::fmt::{self, Debug, Formatter};

/// Samples. The extremes are computed when they are asked for.
#[derive(Clone, Default)]
pub struct Samples {
    samples: Vec<u8>,
    lowest: Cell<Option<u8>>,
    highest: Cell<Option<u8>>,
}

impl Samples {
    /// No samples.
    pub fn new() -> Samples {
        Samples::default()
    }

    /// Adds a sample.
    pub fn push(&mut self, sample: u8) {
        self.samples.push(sample);
        self.lowest.set(None);
        self.highest.set(None);
    }

    /// The lowest sample.
    pub fn lowest(&self) -> Option<u8> {
        if self.highest.get().is_none() {
            self.highest.set(self.samples.iter().copied().min());
        }
        self.highest.get()
    }

    /// The highest sample.
    pub fn highest(&self) -> Option<u8> {
        if self.highest.get().is_none() {
            self.highest.set(self.samples.iter().copied().max());
        }
        self.highest.get()
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }
}

impl PartialEq for Samples {
    fn eq(&self, other: &Samples) -> bool {
        self.samples == other.samples
    }
}

impl Eq for Samples {}

impl Debug for Samples {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.samples).finish()
    }
}
