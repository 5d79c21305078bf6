//! Counting, as in the version that the registry does not have.

/// The number of ones in a number.
pub fn ones(number: u32) -> u32 {
    number.count_ones()
}
