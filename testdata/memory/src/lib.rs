//! Types with unsafe code: five with an error of memory, and the same five without it.

pub mod broken;
pub mod caught;
pub mod sound;
