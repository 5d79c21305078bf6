//! Panics that are caught, deep in functions with arrays on their stacks: what comes later uses the same stack.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Counts attempts that fail.
#[derive(Default)]
pub struct Attempts {
    failed: u32,
}

impl Attempts {
    /// No attempts.
    pub fn new() -> Attempts {
        Attempts::default()
    }

    /// Fails below several functions, and catches the panic.
    pub fn fail(&mut self, depth: u8) {
        let failing = AssertUnwindSafe(|| fail_below(depth % 8));
        self.failed += u32::from(catch_unwind(failing).is_err());
    }

    /// The sum of an array as large as those of the functions that failed.
    pub fn sum(&self) -> u64 {
        let mut numbers = [1_u64; 64];
        numbers[7] = u64::from(self.failed);
        let numbers = std::hint::black_box(&mut numbers);
        // The pointer stays inside the array.
        (0..64).map(|at| unsafe { *numbers.as_ptr().add(at) }).sum()
    }
}

fn fail_below(depth: u8) -> u64 {
    let mut numbers = [u64::from(depth); 32];
    let numbers = std::hint::black_box(&mut numbers);
    match depth {
        0 => panic!("the end is reached"),
        _ => fail_below(depth - 1) + numbers[3],
    }
}
