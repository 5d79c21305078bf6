//! A development dependency.
