//! Items of other crates that occur in a package.

use crate::fixture::{cargo, run};
use isolde_model::{Model, Reader, TypeKind};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Writes a package with these dependencies.
fn package(folder: &Path, name: &str, dependencies: &str, source: &str) {
    let root = folder.join(name);
    fs::create_dir_all(root.join("src")).expect("a folder is made");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[dependencies]\n{dependencies}\n[workspace]\n"
    );
    fs::write(root.join("Cargo.toml"), manifest).expect("the manifest is written");
    fs::write(root.join("src/lib.rs"), source).expect("the source is written");
}

fn rustdoc(folder: &Path, of: &str) -> String {
    let mut command: Command = cargo(&folder.join("yard"), &folder.join("target"));
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["rustdoc", "--quiet", "--lib", "--offline", "-p", of, "--"])
        .args(["-Zunstable-options", "--output-format=json"])
        .args(["--document-private-items", "--document-hidden-items"]);
    run(&mut command);
    fs::read_to_string(folder.join(format!("target/doc/{of}.json"))).expect("rustdoc left it")
}

/// A yard whose functions speak of ropes and, through these, of knots. It calls the crate of ropes `line`, and does not use that of sails.
fn yard(folder: &Path) -> (Model, Vec<String>) {
    package(folder, "knots", "", "pub enum Knot { Bowline, Reef(u8) }");
    package(folder, "sails", "", "pub struct Sail;");
    package(
        folder,
        "ropes",
        "knots = { path = \"../knots\" }",
        "mod inner { pub struct Rope { length: u32 } impl Rope { pub fn of(length: u32) -> Rope { Rope { length } } fn secret() -> Rope { Rope::of(1) } } }
         pub use inner::Rope; pub use knots::Knot; pub struct Tied { pub knot: Knot }
         pub type Ropes = Vec<Rope>; pub trait Strong { fn strength(&self) -> u32; } impl Strong for u8 { fn strength(&self) -> u32 { 1 } }",
    );
    package(
        folder,
        "yard",
        "line = { package = \"ropes\", path = \"../ropes\" }\nsails = { path = \"../sails\" }",
        "pub fn coil(rope: line::Rope) -> line::Ropes { vec![rope] } pub fn tie(tied: &line::Tied) {} fn furl(_: sails::Sail) {}
         pub fn pull<T: line::Strong>(with: T) {} pub struct Winch; impl line::Strong for Winch { fn strength(&self) -> u32 { 9 } }",
    );
    let json = rustdoc(folder, "yard");
    let mut reader = Reader::new(&json, &folder.join("yard")).expect("it is read");
    let mut asked = Vec::new();
    loop {
        let wanted = reader.wanted();
        if wanted.is_empty() {
            break;
        }
        for krate in wanted {
            assert!(krate.file.starts_with(folder), "{krate:?}");
            let json = rustdoc(folder, &krate.name);
            let name = (krate.name == "ropes").then_some("line");
            reader.add(&krate, name, &json).expect("it is read");
            asked.push(krate.name);
        }
    }
    (reader.model().expect("a model"), asked)
}

#[test]
fn items_of_other_crates_are_known_and_named_as_tests_can_name_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder: PathBuf = folder.path().canonicalize().expect("it exists");
    let (model, asked) = yard(&folder);
    // Private functions and what they mention do not count.
    assert_eq!(asked, ["ropes", "knots"]);
    let paths = |functions: &[isolde_model::Function]| -> Vec<String> {
        functions.iter().map(|each| each.path.clone()).collect()
    };
    assert_eq!(
        paths(&model.functions),
        ["<Winch as Strong>::strength", "coil", "furl", "pull", "tie"]
    );
    assert!(paths(&model.outside).contains(&"ropes::inner::Rope::of".to_owned()));
    assert!(
        !paths(&model.outside)
            .iter()
            .any(|path| path.ends_with("secret"))
    );

    let named = |name: &str| {
        let mut all = model.types.values();
        let item = all.find(|item| item.name == name).expect("a type");
        (item.public_path.as_deref(), item.is_outside)
    };
    assert_eq!(named("Rope"), (Some("line::Rope"), true));
    assert_eq!(named("Knot"), (Some("line::Knot"), true));
    assert_eq!(named("Winch"), (Some("yard::Winch"), false));
    let knot = model.types.values().find(|item| item.name == "Knot");
    assert!(matches!(&knot.expect("a type").kind, TypeKind::Enum(variants) if variants.len() == 2));

    // Aliases of other crates are expanded, and their traits have implementors everywhere.
    let coil = model
        .functions
        .iter()
        .find(|each| each.name == "coil")
        .expect("a function");
    assert_eq!(coil.callable.result.to_string(), "Vec<Rope>");
    let strong = model
        .traits
        .values()
        .find(|item| item.name == "Strong")
        .expect("a trait");
    let implementors: Vec<String> = strong
        .implementors
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(implementors, ["Winch", "u8"]);
    assert_eq!(strong.public_path.as_deref(), Some("line::Strong"));
}
