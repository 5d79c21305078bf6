//! A library that does not compile.

/// Nothing good.
pub fn text() -> u8 {
    "text"
}
