//! The types that all of Isolde's crates share. This crate depends on no other crate of Isolde.
//!
//! - [`thunk`]: what the harness generated, one entry per function under test;
//! - [`case`]: what a run did: tape, outcome, observation;
//! - [`deadline`]: when the work of a command has to end;
//! - [`edition`]: what generated files need in each edition of Rust;
//! - [`fault`]: whose fault an error is;
//! - [`function`]: what became of one function;
//! - [`generalize`]: what became of conventional tests, written to `target/isolde/generalize.json`;
//! - [`law`]: laws of traits that values break, and which of them belong together;
//! - [`memory`]: errors of memory;
//! - [`mod@panic`]: kinds of panics, and which of them documentation announces;
//! - [`polling`]: futures and streams as results, and how polling them ended;
//! - [`put`]: parameterized tests as a program describes them, and its verdicts on their runs;
//! - [`reach`]: how many of a package's public functions were explored, and why the others were not;
//! - [`reason`]: why functions were not explored, and why tests were removed;
//! - [`run`]: the record of a whole run, written to `target/isolde/run.json`;
//! - [`runs`]: the record of several runs, `target/isolde/runs.json`;
//! - [`times`]: how many queries took how long.

pub mod case;
pub mod deadline;
pub mod edition;
pub mod fault;
pub mod function;
pub mod generalize;
pub mod law;
mod leaving;
pub mod memory;
pub mod panic;
pub mod polling;
pub mod put;
pub mod reach;
pub mod reason;
pub mod run;
pub mod runs;
pub mod thunk;
pub mod times;

pub use case::{
    Case, FakeSource, LAW_CHECK, MockCall, MockSource, Observation, Observed, Outcome, Tape,
};
pub use deadline::Deadline;
pub use edition::{Edition, without_unused_prelude};
pub use fault::Fault;
pub use law::{Breaker, BrokenLaw, LawFamily};
pub use leaving::{LeavingCall, THROUGH, Treatment};
pub use memory::{Access, MemoryError, MemoryErrorKind, Place};
pub use panic::{Announced, PanicInfo, PanicKind, is_about_panics, message_class};
pub use polling::{Lazy, Polled};
pub use reach::Reach;
pub use run::{FunctionRecord, FunctionStatus, RunRecord, SkipReason};
pub use runs::{NotExplored, RunsRecord};
pub use thunk::{Argument, CLOSURE, DRIVER_SOURCE, Documented, Passing, ThunkInfo, Visibility};
