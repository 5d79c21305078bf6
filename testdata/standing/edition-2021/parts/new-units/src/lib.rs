//! Lengths, in another version.
