//! Moments of the clock that only measures how much time goes by.

use super::busy::Busy;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How far the first moment is from the real ones, so that no deadline comes while a test runs.
const FAR: Duration = Duration::from_secs(1_000_000_000);

/// A moment for detours of [`Instant::now`]: so much later than `moment(Duration::ZERO)`, which is the same in the whole process. All of these moments
/// come after the real ones.
///
/// # Panics
/// If the system cannot represent a moment as late as that.
pub fn moment(after: Duration) -> Instant {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let _busy = Busy::begin();
    *FIRST.get_or_init(|| Instant::now() + FAR) + after
}
