//! A target with a `main` of its own: the tests that `#[isolde::put]` makes are not part of it.

#[cfg_attr(any(), isolde::put)]
fn main() {}
