//! The run in progress in this thread: its chooser, which is lent to the body of the test, and what the run has reached.

use crate::Passing;
use crate::chooser::{Chooser, Discard};
use crate::value::Value;
use std::cell::{Cell, RefCell};

thread_local! {
    static LENT: RefCell<Option<Chooser>> = const { RefCell::new(None) };
    static REACHED: Cell<u64> = const { Cell::new(0) };
    static ERROR: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Puts the chooser where the body of the test finds it. [`take`] takes it back.
pub(crate) fn lend(chooser: Chooser) {
    LENT.with(|lent| lent.replace(Some(chooser)));
}

/// Takes the chooser that was lent.
pub(crate) fn take() -> Option<Chooser> {
    LENT.with(|lent| lent.take())
}

/// Whether the body of a test may choose now.
pub(crate) fn is_running() -> bool {
    LENT.with(|lent| lent.try_borrow().is_ok_and(|lent| lent.is_some()))
}

/// Forgets the last run.
pub(super) fn begin() {
    REACHED.set(0);
    ERROR.set(None);
    take();
}

/// A bit for each `assert_reachable!` that the run has reached.
pub(super) fn reached() -> u64 {
    REACHED.get()
}

/// The name of the type of the error that the test returned.
pub(super) fn error() -> Option<&'static str> {
    ERROR.get()
}

pub(super) fn note_error(type_name: &'static str) {
    ERROR.set(Some(type_name));
}

/// Ends the run, because `assume!` refused its input.
pub fn refuse() -> ! {
    // Unlike a panic, this runs no panic hook and prints nothing.
    std::panic::resume_unwind(Box::new(Discard))
}

/// Notes that the run reached the `assert_reachable!` with this number.
pub fn reach(number: u32) {
    REACHED.set(REACHED.get() | 1_u64.checked_shl(number).unwrap_or(0));
}

/// Gives the chooser back to the body of the test, even if the choice panics.
struct Borrowed(Option<Chooser>);

impl Drop for Borrowed {
    fn drop(&mut self) {
        if let Some(chooser) = self.0.take() {
            lend(chooser);
        }
    }
}

/// Chooses another input of the parameterized test that is running in this thread.
///
/// # Panics
/// Outside of parameterized tests, in threads other than the test's own, and inside another choice.
#[track_caller]
pub fn choose<T: Value>() -> T {
    let Some(chooser) = take() else {
        panic!(
            "isolde::choose can only be called by the body of a parameterized test, in its own thread"
        )
    };
    let mut borrowed = Borrowed(Some(chooser));
    match &mut borrowed.0 {
        Some(chooser) => {
            let value = chooser.argument("chosen", Passing::Value, T::choose);
            chooser.note_chosen();
            value
        }
        None => unreachable!("it was just put there"),
    }
}
