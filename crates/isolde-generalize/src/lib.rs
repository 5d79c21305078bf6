//! draft
pub mod assume;
pub mod body;
pub mod claim;
pub mod learned;
pub mod merge;
pub mod names;
pub mod pattern;
pub mod probe;
pub mod read;
pub mod reason;
pub mod splice;
pub mod types;
pub mod value;
pub mod write;
