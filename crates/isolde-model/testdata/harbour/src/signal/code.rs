//! A public module in a public module.

/// A flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flag {
    /// Up.
    Up,
    /// Down.
    Down,
}

impl Flag {
    /// Flips.
    pub fn flip(&mut self) {
        *self = Flag::Up;
    }
}

/// In a private inline module.
mod local {
    pub fn unreachable_from_outside() {}
}

/// Calls.
pub fn call() {
    local::unreachable_from_outside();
}
