//! Threads: their numbers, and what std does when the first one is started.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of the calling thread, which no other thread of the process ever has. 0 is no thread's.
pub(super) fn own_number() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    thread_local! {
        static OWN: usize = NEXT.fetch_add(1, Ordering::Relaxed);
    }
    // A destructor of a thread local may call a mock after this one is gone.
    OWN.try_with(|own| *own).unwrap_or(usize::MAX)
}

/// Lets std find out what it finds out only once in a process (how large the stacks of threads are, which a variable of the environment may say), so
/// that it does not ask the fakes of the first run.
pub fn settle_std() {
    if let Ok(thread) = std::thread::Builder::new().spawn(|| {}) {
        // It has nothing to panic about.
        let _ = thread.join();
    }
}
