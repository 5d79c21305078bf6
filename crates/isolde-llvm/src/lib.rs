//! A safe wrapper of the libLLVM that a Rust toolchain ships, loaded at run time
