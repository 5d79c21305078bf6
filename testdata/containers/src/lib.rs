//! Four containers from textbooks, whose branches only sequences of calls reach.
//!
//! - [`tree`]: a binary search tree that is not balanced;
//! - [`binomial`]: a binomial heap;
//! - [`fibonacci`]: a Fibonacci heap, whose items have handles;
//! - [`redblack`]: a map that is a red-black tree.
//!
//! Calls of the public functions reach every branch. What cannot happen is left to `expect` and to the checks that the
//! compiler adds.
#![forbid(unsafe_code)]

pub mod binomial;
pub mod fibonacci;
pub mod redblack;
pub mod tree;
