//! What a command of `cargo isolde` does between its arguments and its output.
//!
//! [`search`] explores programs, [`executor`] runs their cases again for the suite, [`emit`] writes stored inputs as conventional tests, [`record`]
//! puts together what the run learned, and [`record_file`] writes it. [`puts`] describes parameterized tests to the search and to the record.
//! [`confined`] starts test executables in the sandbox.

pub mod confined;
pub mod emit;
pub mod executor;
pub mod puts;
pub mod record;
pub mod record_file;
pub mod search;
