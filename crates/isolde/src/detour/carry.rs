//! Handing work over by hand, where it cannot be recognised.

use super::owner::{self, Owner};
use super::work::Entered;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A test, for work that other threads do for it.
///
/// Work that a test hands over as a closure or as a future is recognised. If a message is handed over instead, such as a number for which a worker
/// calculates something, the message can carry the test along:
///
/// ```
/// use isolde::detour::Test;
/// use std::sync::mpsc::channel;
///
/// let (sender, receiver) = channel::<(u64, Test)>();
/// let worker = std::thread::spawn(move || {
///     receiver.into_iter().map(|(number, test)| test.run(|| number + 1)).sum::<u64>()
/// });
/// sender.send((1, Test::current())).unwrap();
/// drop(sender);
/// assert_eq!(worker.join().unwrap(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test(Owner);

impl Test {
    /// The test whose work this thread is running, or none.
    pub fn current() -> Test {
        Test(owner::current())
    }

    /// Runs work for the test: under its detours `across threads`.
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        let place = 0_u8;
        let _entered = Entered::begin(&raw const place, self.0);
        apart(work)
    }
}

/// Calls a closure in a frame of its own.
#[inline(never)]
fn apart<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Makes a closure run for the current test wherever it is called: under the test's detours `across threads`.
///
/// This is needed only where the work is not recognised: closures that a queue holds by value, without a `Box` or another pointer.
///
/// ```
/// let job = isolde::detour::carry(|| 1 + 1);
/// assert_eq!(std::thread::spawn(job).join().unwrap(), 2);
/// ```
pub fn carry<R>(work: impl FnOnce() -> R) -> impl FnOnce() -> R {
    let test = Test::current();
    move || test.run(work)
}

/// Makes a future run for the current test wherever it is polled: under the test's detours `across threads`.
pub fn carry_future<F: Future>(future: F) -> impl Future<Output = F::Output> {
    Carried {
        future,
        test: Test::current(),
    }
}

struct Carried<F> {
    future: F,
    test: Test,
}

impl<F: Future> Future for Carried<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let test = self.test;
        // SAFETY: the future is not moved out of what is pinned.
        let future = unsafe { self.map_unchecked_mut(|carried| &mut carried.future) };
        test.run(|| future.poll(context))
    }
}
