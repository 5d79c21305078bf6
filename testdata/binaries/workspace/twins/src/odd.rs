//! A program that needs a feature.

fn main() {}
