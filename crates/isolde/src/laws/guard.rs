//! Panics of the methods that are checked: which law they break, and that they go no further.

use super::law::Law;
use super::table::Id;
use std::cell::Cell;
use std::mem::forget;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The law that is broken if what is done next panics.
pub struct Step(Cell<Id>);

impl Step {
    /// What is done next breaks this law if it panics.
    pub fn at(&self, id: Id) {
        self.0.set(id);
    }
}

/// The law that `check` finds broken, or that a panic breaks.
// Not inlined, so that there is one landing pad for all types.
#[inline(never)]
pub fn guarded(check: &mut dyn FnMut(&Step) -> Option<Id>) -> Option<&'static Law> {
    let step = Step(Cell::new(Id::EqDoesNotPanic));
    let broken = match catch_unwind(AssertUnwindSafe(|| check(&step))) {
        Ok(broken) => broken?,
        Err(payload) => {
            // Whoever panics with a value whose drop panics can do so again and again.
            if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
                forget(payload);
            }
            step.0.get()
        }
    };
    Some(broken.law())
}
