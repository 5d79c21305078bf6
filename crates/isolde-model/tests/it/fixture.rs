//! The fixture crate `testdata/harbour`, copied to a temporary folder and documented.

use isolde_model::{Function, Impl, Model, TypeItem, load};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A copy of the fixture and its model.
pub struct Fixture {
    /// The folder of the copy; removed at the end.
    pub folder: TempDir,
    /// The rustdoc JSON of the copy.
    pub json: String,
    /// The model that was read from the JSON.
    pub model: Model,
}

/// The fixture, made once for all tests.
pub fn harbour() -> &'static Fixture {
    static FIXTURE: OnceLock<Fixture> = OnceLock::new();
    FIXTURE.get_or_init(|| {
        let folder = TempDir::new().expect("a temporary folder");
        let package = folder.path().join("harbour");
        copy_harbour(&package);
        let json = document(&package, "harbour-lights", "harbour_lights");
        let model = load(&json, &package).expect("the fixture's JSON is read");
        Fixture {
            folder,
            json,
            model,
        }
    })
}

/// Copies the fixture, and renames its manifest to `Cargo.toml`.
pub fn copy_harbour(to: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/harbour");
    copy_folder(&from, to);
    fs::rename(to.join("Cargo_test.toml"), to.join("Cargo.toml")).expect("the manifest is renamed");
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder is made");
    for entry in fs::read_dir(from).expect("the fixture is there") {
        let entry = entry.expect("an entry is read");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file is copied");
        }
    }
}

/// Makes the JSON of a package's library, as users of this crate do.
pub fn document(package: &Path, name: &str, krate: &str) -> String {
    document_with(package, name, krate, &[])
}

/// The same with more options for rustdoc.
pub fn document_with(package: &Path, name: &str, krate: &str, options: &[&str]) -> String {
    let target = package.join("target");
    let mut command = cargo(package, &target);
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["rustdoc", "--quiet", "--lib", "-p", name, "--"])
        .args([
            "-Zunstable-options",
            "--output-format",
            "json",
            "--document-private-items",
            "--document-hidden-items",
            "--cap-lints",
            "allow",
        ])
        .args(options);
    run(&mut command);
    let json: PathBuf = target.join("doc").join(format!("{krate}.json"));
    fs::read_to_string(json).expect("rustdoc left its JSON")
}

/// A cargo command that the environment of this test run does not affect.
pub fn cargo(folder: &Path, target: &Path) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(folder).env("CARGO_TARGET_DIR", target);
    for variable in [
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "RUSTDOCFLAGS",
        "RUSTC_WRAPPER",
    ] {
        command.env_remove(variable);
    }
    command
}

/// Checks a library that is this source, and shows the errors if it does not compile.
pub fn check(source: &str) {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("checked.rs");
    fs::write(&file, source).expect("the source is written");
    let mut rustc = Command::new("rustc");
    rustc
        .current_dir(folder.path())
        .args([
            "--edition",
            "2024",
            "--crate-type",
            "lib",
            "--emit",
            "metadata",
        ])
        .arg(file);
    run(&mut rustc);
}

/// Runs a command and shows its output if it fails.
pub fn run(command: &mut Command) {
    let output = command.output().expect("the command starts");
    assert!(
        output.status.success(),
        "{command:?} fails:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The function with this path.
pub fn function(path: &str) -> &'static Function {
    let mut found = harbour()
        .model
        .functions
        .iter()
        .filter(|of| of.path == path);
    let function = found.next().unwrap_or_else(|| panic!("no function {path}"));
    assert!(found.next().is_none(), "two functions {path}");
    function
}

/// The type with this path inside the crate.
pub fn type_item(crate_path: &str) -> &'static TypeItem {
    let mut types = harbour().model.types.values();
    types
        .find(|of| of.crate_path == crate_path)
        .unwrap_or_else(|| panic!("no type {crate_path}"))
}

/// The impls of a trait, by the trait's short form with arguments.
pub fn impls_of(bound: &str) -> Vec<&'static Impl> {
    let is_of = |of: &&Impl| {
        of.of_trait
            .as_ref()
            .is_some_and(|of| of.to_string() == bound)
    };
    harbour().model.impls.iter().filter(is_of).collect()
}
