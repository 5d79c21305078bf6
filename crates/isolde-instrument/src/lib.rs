//! Passes that turn a whole-program bitcode module into an object that Isolde can explore.
//!
//! [`instrument`] reads the module that rustc leaves behind with fat LTO, adds what the [`Kind`] requires, optimises, and emits an object to be
//! linked with the runtime; [`instrument_explored`] makes both programs that are explored in one go. The [`ProgramMap`] explains the numbers in the
//! program's answers.
//!
//! [`border`] finds the functions that code of a unit reaches outside of it.
//!
//! How a program must be compiled: `-Clto=fat -Ccodegen-units=1 -Copt-level=0 -Cno-prepopulate-passes -Csymbol-mangling-version=v0
//! -Cdebuginfo=line-tables-only -Csave-temps`; the module is then `*.lto.after-restriction.bc`.

pub mod border;
mod clock;
mod coverage;
mod decisions;
mod detours;
mod elsewhere;
mod entry;
mod error;
mod map;
mod mutants;
mod names;
mod options;
mod pipeline;
mod prepare;
mod program;
mod slices;
mod sorting;
mod subject;
mod symbolic;
#[cfg(test)]
mod toolchain;

pub use detours::{Detoured, add_detours};
pub use error::Error;
pub use isolde_llvm::{CodegenLevel, Llvm};
pub use map::{
    BranchSite, Change, CoveragePoint, FunctionPoints, Mutant, PointKind, ProgramMap, SiteKind,
    Statistics,
};
pub use options::{Entry, Kind, OptLevel, Options};
pub use pipeline::{Explored, Order, give_back_memory, instrument, instrument_explored};
