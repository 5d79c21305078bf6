//! The code under test.

/// The mean, rounded down.
///
/// ```
/// assert_eq!(victim::mean(&[1, 2, 6]), 3);
/// ```
pub fn mean(numbers: &[u64]) -> u64 {
    sums::sum(numbers) / numbers.len() as u64
}

/// The values that the build script and the procedural macro computed.
pub fn computed() -> (&'static str, u64) {
    (env!("BUILT"), shout::answer!())
}

/// Whether additions are checked.
pub fn is_checked() -> bool {
    cfg!(debug_assertions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_between() {
        assert_eq!(mean(&[4, 2]), 3);
    }

    #[isolde::test]
    fn calls_between_dependencies_are_detoured() {
        let guard = isolde::detour!(dep::add => |a, b| a * 10 + b);
        assert_eq!(mean(&[4, 2]), 42 / 2);
        assert_eq!(guard.calls(), 2);
        drop(guard);
        assert_eq!(mean(&[4, 2]), 3);
    }

    #[test]
    fn what_was_computed_while_compiling_is_not() {
        assert_eq!(computed(), ("3", 42));
    }
}
