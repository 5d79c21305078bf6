//! Futures and streams as results of calls: they are polled by the driver and by tests, which need no executor.

use serde::{Deserialize, Serialize};

/// How often a future, or a stream for its next item, is polled at most.
pub const MOST_POLLS: usize = 1000;
/// How many items of a stream are taken at most.
pub const MOST_ITEMS: usize = 16;

/// What a call gives that does nothing until it is polled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lazy {
    /// A future.
    Future,
    /// A stream.
    Stream {
        /// How tests name the method that polls it: `futures_core::Stream::poll_next`.
        poll_next: String,
    },
}

/// How polling ended. A future or stream is polled again as long as it wakes itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Polled {
    /// The future was ready; the stream ended.
    Ready,
    /// It was pending without having been woken. Of a stream, there may have been items before.
    Pending,
    /// The future still woke itself after [`MOST_POLLS`] polls; a stream did the same, or gave [`MOST_ITEMS`] items.
    Busy,
}
