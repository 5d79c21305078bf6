//! Mocks: values whose methods get their answers from choices.
//!
//! The driver declares a type for each mock and implements the traits for it; each method asks the [`Mock`] inside. An answer is addressed by the mock, the
//! method, and how often the method was called before, so that a run is repeated whatever else is chosen. A [`MockType`] describes the type for tests:
//! `log` records the answers that were given, and `text` writes the declaration that gives the same answers.

mod answers;
mod behaviour;
mod log;
mod std_traits;
#[cfg(test)]
mod tests;
mod text;
mod types;

pub use answers::{Call, Patterns};
pub(crate) use log::SharedMocks;
pub use std_traits::{flush, read, write, write_str};
pub use types::{Implementation, Method, MockType, Receiver};

use crate::chooser::{Chooser, Later};
use std::cell::Cell;
use std::fmt::{self, Debug, Formatter};
use std::sync::atomic::{AtomicU32, Ordering};

/// How many answers a run may ask for. A function that asks again and again until an answer pleases it would not end otherwise.
const MOST_ANSWERS: u32 = 100;

thread_local! {
    /// How many answers the run has asked for.
    static ASKED: Cell<u32> = const { Cell::new(0) };
    /// Whether an answer could not be given, so that the run counts for nothing.
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// The state of a mock.
pub struct Mock {
    of: &'static MockType,
    later: Later,
    /// How often each method was called.
    calls: Box<[AtomicU32]>,
    /// Where the answers are recorded, and the number of this mock there; `None` unless the run is rendered.
    written: Option<(SharedMocks, usize)>,
}

impl Chooser {
    /// A mock of this type, at the present place.
    pub fn mock(&mut self, of: &'static MockType) -> Mock {
        let mut written = None;
        self.write(|r| {
            let number = r.mocks.add(of);
            r.push(&log::placeholder(of.name, number));
            written = Some((r.mocks.clone(), number));
        });
        Mock {
            of,
            later: self.later(),
            calls: of.methods().map(|_| AtomicU32::new(0)).collect(),
            written,
        }
    }
}

impl Mock {
    /// Begins a call of the method with this number. `patterns` records the arguments; it runs only when the run is rendered.
    pub fn call(&self, method: usize, patterns: impl FnOnce(&mut Patterns)) -> Call {
        count_answer();
        let call = match self.calls.get(method) {
            Some(calls) => calls.fetch_add(1, Ordering::Relaxed),
            None => 0,
        };
        let path = [method as u64, u64::from(call)];
        let chooser = self.later.chooser(path, self.written.is_some());
        Call::new(chooser, method, call, self.written.clone(), patterns)
    }

    /// Ends the run as discarded, because this method cannot be answered.
    pub fn refuse(&self) -> ! {
        refuse()
    }
}

impl Clone for Mock {
    /// The clone gives the answers that this one would give from now on.
    fn clone(&self) -> Mock {
        let calls = self.calls.iter();
        let calls = calls.map(|calls| AtomicU32::new(calls.load(Ordering::Relaxed)));
        Mock {
            of: self.of,
            later: self.later.clone(),
            calls: calls.collect(),
            written: self.written.clone(),
        }
    }
}

impl Debug for Mock {
    /// The name of its type, as a derived impl of a struct without fields writes it.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some((mocks, number)) = &self.written {
            mocks.note_debugged(*number);
        }
        f.write_str(self.of.name)
    }
}

/// Notes that an answer is asked for, and ends the run if it has asked too often.
fn count_answer() {
    let asked = ASKED.get().wrapping_add(1);
    ASKED.set(asked);
    if asked > MOST_ANSWERS {
        refuse();
    }
}

/// Ends the run as discarded.
pub fn refuse() -> ! {
    REFUSED.set(true);
    crate::put::current::refuse()
}

/// Forgets the last run of this thread.
pub(crate) fn begin() {
    ASKED.set(0);
    REFUSED.set(false);
}

/// Whether an answer was refused in this run, whatever the code that asked for it made of that.
pub(crate) fn was_refused() -> bool {
    REFUSED.get()
}
