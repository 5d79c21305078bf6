//! From explored cases to tests.
//!
//! The steps, each in a module of its own:
//!
//! 1. `choose` the smallest set of cases that keeps coverage and outcomes, in which `instances` of one function count as one; add cases that notice
//!    `mutants`, a few `extra` ones at boundaries and on other paths, and `varied` ones with other values. `make` runs these steps within the [`mod@time`] that the exploration leaves;
//! 2. check whether they misuse `memory`, observe them in the uninstrumented program, assert only what is `stable` and does not contradict the `documented_errors`, and separate the
//!    `finding`s;
//! 3. `prune` tests that show nothing new, join findings with one `cause`, `rank` them, and give the other tests a `reason` (with special wording for a
//!    case one `step` from a boundary) and a `name`, which consists of `word`s;
//! 4. `render` them (asynchronous ones with `helpers`), and lay them out in [`files`]: of a test target, or [`in_place`] beside the modules (the two [`layout`]s);
//! 5. [`verify`] them with the user's own cargo in a copy of the `workspace`, and [`install`] those that pass.
//!
//! This crate does not run cases itself, but asks an [`Observe`] to. Verification also serves other kinds of tests: see [`candidate`].

mod assertion;
mod calls;
pub mod candidate;
mod cause;
mod checked;
mod checks;
mod choose;
mod contradicted;
mod copies;
mod dev_dependencies;
mod documented_errors;
mod documented_examples;
mod error;
mod extra;
mod fakes;
pub mod files;
mod finding;
mod helpers;
pub mod in_place;
mod inner_paths;
pub mod install;
mod instances;
pub mod layout;
pub mod lints;
mod make;
mod memory;
mod mocks;
pub mod modules;
mod mutants;
mod name;
mod observed;
mod prune;
mod rank;
mod reason;
mod renamed;
mod render;
mod request;
mod sources;
mod stable;
mod statements;
mod step;
mod suite;
mod target;
pub mod time;
mod trivial;
mod value;
mod varied;
pub mod verify;
mod word;
mod workspace;

pub use error::{ProgramError, SuiteError};
pub use make::{Made, make_tests};
pub use rank::announce_only_checks;
pub use request::{
    Beside, CodePoints, Keep, Location, MadeBy, Mutant, Notices, Observe, PathClass, Soundness,
    SuiteRequest, Surroundings,
};
pub use suite::{
    Preparation, Suite, build_suite, check_place, prepare_verification, verify_and_install,
};
pub use workspace::Workspace;
