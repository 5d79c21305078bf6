//! How runs end.

use isolde_abi::protocol::{OUTCOME_DISCARDED, OUTCOME_PANICKED, OUTCOME_RETURNED};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum RunOutcome {
    /// The function returned.
    Returned = OUTCOME_RETURNED,
    /// The function panicked.
    Panicked = OUTCOME_PANICKED,
    /// The arguments could not be built, so the run is not a case.
    Discarded = OUTCOME_DISCARDED,
}
