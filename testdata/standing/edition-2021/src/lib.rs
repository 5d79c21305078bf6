//! A package of edition 2021 with a renamed dependency, a patched one, one that is a procedural macro, development dependencies with the names of
//! others and with a feature of a dependency, and a build script that sets an environment variable and a condition.

use lengths::Metres;

/// A walk.
#[derive(Clone, Debug, PartialEq, marks::Marked)]
pub struct Walk {
    /// Its length.
    pub length: u32,
}

/// The limit from the build script.
#[cfg(configured)]
pub fn is_long(walk: &Walk) -> bool {
    walk.length > env!("LIMIT").parse().unwrap_or(0)
}

/// Counts with the patched dependency.
pub fn steps(walk: &Walk) -> u32 {
    if cfg!(feature = "wide") {
        counts::ones(walk.length)
    } else {
        0
    }
}

/// The length in the smallest unit that there is.
pub fn smallest(walk: &Walk) -> u64 {
    lengths::smallest(&Metres(walk.length))
}

/// Only this package uses the type of the renamed dependency.
pub fn measure(walk: &Walk) -> Metres {
    Metres(walk.length)
}
