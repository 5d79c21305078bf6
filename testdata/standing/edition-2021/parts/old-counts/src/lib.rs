//! Counting, long ago.
