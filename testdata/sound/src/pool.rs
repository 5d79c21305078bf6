//! Things that are lent.

use std::cell::Cell;
use std::rc::Rc;

/// Knows how many of its things are lent.
#[derive(Debug, Default)]
pub struct Pool {
    lent: Rc<Cell<usize>>,
}

/// A thing that was lent. It is given back when this is dropped, if not before.
#[derive(Debug)]
pub struct Loan {
    lent: Rc<Cell<usize>>,
    is_over: bool,
}

impl Pool {
    /// A pool of which nothing is lent.
    pub fn new() -> Pool {
        Pool::default()
    }

    /// Lends a thing.
    pub fn lend(&mut self) -> Loan {
        self.lent.set(self.lent.get() + 1);
        Loan {
            lent: Rc::clone(&self.lent),
            is_over: false,
        }
    }

    /// How many things are lent.
    pub fn lent(&self) -> usize {
        self.lent.get()
    }
}

impl Loan {
    /// Gives the thing back. Has no effect the second time.
    pub fn give_back(&mut self) {
        if self.is_over {
            return;
        }
        self.is_over = true;
        self.lent.set(self.lent.get() - 1);
    }

    /// Whether the thing was given back.
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        self.give_back();
    }
}
