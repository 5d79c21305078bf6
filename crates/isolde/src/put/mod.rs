//! Parameterized tests: what `#[isolde::put]` makes of a function, and how it is run with one input and judged.
//!
//! A parameterized test states what must hold for all inputs. Its parameters are choices; [`assume!`](crate::assume!) refuses inputs,
//! [`choose`] makes more choices inside the body, and [`assert_reachable!`](crate::assert_reachable!) claims that some input reaches it.
//!
//! - [`check`]: the test that `cargo test` runs: inline cases, stored inputs, a few fresh ones;
//! - [`stored`]: the files in which inputs are kept, and [`address`]: how their choices are named there;
//! - `alone`: inputs that need a process of their own; `judge`: whether a run is a failure; `current`: the run in progress in this thread;
//!   `paths`: how source text names the user's items.

pub mod address;
mod alone;
mod check;
mod conclude;
pub(crate) mod current;
mod description;
#[cfg(isolde_engine)]
#[doc(hidden)]
pub mod engine;
mod judge;
mod macros;
pub(crate) mod paths;
mod settings;
mod shrink;
pub mod stored;
mod verdict;

pub use check::check;
pub use conclude::Conclusion;
pub use current::{choose, reach, refuse};
pub use judge::{Allowed, run};
pub use verdict::{Judged, Verdict};

use crate::Thunk;

/// A parameterized test, as the attribute describes it.
#[derive(Debug)]
pub struct Put {
    /// Name of the function.
    pub name: &'static str,
    /// `module_path!()`.
    pub module: &'static str,
    /// `file!()`.
    pub file: &'static str,
    /// Line of the function.
    pub line: u32,
    /// `env!("CARGO_MANIFEST_DIR")`.
    pub manifest_dir: &'static str,
    /// Names and types of the parameters, as written.
    pub parameters: &'static [(&'static str, &'static str)],
    /// Builds the parameters, calls the function, and concludes from its result whether it failed.
    pub thunk: Thunk,
    /// Inline cases: the call as source text, and the call.
    pub cases: &'static [(&'static str, fn())],
    /// Set for `#[should_panic]`: every input must panic, with this text in the message.
    pub should_panic: Option<&'static str>,
    /// Panics and errors that do not count as failures.
    pub allowed: &'static [Allowed],
    /// Labels of the `assert_reachable!`s in the function.
    pub reachable: &'static [&'static str],
    /// The bounds of the exploration.
    pub bounds: Bounds,
    /// How many fresh inputs are run under `cargo test`, if the attribute says so.
    pub fresh: Option<u32>,
}

/// Bounds of an exploration. `None` leaves a bound to the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The number of runs.
    pub runs: Option<u64>,
    /// Milliseconds.
    pub time: Option<u64>,
    /// The number of branches that depend on the input, in one run.
    pub branches: Option<u32>,
    /// Milliseconds that the solver may spend on one query.
    pub solver: Option<u64>,
}

impl Bounds {
    /// No bounds.
    pub const NONE: Bounds = Bounds {
        runs: None,
        time: None,
        branches: None,
        solver: None,
    };
}

impl Put {
    /// `module::name`.
    pub fn path(&self) -> String {
        format!("{}::{}", self.module, self.name)
    }

    /// `name(a: A, b: B)`.
    pub fn signature(&self) -> String {
        stored::signature(self.name, self.parameters)
    }

    /// The file with its stored inputs.
    pub fn stored_file(&self) -> std::path::PathBuf {
        stored::file(self.manifest_dir.as_ref(), self.module, self.name)
    }
}

#[cfg(test)]
mod tests;
