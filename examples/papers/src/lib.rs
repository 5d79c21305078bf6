//! Examples from the papers that Isolde builds on, rewritten as Rust types.
//!
//! Properties that the papers state as parameterized tests are functions here that panic if the property is violated; exploring
//! such a function finds the inputs.

pub mod avl;
pub mod dsc;
pub mod heap;
pub mod list;
pub mod registry;
pub mod settings;
pub mod y2k;
