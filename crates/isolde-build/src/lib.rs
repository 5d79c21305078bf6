//! Cargo invocations, instrumented programs and their cache: from a package to programs that can be explored.
//!
//! [`prepare`] finds the package, reads its rustdoc JSON into a model, lets the harness write a *driver* crate, compiles it with cargo
//! while acting as the linker ([`link`]), and turns the whole-program bitcode into three programs. Everything is written to `<target>/isolde/`:
//!
//! ```text
//! doc/                    cargo's target directory of rustdoc
//! runtime/<hash>/         the runtime as a static library
//! detours/                cargo's target directory of tests with detours
//! detours-tools/          this program as compiler and linker, and which build of it made detours/
//! <package>/driver/       the generated crate
//! <package>/support/      sources that it depends on, carried by this crate
//! <package>/build/        cargo's target directory of the driver
//! <package>/record/       the link line and the bitcode of the last build
//! <package>/programs/     finished programs by content hash
//! <package>/tests-…/      build, record and programs of the package's own test targets
//! <package>/features/     the workspace copied, to ask cargo which features tests see
//! <package>/generalize/   the workspace copied, with parameterized forms of its tests, and their builds
//! <package>/public/       with `in_place`: the workspace copied, all of the package public
//! <package>/in-place/     with `in_place`: the folders above, built from that copy
//! <package>/binaries/     the folders above for binaries, each made a library in turn
//! ```
//!
//! [`prepare_tests`] does the same for parameterized tests. Nothing is generated then: the package's own test targets are built.
//!
//! [`detours`] runs a package's tests with detours: cargo builds them as always, with Isolde as the compiler's wrapper and the linker.
//!
//! Nothing here knows how programs are explored or how tests are written.

mod binary;
mod blame;
mod check;
mod checked;
mod compared;
mod compile;
mod context;
mod copy;
pub mod detours;
mod diagnostics;
mod document;
mod driver;
mod driver_build;
mod error;
mod features;
mod flags;
mod hash;
mod in_place;
mod isolate;
mod isolation;
pub mod link;
mod link_record;
mod memory_checks;
mod outside;
mod package;
mod prepare;
mod programs;
mod publicize;
mod puts;
mod rejected;
mod relink;
mod response_file;
mod runtime;
mod scratch;
mod select;
mod selection;
mod support;
mod target;
mod unsafe_code;

pub use context::Step;
pub use driver::CRATE_NAME as DRIVER_CRATE;
pub use error::BuildError;
pub use isolate::{Border, Isolate, Isolated, unit_filters};
pub use memory_checks::{Checked, MemoryChecks};
pub use package::{Package, find as find_package};
pub use prepare::{BuildRequest, Prepared, prepare};
pub use programs::Programs;
pub use puts::library::of_package as find_with_library;
pub use puts::{PreparedTests, TestKind, TestTarget, TestsRequest, TestsWarning, prepare_tests};
pub use scratch::Scratch;
pub use select::{Asked, Chosen, LeftOut, Selected, select};
pub use selection::Selection;
