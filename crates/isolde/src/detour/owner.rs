//! Whose work a thread runs: every test has a number, its *owner*, and a thread runs work for one owner at a time.

use super::pass;
use std::cell::Cell;

/// The number of a test; 0 is nobody.
pub(super) type Owner = u32;
pub(super) const NOBODY: Owner = 0;

thread_local! {
    /// The owner in programs that the pass has not changed.
    static WITHOUT_PASS: Cell<Owner> = const { Cell::new(NOBODY) };
}

fn place() -> *mut Owner {
    let place = pass::owner();
    if place.is_null() {
        WITHOUT_PASS.with(Cell::as_ptr)
    } else {
        place
    }
}

/// Whose work this thread runs.
pub(super) fn current() -> Owner {
    // SAFETY: a number of this thread.
    unsafe { *place() }
}

/// Changes whose work this thread runs, and returns whose it ran before.
pub(super) fn set(owner: Owner) -> Owner {
    // SAFETY: as above.
    unsafe { std::mem::replace(&mut *place(), owner) }
}
