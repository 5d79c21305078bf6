//! What all stages of a build share, and what they report.

use crate::isolate::Isolate;
use crate::package::Package;
use crate::scratch::Scratch;
use isolde_cargo::{Error, Job, Output, Toolchain};
use isolde_record::Deadline;
use std::path::Path;
use std::process::Command;

/// What is being done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Another process holds the scratch folder.
    Waiting,
    /// The package was found.
    Found {
        /// Name.
        package: String,
        /// Version.
        version: String,
        /// The binary that is explored, if it is not the library.
        binary: Option<String>,
    },
    /// The compiler checks the package with the user's own flags.
    Checking,
    /// rustdoc runs.
    Documenting,
    /// The model was read.
    Modelled {
        /// Functions in it.
        functions: usize,
    },
    /// The driver was generated.
    Generated {
        /// Number of the round, from 1.
        round: u32,
        /// Thunks in it.
        thunks: usize,
        /// Pieces left out because the compiler refused them.
        rejected: usize,
    },
    /// The compiler does not tell which of the driver's pieces it refuses: they are looked for by halving.
    Narrowing,
    /// A test target is built.
    BuildingTests {
        /// "the library" or "test target `name`".
        target: String,
    },
    /// Cargo compiles something: name and version.
    Compiling(String),
    /// The passes run.
    Instrumenting,
    /// The programs of an earlier run can still be used.
    Reused,
}

/// What all stages share.
pub(crate) struct Context<'a> {
    /// Item paths with `*`; empty means all.
    pub filters: &'a [String],
    /// Whether functions are also called in sequences.
    pub sequences: bool,
    /// Whether conventions are checked then.
    pub conventions: bool,
    /// Whether mocks are invented for traits.
    pub mocks: bool,
    /// Whether comparisons and keys may contradict themselves.
    pub lawless: bool,
    /// Whether there is to be a program that checks memory, if the package has unsafe code.
    pub memory: bool,
    /// If a unit is isolated: which, and from what.
    pub isolate: Option<&'a Isolate>,
    /// The program that acts as the linker.
    pub linker: &'a Path,
    /// Tells when the user wants to stop.
    pub deadline: &'a Deadline,
    /// The package that is built.
    pub package: &'a Package,
    /// Its compiler.
    pub toolchain: &'a Toolchain,
    /// The folders.
    pub scratch: &'a Scratch,
    /// The user's compiler flags that must also apply in Isolde's builds.
    pub user_flags: &'a [String],
    /// Called with each step.
    pub progress: &'a (dyn Fn(Step) + Sync),
}

impl Context<'_> {
    /// Reports a step.
    pub fn step(&self, step: Step) {
        (self.progress)(step);
    }

    /// Whether a unit is isolated, and it is enough to find out what is outside.
    pub fn only_lists(&self) -> bool {
        self.isolate.is_some_and(|isolate| isolate.only_lists)
    }

    /// Runs cargo and reports what it compiles.
    pub fn run_cargo(&self, command: Command) -> Result<Output, Error> {
        Job::rust(command)
            .on_error_line(&mut |line| self.cargo_line(line))
            .run(self.deadline)
    }

    /// Reports progress from a line that cargo prints.
    fn cargo_line(&self, line: &str) {
        let line = line.trim_start();
        if let Some(what) = line
            .strip_prefix("Compiling ")
            .or_else(|| line.strip_prefix("Checking "))
        {
            self.step(Step::Compiling(
                what.split(" (").next().unwrap_or(what).to_owned(),
            ));
        }
    }
}
