//! The third listing of the Dsc+Mock paper: the result of an interface's method decides the branch. Here the result of the method is a
//! plain integer.

/// What the client did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The answer was something else.
    Other,
    /// The answer was one more than `b`.
    Goal,
}

/// Compares the answer of `m1` with `b`.
pub fn foobar(m1: i32, b: i32) -> Reached {
    if m1 == b.wrapping_add(1) { Reached::Goal } else { Reached::Other }
}
