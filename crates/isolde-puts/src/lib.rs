//! Explored parameterized tests: which inputs are kept, how they are stored, and conventional tests from them.
//!
//! - [`Programs`]: the programs of a test target, which list its tests and run inputs;
//! - [`known`]: stored inputs, and whether they still fit their test;
//! - [`keep()`]: one input for each behaviour, minimized, those that were stored before first;
//! - [`store`]: the files in the package;
//! - [`emit`]: conventional tests from stored inputs.

mod classes;
pub mod emit;
mod error;
mod input;
mod keep;
pub mod known;
mod programs;
pub mod store;

pub use error::PutsError;
pub use input::Input;
pub use keep::{Kept, keep};
pub use known::{Known, Unfit};
pub use programs::{Programs, Run};
