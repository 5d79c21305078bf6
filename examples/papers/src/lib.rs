//! Cases of the papers that Isolde builds on, as Rust types written anew.
//!
//! Properties that the papers state as parameterized tests are functions here that panic where the property is broken; the
//! exploration of such a function finds the inputs.

pub mod avl;
pub mod dsc;
pub mod heap;
pub mod list;
pub mod registry;
pub mod settings;
pub mod y2k;
