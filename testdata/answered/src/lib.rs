//! Functions whose behaviour depends on the answers of mocks and closures.

pub mod downcasts;
pub mod entries;
pub mod fatal;
pub mod kinds;
pub mod refused;
pub mod service;
pub mod standard;
pub mod types;
