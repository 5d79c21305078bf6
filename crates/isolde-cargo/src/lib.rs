//! The one place where Isolde runs other programs: cargo, rustc, the linker, test executables.
//!
//! - [`process`]: a child process that is followed to its end. The output that is kept has a limit, its time is limited by a
//!   [`Deadline`](isolde_record::Deadline), and neither it nor its own children outlive the run or this process;
//! - [`toolchain`]: which cargo, rustc and linker to use, and what they report about themselves;
//! - [`environment`]: the environment variables that these programs get;
//! - [`messages`]: cargo's and rustc's JSON messages;
//! - [`machine`]: which of their failures are the machine's fault;
//! - [`mirror`]: copies of the user's workspace that are kept from run to run;
//! - [`files`]: files that are written only if their content changes;
//! - [`halving`]: which parts of something keep it from building.
//!
//! The crates above this one decide what is built, and what a failed build means for the user.

pub mod environment;
mod error;
pub mod files;
pub mod halving;
pub mod machine;
pub mod messages;
pub mod mirror;
pub mod process;
pub mod toolchain;

pub use error::Error;
pub use mirror::Mirror;
pub use process::{End, Job, Output};
pub use toolchain::Toolchain;
