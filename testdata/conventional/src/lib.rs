//! Small modules with conventional tests, as people write them.

pub mod codec;
pub mod heap;
pub mod numbers;
pub mod registry;
pub mod settings;
pub mod stack;
pub mod words;
