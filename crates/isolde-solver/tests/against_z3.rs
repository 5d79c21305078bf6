//! The solver beside Z3 (written next).
