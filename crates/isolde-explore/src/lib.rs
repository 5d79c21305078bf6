//! Exploration: corpus, scheduler, strategies, workers and sandbox.
//!
//! - [`explore()`] searches inputs for all thunks of a [`Target`] and returns the cases worth a test;
//! - [`worker`]: runs instrumented programs, one thunk at a time, and survives whatever they do;
//! - [`sandbox`]: what these programs may not do;
//! - [`minimize()`]: the simplest input that still does the same; [`neighbours`]: inputs just beyond its boundaries; [`vary()`]: an input of the same
//!   kind with other values.
//!
//! The search of one thunk (`search`) mixes three sources of inputs over one corpus: draws, mutation of choices, and negated path
//! conditions. Everything is counted, not timed, so that the same seed finds the same cases.

mod config;
mod dictionary;
mod error;
mod explore;
mod layout;
pub mod memory;
mod minimize;
mod mutate;
mod random;
mod result;
pub mod sandbox;
mod search;
#[cfg(test)]
mod toy;
mod values;
mod vary;
pub mod worker;

pub use config::{Config, Guide, Point, Progress, Site, Sites, Snapshot, Target};
pub use error::ExploreError;
pub use explore::explore;
pub use minimize::{around, boundaries, minimize, neighbours, try_minimize};
pub use random::mix;
pub use result::{Clock, Exploration, ThunkStats};
pub use search::{PathClass, path_classes};
pub use vary::vary;
pub use worker::{Request, RunResult, Worker, WorkerOptions};
