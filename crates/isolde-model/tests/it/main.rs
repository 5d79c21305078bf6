//! Tests of the model with a fixture crate, whose rustdoc JSON is made by the toolchain.

mod crates;
mod errors;
mod fixture;
mod items;
mod outside;
mod std_paths;
mod workspace;
mod world;
