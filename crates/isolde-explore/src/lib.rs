//! Exploration: corpus, scheduler, strategies, workers and sandbox.
//!
//! - [`worker`]: runs instrumented programs, one thunk at a time, whatever they do;
//! - [`sandbox`]: what these programs may not do.

mod error;
pub mod sandbox;
pub mod worker;

pub use error::ExploreError;
pub use worker::{Request, RunResult, Worker, WorkerOptions};
