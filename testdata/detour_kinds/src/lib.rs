//! Calls of functions of every kind from the crate under test.

#[cfg(test)]
mod rules;
#[cfg(test)]
mod tests;

fn private(n: u64) -> u64 {
    n + 1
}

/// Calls a private function.
pub fn calls_private(n: u64) -> u64 {
    private(n)
}
