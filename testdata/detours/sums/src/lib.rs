//! Calls the detoured functions.

pub fn sum(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |sum, &number| dep::add(sum, number))
}
