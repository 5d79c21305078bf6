//! Conventional tests become parameterized ones: what a test could claim for all inputs, written in its own words.
//!
//! Everything here is about texts. Nothing is compiled or run, so nothing here knows which claims hold; that is for the caller to find out.
//!
//! 1. [`mod@unroll`] takes tests with several cases apart, [`read`] finds the tests of a source file, and [`body`] the values in each: those that feed the code under test, and those that its results
//!    are compared with;
//! 2. [`probe`] wraps the values so that a run of the test reports their [`types`];
//! 3. [`claim`] proposes parameterized forms, the most promising first. Parameters have [`names`] of the package's own, and expected values become
//!    functions of the inputs that are [`learned`] from the old [`value`]s;
//! 4. [`mod@assume`] proposes assumptions, given inputs that fail and inputs that pass;
//! 5. [`mod@write`] makes the text, [`merge`] tells which texts are the same test, [`pattern`] names what a test does, and [`splice`] puts the text in its
//!    place without touching anything else.
//!
//! A test that is left as it is has a [`reason`].

pub mod assume;
pub mod body;
pub mod claim;
mod configured;
pub mod learned;
pub mod merge;
pub mod mutants;
pub mod names;
pub mod pattern;
pub mod probe;
pub mod read;
pub mod reason;
pub mod splice;
pub mod types;
pub mod unroll;
pub mod value;
pub mod write;
