//! One run of Isolde: the layer between the command line and all other crates.
//!
//! Every command that explores goes through one pipeline ([`run`]), which has five steps:
//!
//! 1. **prepare**: build the programs, and refuse what cannot work before time is spent on it;
//! 2. **explore**: search inputs for each [`Target`];
//! 3. **keep**: choose among the cases found, make them simpler, observe them;
//! 4. **verify**: compile and run the tests in a copy of the workspace, and install those that pass;
//! 5. **record**: write what was learned to `target/isolde/`.
//!
//! What the steps work on is a [`Subject`], one for each command: the [`functions`] of a package (`cargo isolde generate`) or its parameterized tests
//! ([`puts`], `cargo isolde explore`). A new command adds a subject and uses the same pipeline.
//!
//! [`generalize`] is a command of another kind: it changes the package's own tests, and explores each form of them through the same pipeline.
//!
//! Nothing here reads arguments or prints: the command line makes a [`Session`], shows what its [`Reporter`] receives, and turns the
//! [`fault`](SessionError::fault) of a [`SessionError`] into an exit code.

pub mod confined;
mod emit;
mod error;
mod executor;
pub mod functions;
pub mod generalize;
pub mod isolate;
mod pipeline;
pub mod puts;
mod record_file;
mod reporter;
mod search;
mod session;
mod subject;

pub use emit::EmissionError;
pub use error::SessionError;
pub use pipeline::{Ended, run};
pub use record_file::{Unwritable, write_runs};
pub use reporter::{Notice, Phase, Reporter};
pub use session::{SearchSettings, Session};
pub use subject::{Found, Subject, Target};
