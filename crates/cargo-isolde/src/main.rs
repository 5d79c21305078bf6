//! cargo isolde: white-box tests for Rust, written by machine
fn main() {}
