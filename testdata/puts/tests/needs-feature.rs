//! A target that is built only with a feature.

#[isolde::put]
fn needs_more(_n: u8) {}
