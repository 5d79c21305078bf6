//! What both programs need.

/// Whether a number has one digit.
pub fn is_small(number: u32) -> bool {
    number < limit()
}

fn limit() -> u32 {
    10
}
