//! The one lock of the runtime: a spin lock that knows its holder.
//!
//! Instrumented code may call the runtime from any thread, and even from a signal handler that interrupted the runtime itself. Such a handler must
//! not wait: [`Lock::enter`] refuses a thread that already holds the lock, and the caller then acts as if everything were concrete.

use crate::sys;
use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicU64, Ordering};

/// A lock and the value that it protects.
pub struct Lock<T> {
    /// The thread that holds the lock, 0 if there is none.
    holder: AtomicU64,
    value: UnsafeCell<T>,
}
// SAFETY: the value is accessed only through a `Guard`, of which there is one at a time. What the value points to is mapped memory that lives as long
// as the process.
unsafe impl<T> Sync for Lock<T> {}

impl<T> Lock<T> {
    /// An open lock.
    pub const fn new(value: T) -> Lock<T> {
        Lock {
            holder: AtomicU64::new(0),
            value: UnsafeCell::new(value),
        }
    }

    /// Waits for the lock; `None` if this thread holds it already.
    #[inline]
    pub fn enter(&self, thread: u64) -> Option<Guard<'_, T>> {
        while let Err(holder) =
            self.holder
                .compare_exchange(0, thread, Ordering::Acquire, Ordering::Relaxed)
        {
            if holder == thread {
                return None;
            }
            sys::pause();
        }
        Some(Guard { lock: self })
    }
}

/// The right to use the value; dropping it opens the lock.
pub struct Guard<'a, T> {
    lock: &'a Lock<T>,
}

impl<T> core::ops::Deref for Guard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: the guard is the only access to the value.
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> core::ops::DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the guard is the only access to the value.
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T> Drop for Guard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.lock.holder.store(0, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::Lock;

    #[test]
    fn a_thread_that_holds_the_lock_is_refused_and_others_wait() {
        static LOCK: Lock<u64> = Lock::new(0);
        let guard = LOCK.enter(7).expect("open");
        assert!(LOCK.enter(7).is_none());
        drop(guard);
        std::thread::scope(|scope| {
            for thread in 1..=4 {
                scope.spawn(move || {
                    for _ in 0..1000 {
                        *LOCK.enter(thread).expect("not inside") += 1;
                    }
                });
            }
        });
        assert_eq!(*LOCK.enter(9).expect("open"), 4000);
    }
}
