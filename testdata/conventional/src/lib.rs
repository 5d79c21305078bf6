//! Small modules with conventional tests, as people write them.

pub mod clock;
pub mod codec;
pub mod heap;
pub mod list;
pub mod numbers;
pub mod registry;
pub mod report;
pub mod roman;
pub mod settings;
pub mod stack;
pub mod temperature;
pub mod words;
pub mod writer;
