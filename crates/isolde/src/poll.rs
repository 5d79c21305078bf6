//! Futures and streams, polled by the thread that holds them: again as long as they wake themselves, up to a number of times.
//!
//! Tests contain the same code (`isolde-suite/src/helpers.rs`), so that they see what the driver saw, without an executor.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

/// How often a future, or a stream for its next item, is polled at most.
const MOST_POLLS: usize = 1000;
/// How many items of a stream are taken at most.
const MOST_ITEMS: usize = 16;

/// How polling ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The future was ready; the stream ended.
    Ready,
    /// It was pending without having been woken.
    Pending,
    /// It still woke itself after the last poll, or gave as many items as are taken.
    Busy,
}

/// How polling ended, and whether it was ever pending before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polling {
    /// How it ended.
    pub end: End,
    /// Whether a poll found it pending.
    pub was_pending: bool,
}

impl Polling {
    /// Whether another thread may have decided how polling ended: something was pending, and there are other threads that may wake it.
    pub(crate) fn may_depend_on_threads(self) -> bool {
        self.was_pending && has_had_threads()
    }
}

/// The flag that is set when the future or stream is woken.
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Polls a future until it is ready, or not woken any more.
pub fn run_future<F: Future>(future: F) -> (Option<F::Output>, Polling) {
    let mut future = pin!(future);
    let mut was_pending = false;
    let mut poll = |context: &mut Context<'_>| future.as_mut().poll(context);
    let (output, end) = match poll_while_woken(&mut poll, &mut was_pending) {
        Ok(output) => (Some(output), End::Ready),
        Err(end) => (None, end),
    };
    (output, Polling { end, was_pending })
}

/// Takes the first items of a stream, until it ends or is not woken any more. `poll_next` is the method that polls it.
pub fn run_stream<S, T>(
    stream: S,
    poll_next: fn(Pin<&mut S>, &mut Context<'_>) -> Poll<Option<T>>,
) -> (Option<Vec<T>>, Polling) {
    let mut stream = pin!(stream);
    let mut was_pending = false;
    let mut items = Vec::new();
    let mut end = End::Busy;
    while items.len() < MOST_ITEMS {
        let mut poll = |context: &mut Context<'_>| poll_next(stream.as_mut(), context);
        match poll_while_woken(&mut poll, &mut was_pending) {
            Ok(Some(item)) => items.push(item),
            Ok(None) => {
                end = End::Ready;
                break;
            }
            Err(other) => {
                end = other;
                break;
            }
        }
    }
    (Some(items), Polling { end, was_pending })
}

/// Polls again as long as that woke the waker. Sets `was_pending` if the first poll was not enough.
fn poll_while_woken<T>(
    poll: &mut dyn FnMut(&mut Context<'_>) -> Poll<T>,
    was_pending: &mut bool,
) -> Result<T, End> {
    let woken = Arc::new(Woken(AtomicBool::new(false)));
    let waker = Waker::from(Arc::clone(&woken));
    for _ in 0..MOST_POLLS {
        if let Poll::Ready(value) = poll(&mut Context::from_waker(&waker)) {
            return Ok(value);
        }
        *was_pending = true;
        if !woken.0.swap(false, Ordering::SeqCst) {
            return Err(End::Pending);
        }
    }
    Err(End::Busy)
}

/// Whether the process has, or has had, more than one thread; `false` if the C library cannot tell.
#[cfg(all(target_os = "linux", any(feature = "engine", isolde_engine)))]
fn has_had_threads() -> bool {
    use std::ffi::{c_char, c_void};
    unsafe extern "C" {
        fn dlsym(handle: *mut c_void, symbol: *const c_char) -> *mut c_void;
    }
    // SAFETY: the name ends with a zero byte, and the null handle stands for all loaded libraries.
    let flag = unsafe { dlsym(std::ptr::null_mut(), c"__libc_single_threaded".as_ptr()) };
    // SAFETY: glibc defines the variable as a `char` that lives as long as the process.
    !flag.is_null() && unsafe { flag.cast::<c_char>().read_volatile() } == 0
}

#[cfg(not(all(target_os = "linux", any(feature = "engine", isolde_engine))))]
fn has_had_threads() -> bool {
    false
}

#[cfg(test)]
mod tests;
