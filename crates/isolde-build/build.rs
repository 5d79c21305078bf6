//! Embeds the sources that are compiled on the user's machine: the library `isolde`, its ABI and the runtime.
//!
//! `support/` holds symbolic links to those crates' sources and manifests (named `manifest.toml`, so that packaging does not take them for
//! nested packages); packaging follows the links, so that the published crate is complete.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("support");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();

    let mut table = String::from("&[\n");
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&root).expect("below the root");
        writeln!(table, "    ({:?}, include_str!({:?})),", name, file)
            .expect("writing to a string");
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("support.rs");
    fs::write(out, table).expect("OUT_DIR is writable");
}

/// All `.rs`, `.toml` and `.ll` files below `directory`; directories are watched so that new files are seen.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", directory.display());
    for entry in fs::read_dir(directory).expect("support/ is part of the crate") {
        let path = entry.expect("readable directory").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "rs" || extension == "toml")
        {
            files.push(path);
        }
    }
}
