//! The runtime linked into instrumented programs: expressions, shadow memory, tape, fork server
