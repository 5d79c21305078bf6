//! Branch puzzles: each function panics with `goal: …` for the right input and for no other. How many of the goals an
//! exploration reaches, and how fast, measures the engine.

pub mod bits;
pub mod collections;
pub mod floats;
pub mod numbers;
pub mod shapes;
pub mod state;
pub mod text;
