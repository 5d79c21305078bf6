//! Functions whose behaviour depends on the answers of mocks and closures.

pub mod downcasts;
pub mod entries;
pub mod fatal;
pub mod kinds;
pub mod refused;
pub mod service;
pub mod signatures;
pub mod standard;
pub mod types;
pub mod varied;
