//! Cargo invocations, instrumented programs and their cache
