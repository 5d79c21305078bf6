//! Mocks in hand-written tests: what `#[isolde::mockable]` expands to.
//!
//! Each method of such a mock is a [`Method`], which a test sets to a closure. In parameterized tests, results of methods that were left open are chosen
//! ([`Open`]), as the inputs of the test are.

use crate::put::choose;
use crate::put::current::is_running;
use crate::value::Value;
#[doc(hidden)]
pub use std::boxed::Box;
use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A method of a mock. When it is dropped, it panics if it was called more or less often than expected.
pub struct Method<F: ?Sized> {
    calls: Calls,
    closure: Mutex<Slot<F>>,
}

enum Slot<F: ?Sized> {
    Open,
    Set(Box<F>),
    Running,
}

/// The calls of a method.
#[derive(Clone)]
pub struct Calls(Arc<State>);

struct State {
    method: &'static str,
    calls: AtomicU64,
    expected: Mutex<Option<u64>>,
}

/// The closure of a method while it runs.
pub struct Running<'m, F: ?Sized> {
    method: &'m Method<F>,
    closure: Option<Box<F>>,
}

impl<F: ?Sized> Method<F> {
    /// A method with this name, which was not set yet.
    #[must_use]
    pub fn new(method: &'static str) -> Method<F> {
        Method {
            calls: Calls(Arc::new(State {
                method,
                calls: AtomicU64::new(0),
                expected: Mutex::new(None),
            })),
            closure: Mutex::new(Slot::Open),
        }
    }

    /// Answers calls with this closure from now on.
    pub fn set(&self, closure: Box<F>) -> Calls {
        *locked(&self.closure) = Slot::Set(closure);
        self.calls.clone()
    }

    /// Begins a call; `None` if the method is open.
    ///
    /// # Panics
    /// If the method is called by its own closure, or in two threads at once.
    #[track_caller]
    pub fn begin(&self) -> Option<Running<'_, F>> {
        self.calls.0.calls.fetch_add(1, Ordering::SeqCst);
        let mut slot = locked(&self.closure);
        match std::mem::replace(&mut *slot, Slot::Running) {
            Slot::Set(closure) => Some(Running {
                method: self,
                closure: Some(closure),
            }),
            Slot::Open => {
                *slot = Slot::Open;
                None
            }
            Slot::Running => {
                drop(slot);
                panic!(
                    "`{}` was called while its closure was running",
                    self.calls.0.method
                )
            }
        }
    }
}

impl<F: ?Sized> Running<'_, F> {
    /// The closure.
    pub fn closure(&mut self) -> &mut F {
        match &mut self.closure {
            Some(closure) => closure,
            None => unreachable!("it is taken when this is dropped"),
        }
    }
}

impl<F: ?Sized> Drop for Running<'_, F> {
    fn drop(&mut self) {
        let mut slot = locked(&self.method.closure);
        // The closure may have been replaced while it ran.
        if let (Slot::Running, Some(closure)) = (&*slot, self.closure.take()) {
            *slot = Slot::Set(closure);
        }
    }
}

impl<F: ?Sized> Drop for Method<F> {
    fn drop(&mut self) {
        let State {
            method,
            calls,
            expected,
        } = &*self.calls.0;
        let calls = calls.load(Ordering::SeqCst);
        let expected = *locked(expected);
        if let Some(expected) = expected
            && expected != calls
            && !std::thread::panicking()
        {
            panic!(
                "`{method}` should have been called {expected} times, but was called {calls} times"
            );
        }
    }
}

impl Calls {
    /// How often the method was called.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.0.calls.load(Ordering::SeqCst)
    }

    /// Sets how many calls are expected before the mock is dropped: with any other number, the drop panics.
    #[allow(
        clippy::return_self_not_must_use,
        reason = "most tests do not look at the calls again"
    )]
    pub fn times(self, expected: u64) -> Calls {
        *locked(&self.0.expected) = Some(expected);
        self
    }
}

impl Debug for Calls {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Calls")
            .field("method", &self.0.method)
            .field("calls", &self.calls())
            .finish()
    }
}

fn locked<T: ?Sized>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A result of a method that was left open.
///
/// Code where the type is concrete calls `choose` on a reference to it: method resolution takes the impl for values, where there is one, before the
/// one for all types.
pub struct Open<T> {
    method: &'static str,
    setter: &'static str,
    of: PhantomData<fn() -> T>,
}

impl<T> Open<T> {
    /// The result of the method with this name, which is set by `setter`.
    #[must_use]
    pub fn new(method: &'static str, setter: &'static str) -> Open<T> {
        Open {
            method,
            setter,
            of: PhantomData,
        }
    }
}

/// Results that can be chosen.
pub trait Chosen<T> {
    /// The result, if a parameterized test is running.
    fn choose(&self) -> T;
}

impl<T: Value> Chosen<T> for Open<T> {
    #[track_caller]
    fn choose(&self) -> T {
        if is_running() {
            return choose();
        }
        panic!(
            "`{}` was called, but has no answer: set one with `{}`, or call it in a parameterized test",
            self.method, self.setter
        )
    }
}

/// Results that cannot be chosen.
pub trait Refused<T> {
    /// Panics.
    fn choose(&self) -> T;
}

impl<T> Refused<T> for &Open<T> {
    #[track_caller]
    fn choose(&self) -> T {
        refuse(self.method, self.setter)
    }
}

/// Refuses a call of the method with this name, which was left open.
///
/// # Panics
/// Always.
#[track_caller]
pub fn refuse(method: &str, setter: &str) -> ! {
    panic!("`{method}` was called, but has no answer: set one with `{setter}`")
}
