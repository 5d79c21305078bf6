//! From explored cases to tests.
//!
//! The steps, one module each: [`mod@choose`] the smallest set of cases that keeps coverage and outcomes, add a few [`extra`] ones that pin
//! boundaries and [`varied`] ones that pin values, observe them in the uninstrumented program and keep what is [`stable`], sort out [`finding`]s, [`mod@prune`] what says
//! nothing, give a [`reason`], (of a boundary, if it is a [`step`] away), [`name`] (of [`word`]s) and [`render`] the tests, lay
//! them out in [`files`] (of a test target, or [`in_place`] beside the modules: the two [`layout`]s), [`verify`] them with the user's own cargo in a copy of the workspace, and [`install`] what held.
//! The steps up to tests that are not verified yet are in `make`; they share the [`mod@time`] that the exploration leaves. How a case is run is the caller's business: this crate sees programs only through [`Observe`].

mod assertion;
pub mod candidate;
mod checked;
mod choose;
mod error;
mod extra;
pub mod files;
mod finding;
pub mod in_place;
mod inner_paths;
pub mod install;
pub mod layout;
pub mod lints;
mod make;
pub mod modules;
mod name;
mod prune;
mod reason;
mod render;
mod request;
mod stable;
mod step;
mod suite;
mod target;
pub mod time;
mod varied;
pub mod verify;
mod word;
mod workspace;

pub use error::{ProgramError, SuiteError};
pub use make::{Made, make_tests};
pub use request::{Keep, Location, Observe, PathClass, SuiteRequest, Surroundings};
pub use suite::{Suite, build_suite, check_place, prepare_verification, verify_and_install};
pub use workspace::Workspace;
