//! Types with unsafe code: three with an error of memory, and the same three without it.

pub mod broken;
pub mod caught;
pub mod sound;
