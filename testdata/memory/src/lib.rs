//! Types with unsafe code: four with an error of memory, and the same four without it.

pub mod broken;
pub mod caught;
pub mod sound;
