//! Functions whose behaviour depends on the answers of mocks and closures.

pub mod downcasts;
pub mod entries;
pub mod fatal;
pub mod service;
pub mod standard;
pub mod types;
