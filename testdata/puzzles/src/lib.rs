//! Branch puzzles: each function panics with `goal: …` for the right inputs only. The engine is measured by how many of
//! the goals an exploration reaches, and how fast.

pub mod bits;
pub mod collections;
pub mod floats;
pub mod numbers;
pub mod shapes;
pub mod state;
pub mod text;
