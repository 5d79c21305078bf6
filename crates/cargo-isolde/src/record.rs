//! The run record, put together from what all stages learned.

use isolde_harness::{Harness, Verdict};
use isolde_record::SkipReason;

/// Number of functions that the filters of the command line exclude.
pub fn filtered(harness: &Harness) -> usize {
    harness
        .functions
        .iter()
        .filter(|(_, verdict)| matches!(verdict, Verdict::Skipped(SkipReason::Filtered)))
        .count()
}
