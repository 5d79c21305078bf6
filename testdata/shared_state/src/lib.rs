//! State that the tests in one process share.

use std::sync::atomic::{AtomicBool, Ordering};

static OPEN: AtomicBool = AtomicBool::new(false);

/// Sets the shared state to open.
pub fn open() {
    OPEN.store(true, Ordering::Relaxed);
}

/// Whether the shared state is open.
pub fn is_open() -> bool {
    OPEN.load(Ordering::Relaxed)
}

/// Half of a number.
pub fn half(n: u8) -> u8 {
    if n > 200 { 100 } else { n / 2 }
}
