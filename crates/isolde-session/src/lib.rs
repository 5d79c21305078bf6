//! One run of Isolde, between the command line and everything else.
//!
//! Every command that explores goes through one pipeline ([`run`]), which has five steps:
//!
//! 1. **prepare**: build the programs, and refuse what cannot work before time is spent on it;
//! 2. **explore**: search inputs for each [`Target`];
//! 3. **keep**: choose among the cases found, make them simpler, observe them;
//! 4. **verify**: compile and run the tests made of them in a copy of the workspace, and install those that hold;
//! 5. **record**: write what was learned to `target/isolde/`.
//!
//! What the steps work on is a [`Subject`], one for each command: [`functions`] of a package (`cargo isolde generate`) or its parameterized tests
//! ([`puts`], `cargo isolde explore`). A new command is a new subject; it does not bring a pipeline of its own.
//!
//! Nothing here reads arguments or prints: a command line makes a [`Session`], shows what its [`Reporter`] gets, and turns a
//! [`SessionError`]'s [`fault`](SessionError::fault) into an exit code.

pub mod confined;
mod emit;
mod error;
mod executor;
pub mod functions;
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
pub use record_file::Unwritable;
pub use reporter::{Notice, Phase, Reporter};
pub use session::{SearchSettings, Session};
pub use subject::{Found, Subject, Target};
