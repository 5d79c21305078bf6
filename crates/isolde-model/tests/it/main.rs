//! Tests of the model on a fixture crate, whose rustdoc JSON the toolchain makes.

mod errors;
mod fixture;
mod items;
mod outside;
mod std_paths;
mod workspace;
