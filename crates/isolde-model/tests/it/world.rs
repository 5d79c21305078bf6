//! The functions that reach the world must exist, with the signatures that the table gives.

use isolde_model::world::{WorldFunction, world_function, world_functions, world_value};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Traits whose methods are in no prelude.
const TRAITS: &str = "
    #![allow(unused_imports, unused_unsafe, unreachable_code, deprecated, clippy::all)]
    use std::io::{BufRead as _, IsTerminal as _, Read as _, Seek as _, Write as _};
";

/// A function with the row's signature that only calls the row's function.
fn definition(index: usize, row: &WorldFunction) -> String {
    let generics = match row.generics {
        "" => String::new(),
        generics => format!("<{generics}>"),
    };
    let parameters: Vec<String> = row
        .parameters
        .iter()
        .map(|(name, of)| format!("{name}: {of}"))
        .collect();
    let names: Vec<&str> = row.parameters.iter().map(|(name, _)| *name).collect();
    format!(
        "pub fn row_{index}{generics}({}) -> {} {{ unsafe {{ {}({}) }} }}\n",
        parameters.join(", "),
        row.result,
        row.path(),
        names.join(", ")
    )
}

#[test]
fn every_function_exists_with_its_signature() {
    let mut source = TRAITS.to_owned();
    for (index, row) in world_functions().enumerate() {
        source.push_str(&definition(index, row));
    }
    crate::fixture::check(&source);
}

#[test]
fn signatures_are_written_as_in_code() {
    let signature = |owner, of_trait, name| {
        let row = world_function(owner, of_trait, name).expect("in the table");
        format!("{}: {}", row.path(), row.signature())
    };
    let mut text = String::new();
    for (owner, of_trait, name) in [
        ("std::fs", None, "read_to_string"),
        ("std::fs::File", Some("std::io::Read"), "read"),
        ("std::env", None, "set_var"),
        ("std::thread::JoinHandle", None, "join"),
        ("std::process", None, "exit"),
    ] {
        writeln!(text, "{}", signature(owner, of_trait, name)).expect("a text grows");
    }
    insta::assert_snapshot!(text, @r"
    std::fs::read_to_string: fn(path: impl AsRef<std::path::Path>) -> std::io::Result<String>
    <std::fs::File as std::io::Read>::read: fn(file: &mut std::fs::File, buffer: &mut [u8]) -> std::io::Result<usize>
    std::env::set_var: unsafe fn(key: impl AsRef<std::ffi::OsStr>, value: impl AsRef<std::ffi::OsStr>) -> ()
    std::thread::JoinHandle::join: fn<T>(handle: std::thread::JoinHandle<T>) -> std::thread::Result<T>
    std::process::exit: fn(code: i32) -> !
    ");
}

#[test]
fn no_function_has_two_rows_and_pure_ones_have_none() {
    let paths: Vec<String> = world_functions().map(WorldFunction::path).collect();
    let unique: BTreeSet<&String> = paths.iter().collect();
    assert_eq!(unique.len(), paths.len());
    assert_eq!(world_function("std::env", None, "join_paths"), None);
    assert_eq!(world_function("std::fs::File", None, "read"), None);
    assert_eq!(world_value("std::time::Duration"), None);
}
