//! Public paths must compile outside the crate.

use crate::fixture::{cargo, harbour, run};
use std::fmt::Write;
use std::fs;

#[test]
fn code_outside_can_import_every_public_path() {
    let fixture = harbour();
    let model = &fixture.model;
    let types = model
        .types
        .values()
        .filter_map(|of| of.public_path.as_ref());
    let traits = model
        .traits
        .values()
        .filter_map(|of| of.public_path.as_ref());
    let implemented = model
        .impls
        .iter()
        .filter_map(|of| of.trait_public_path.as_ref());
    let is_free = |of: &&isolde_model::Function| of.container == isolde_model::Container::Module;
    let functions = model
        .functions
        .iter()
        .filter(is_free)
        .filter_map(|of| of.public_path.as_ref());
    let mut source = "#![allow(unused_imports, deprecated)]\n".to_owned();
    for (index, path) in types
        .chain(traits)
        .chain(implemented)
        .chain(functions)
        .enumerate()
    {
        writeln!(source, "use {path} as Item{index};").expect("strings can be written to");
    }
    let package = fixture.folder.path().join("outside");
    fs::create_dir_all(package.join("src")).expect("a folder is made");
    fs::write(package.join("src/lib.rs"), source).expect("the source is written");
    let manifest = "[package]\nname = \"outside\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\nharbour-lights = { path = \"../harbour\" }\n\n[workspace]\n";
    fs::write(package.join("Cargo.toml"), manifest).expect("the manifest is written");
    run(cargo(&package, &package.join("target")).args(["check", "--quiet", "--offline"]));
}
