//! From a model to the source text of thunks that build values, call and observe
