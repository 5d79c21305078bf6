//! What the caller decides.

use isolde_llvm::CodegenLevel;
use std::path::PathBuf;

/// What is added to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing but an empty descriptor: the program behaves as compiled.
    Plain,
    /// One byte per basic block of the code under test.
    Coverage,
    /// Coverage and shadows.
    Symbolic,
}

/// Where the program begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// In its own `main`: a driver.
    Main,
    /// In the library's loop over parameterized tests, in place of the test harness: a test program, compiled with `--cfg isolde_engine`.
    Puts,
}

/// Which of LLVM's pipelines runs before the shadows are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OptLevel {
    /// None: as rustc wrote it.
    O0,
    /// `default<O1>`.
    O1,
    /// `default<O2>`.
    O2,
}

impl OptLevel {
    /// What comes closest to a value of rustc's option `opt-level`; without one it is 0. Code for size is marked as such where it is compiled, not here.
    pub fn of_rustc(opt_level: &str) -> OptLevel {
        match opt_level {
            "0" | "" => OptLevel::O0,
            "1" => OptLevel::O1,
            _ => OptLevel::O2,
        }
    }

    /// LLVM's name of the pipeline.
    pub(crate) fn pipeline(self) -> &'static str {
        match self {
            OptLevel::O0 => "default<O0>",
            OptLevel::O1 => "default<O1>",
            OptLevel::O2 => "default<O2>",
        }
    }
}

/// Options of [`instrument`](crate::instrument).
#[derive(Clone, Debug)]
pub struct Options {
    /// What is added.
    pub kind: Kind,
    /// Where it begins.
    pub entry: Entry,
    /// Optimisation of the middle end.
    pub opt_level: OptLevel,
    /// Effort of the code generator.
    pub codegen_level: CodegenLevel,
    /// Crate names as v0 symbols have them (`_` in place of `-`). Their own calls to hash functions keep their meaning.
    pub crates_under_test: Vec<String>,
    /// Files below these folders are code under test.
    pub source_roots: Vec<PathBuf>,
    /// Files below these are not, although they lie in a root: generated code.
    pub source_excluded: Vec<PathBuf>,
    /// Whether the object keeps line tables. Programs that are only explored do without, which saves time.
    pub debug_info: bool,
}

impl Options {
    /// The defaults for a kind: explored programs are optimised a little and lose their line tables, plain ones stay as they
    /// are. Code with shadows is three times that without, so by default its generator is the fast one; [`CodegenLevel::Less`] takes some
    /// ten times longer to emit and runs up to three times faster, which pays for long explorations.
    pub fn new(kind: Kind) -> Options {
        Options {
            kind,
            entry: Entry::Main,
            opt_level: if kind == Kind::Plain {
                OptLevel::O0
            } else {
                OptLevel::O1
            },
            codegen_level: if kind == Kind::Coverage {
                CodegenLevel::Less
            } else {
                CodegenLevel::None
            },
            crates_under_test: Vec::new(),
            source_roots: Vec::new(),
            source_excluded: Vec::new(),
            debug_info: kind == Kind::Plain,
        }
    }
}
