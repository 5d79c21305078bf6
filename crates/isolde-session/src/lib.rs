//! One run of Isolde, between the command line and everything else.
//!
//! Every command that explores goes through one [`pipeline`], which has five steps:
//!
//! 1. **prepare**: build the programs, and refuse what cannot work before time is spent on it;
//! 2. **explore**: search inputs for each [`Target`] ([`mod@search`]);
//! 3. **keep**: choose among the cases found, make them simpler, observe them (by the [`executor`]);
//! 4. **verify**: compile and run the tests made of them in a copy of the workspace, and install those that hold;
//! 5. **record**: write what was learned to `target/isolde/` ([`record_file`]).
//!
//! What the steps work on is a [`Subject`], one for each command: [`functions`] of a package (`cargo isolde generate`) or its parameterized tests
//! ([`puts`], `cargo isolde explore`). A new command is a new subject; it does not bring a pipeline of its own.
//!
//! Nothing here reads arguments or prints: a command line makes a [`Session`], is told of progress by its [`Reporter`], and turns a
//! [`SessionError`]'s [`fault`](SessionError::fault) into an exit code.

pub mod confined;
pub mod emit;
mod error;
pub mod executor;
pub mod functions;
pub mod pipeline;
pub mod puts;
pub mod record_file;
pub mod reporter;
pub mod search;
mod session;
mod subject;

pub use error::SessionError;
pub use pipeline::{Ended, run};
pub use reporter::{Notice, Phase, Reporter};
pub use session::{SearchSettings, Session};
pub use subject::{Found, Subject, Target};
