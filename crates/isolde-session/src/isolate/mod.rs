//! What is inside an isolated unit, and what is outside.
//!
//! [`Border`] decides about the functions that code of the unit reaches: by the rules that the user gave, in the `[isolate]` table of an `isolde.toml`
//! ([`IsolateConfig`]) or as options, and otherwise by where a function is defined and, for std, by whether it reaches the world (`standard.rs`).
//! [`Listing`] is what `--list` shows of it.

mod border;
mod config;
mod item_path;
mod listing;
mod request;
mod standard;

pub use border::{AskedBy, Border, Decision, Unmatched, Why};
pub use config::{ConfigError, ConfiguredPath, IsolateConfig};
pub use item_path::{ItemPath, NoItemPath};
pub use listing::Listing;
pub(crate) use request::Isolating;
pub use request::{IsolateError, IsolateRequest};
