//! What several threads share if they have the same detour.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The part of a detour that threads share.
#[derive(Debug)]
pub(super) struct Shared {
    /// Held while the closure runs, so that the closure need not be `Sync`.
    lock: Mutex<()>,
    alive: AtomicBool,
    calls: AtomicU64,
}

impl Shared {
    pub fn new() -> Shared {
        Shared {
            lock: Mutex::new(()),
            alive: AtomicBool::new(true),
            calls: AtomicU64::new(0),
        }
    }

    pub fn is_alive(&self) -> bool {
        self.alive.load(Ordering::Acquire)
    }

    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// Waits until no other thread is in the closure. `None` if the detour's guard was dropped meanwhile.
    pub fn enter(&self) -> Option<MutexGuard<'_, ()>> {
        let running = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_alive() {
            return None;
        }
        self.calls.fetch_add(1, Ordering::Relaxed);
        Some(running)
    }

    /// Prevents further entries into the closure, which is running in this thread.
    pub fn abandon(&self) {
        self.alive.store(false, Ordering::Release);
    }

    /// Waits for the closure to end and prevents further entries.
    pub fn end(&self) {
        let _running = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.alive.store(false, Ordering::Release);
    }
}
