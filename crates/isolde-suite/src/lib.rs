//! From explored cases to tests.
//!
//! The steps, each in a module of its own:
//!
//! 1. `choose` the smallest set of cases that keeps coverage and outcomes; add a few `extra` cases at boundaries and on other paths, and `varied`
//!    ones with other values. `make` runs these steps within the [`mod@time`] that the exploration leaves;
//! 2. observe them in the uninstrumented program, assert only what is `stable`, and sort out `finding`s;
//! 3. `prune` tests that show nothing new, and give the others a `reason` (a case one `step` from a boundary has a special one) and a `name` made
//!    of `word`s;
//! 4. `render` them, and lay them out in [`files`]: of a test target, or [`in_place`] beside the modules (the two [`layout`]s);
//! 5. [`verify`] them with the user's own cargo in a copy of the `workspace`, and [`install`] those that hold.
//!
//! This crate does not run cases itself: it sees programs only through [`Observe`]. Verification also serves tests of other origins: see [`candidate`].

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
