//! What a closure that ignores its arguments gives at each call: the value that was chosen for it.
//!
//! Whether the value can be cloned is found by method resolution: it prefers the impl that needs no reference, if its bounds hold, to the one that needs a
//! reference.

use crate::put::current::refuse;
use std::sync::{Mutex, PoisonError};

/// A value that is given again and again.
#[doc(hidden)]
#[derive(Debug)]
pub struct Again<T>(Mutex<Option<T>>);

impl<T> Again<T> {
    /// Keeps the value.
    pub fn new(value: T) -> Again<T> {
        Again(Mutex::new(Some(value)))
    }

    fn with<R>(&self, f: impl FnOnce(&mut Option<T>) -> R) -> R {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[doc(hidden)]
pub trait Cloned<T> {
    /// A clone of the value.
    fn give(&self) -> T;
}
impl<T: Clone> Cloned<T> for Again<T> {
    fn give(&self) -> T {
        match self.with(|value| value.clone()) {
            Some(value) => value,
            None => refuse(),
        }
    }
}

#[doc(hidden)]
pub trait Moved<T> {
    /// The value itself. If it is wanted once more, the run is discarded.
    fn give(&self) -> T;
}
impl<T> Moved<T> for &Again<T> {
    fn give(&self) -> T {
        match self.with(Option::take) {
            Some(value) => value,
            None => refuse(),
        }
    }
}

/// Gives the value that an [`Again`] keeps.
#[doc(hidden)]
#[macro_export]
macro_rules! give {
    ($value:expr) => {{
        #[allow(unused_imports)]
        use $crate::again::{Cloned as _, Moved as _};
        (&$value).give()
    }};
}

#[cfg(test)]
mod tests {
    use super::Again;
    use crate::chooser::Discard;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Cannot be cloned.
    #[derive(Debug, PartialEq)]
    struct Only(u8);

    #[test]
    fn values_that_can_be_cloned_are_given_as_often_as_wanted() {
        let value = Again::new(vec![7]);
        let give = move || give!(value);
        assert_eq!((give(), give()), (vec![7], vec![7]));
    }

    #[test]
    fn other_values_are_given_once_and_then_the_run_is_discarded() {
        let value = Again::new(Only(7));
        let give = move || give!(value);
        assert_eq!(give(), Only(7));
        let second = catch_unwind(AssertUnwindSafe(give));
        assert!(second.is_err_and(|payload| payload.is::<Discard>()));
    }
}
