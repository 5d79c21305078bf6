//! A channel whose two ends are made together.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

#[derive(Debug)]
struct Shared {
    values: VecDeque<u8>,
    capacity: usize,
    is_closed: bool,
}

/// The end that takes values.
#[derive(Debug)]
pub struct Sender(Rc<RefCell<Shared>>);

/// The end that gives values.
#[derive(Debug)]
pub struct Receiver(Rc<RefCell<Shared>>);

/// Why a value was not taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refused {
    /// There are enough values.
    Full,
    /// Nobody receives them.
    Closed,
}

/// Both ends.
pub fn channel(capacity: u8) -> (Sender, Receiver) {
    let shared = Rc::new(RefCell::new(Shared {
        values: VecDeque::new(),
        capacity: capacity.into(),
        is_closed: false,
    }));
    (Sender(Rc::clone(&shared)), Receiver(shared))
}

impl Sender {
    /// Sends a value.
    pub fn send(&self, value: u8) -> Result<(), Refused> {
        let mut shared = self.0.borrow_mut();
        if shared.is_closed {
            return Err(Refused::Closed);
        }
        if shared.values.len() == shared.capacity {
            return Err(Refused::Full);
        }
        shared.values.push_back(value);
        Ok(())
    }
}

impl Receiver {
    /// The next value; none if there will be no more.
    pub async fn next(&mut self) -> Option<u8> {
        poll_fn(|_| {
            let mut shared = self.0.borrow_mut();
            match (shared.values.pop_front(), shared.is_closed) {
                (None, false) => Poll::Pending,
                (value, _) => Poll::Ready(value),
            }
        })
        .await
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.0.borrow_mut().is_closed = true;
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.0.borrow_mut().is_closed = true;
    }
}
