//! Checks of the repository's own structure, which `tests/repository/` applies to this repository:
//!
//! - [`graph`]: the table of crates in ARCHITECTURE.md shows the same dependencies as the manifests.
//! - [`modules`] and [`circles`]: no two files of a crate use each other, unless one is a descendant of the other.
//! - [`documents`]: every file that a document mentions exists.
//! - [`files`]: which files belong to the repository, how long they are, and whether they begin with a description of their purpose.
//!
//! No part of the product depends on this crate.

pub mod circles;
pub mod documents;
pub mod files;
pub mod graph;
pub mod modules;
