//! A target with a `main` of its own: what `#[isolde::put]` makes is no part of it.

#[cfg_attr(any(), isolde::put)]
fn main() {}
