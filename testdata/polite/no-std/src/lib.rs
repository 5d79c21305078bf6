#![no_std]

/// Whether a number is even.
pub fn is_even(number: u32) -> bool {
    number % 2 == 0
}

/// No program begins here.
pub fn main() -> u8 {
    7
}
