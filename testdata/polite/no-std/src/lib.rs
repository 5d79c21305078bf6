#![no_std]

/// Whether a number is even.
pub fn is_even(number: u32) -> bool {
    number % 2 == 0
}

/// Not the entry point of a program, despite its name.
pub fn main() -> u8 {
    7
}
