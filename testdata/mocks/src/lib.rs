//! Code written against traits for which there are no implementors.

pub mod callbacks;
pub mod messages;
pub mod papers;
pub mod parser;
