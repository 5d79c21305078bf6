//! An iterator with all traits that iterators have.

use super::Fault::{self, *};
use std::iter::FusedIterator;

/// The numbers from 0 to below an end.
#[derive(Debug)]
pub struct Numbers<const F: u8> {
    next: u32,
    end: u32,
    is_clone: bool,
    calls_after_the_end: u32,
    was_at_back: bool,
}

impl<const F: u8> Numbers<F> {
    const FAULT: Fault = Fault::of(F);

    pub fn new(end: u32) -> Self {
        Numbers {
            next: 0,
            end,
            is_clone: false,
            calls_after_the_end: 0,
            was_at_back: false,
        }
    }

    fn left(&self) -> usize {
        (self.end - self.next) as usize
    }
}

impl<const F: u8> Clone for Numbers<F> {
    fn clone(&self) -> Self {
        let next = match Self::FAULT {
            CloneYieldsSameItems if !self.is_clone => self.next + 1,
            _ => self.next,
        };
        Numbers {
            next,
            is_clone: true,
            ..*self
        }
    }
}

impl<const F: u8> Iterator for Numbers<F> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.next >= self.end {
            self.calls_after_the_end += 1;
            let resumes = Self::FAULT == Fused && self.calls_after_the_end == 2;
            return resumes.then_some(0);
        }
        assert!(Self::FAULT != NextDoesNotPanic || self.next < 2);
        self.next += 1;
        Some(self.next - 1)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        match Self::FAULT {
            SizeHintLower => (left + usize::from(self.next == 2), None),
            SizeHintUpper => (0, Some(left - usize::from(self.next == 2))),
            SizeHintFromBothEnds if self.end == 4 => (0, Some(0)),
            _ => (left, Some(left)),
        }
    }

    fn count(self) -> usize {
        match Self::FAULT {
            CountAgreesWithNext => self.end as usize + 1,
            _ => self.left(),
        }
    }

    fn last(self) -> Option<u32> {
        match Self::FAULT {
            LastAgreesWithNext => Some(self.next),
            _ => self.left().checked_sub(1).map(|_| self.end - 1),
        }
    }

    fn nth(&mut self, n: usize) -> Option<u32> {
        let skipped = match Self::FAULT {
            NthAgreesWithNext => n + 1,
            _ => n,
        };
        self.next = self.end.min(self.next + skipped as u32);
        self.next()
    }
}

impl<const F: u8> DoubleEndedIterator for Numbers<F> {
    fn next_back(&mut self) -> Option<u32> {
        match Self::FAULT {
            FusedBack if self.next == self.end => Some(0),
            BackwardsAgreesWithForwards if self.next < self.end => {
                self.next += 1;
                Some(self.next - 1)
            }
            EndsMeet if self.was_at_back && 0 < self.next && self.next == self.end => {
                self.was_at_back = false;
                Some(0)
            }
            _ if self.next == self.end => None,
            _ => {
                self.was_at_back = true;
                self.end -= 1;
                Some(self.end)
            }
        }
    }
}

impl<const F: u8> ExactSizeIterator for Numbers<F> {
    fn len(&self) -> usize {
        match Self::FAULT {
            LenExact => self.end as usize,
            _ => self.left(),
        }
    }
}

impl<const F: u8> FusedIterator for Numbers<F> {}
