//! Sources that this crate carries and writes to files where they are needed: the library `isolde`, the ABI and the runtime.

use isolde_cargo::Error;
use isolde_cargo::files::write_if_changed;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use toml_edit::{DocumentMut, Item, Table, value};

/// The embedded files: path below `support/`, and text.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/support.rs"));

/// Version of the crates as they are written out.
const VERSION: &str = "0.0.0";

/// The name of one of these crates where it is written out. A package under test, or one of its dependencies, may have the crate's usual name.
pub fn package_name(name: &str) -> String {
    format!("__{name}")
}

/// Writes the crates below `folder`, each with a manifest that needs no workspace.
///
/// # Errors
/// [`Error::File`].
pub fn write(folder: &Path) -> Result<(), Error> {
    for (name, text) in FILES {
        match name.strip_suffix("manifest.toml") {
            Some(krate) => write_if_changed(
                &folder.join(krate).join("Cargo.toml"),
                standalone(text).as_bytes(),
            )?,
            None => write_if_changed(&folder.join(name), text.as_bytes())?,
        };
    }
    remove_others(folder, folder)
}

/// Removes source files that another version of Isolde wrote and this one does not have.
fn remove_others(root: &Path, folder: &Path) -> Result<(), Error> {
    for entry in fs::read_dir(folder)
        .map_err(Error::file("read", folder))?
        .flatten()
    {
        let path = entry.path();
        let ours = |path: &Path| {
            FILES.iter().any(|(name, _)| {
                path.strip_prefix(root)
                    .is_ok_and(|path| path == Path::new(name))
            })
        };
        if path.is_dir() {
            remove_others(root, &path)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") && !ours(&path) {
            fs::remove_file(&path).map_err(Error::file("remove", &path))?;
        }
    }
    Ok(())
}

/// Hash of all embedded sources, which identifies the tool's version.
pub fn fingerprint() -> String {
    let mut hash = Sha256::new();
    for (name, text) in FILES {
        hash.update(name.as_bytes());
        hash.update([0]);
        hash.update(text.as_bytes());
        hash.update([0]);
    }
    crate::hash::hexadecimal(&hash.finalize())
}

/// Converts a manifest of this workspace to one that needs no workspace.
fn standalone(manifest: &str) -> String {
    let mut document: DocumentMut = manifest.parse().unwrap_or_default();
    let mut package = Table::new();
    let own = |key: &str| document.get("package").and_then(|package| package.get(key));
    let name = own("name").and_then(Item::as_str).unwrap_or_default();
    package.insert("name", value(package_name(name)));
    for key in ["build", "links"] {
        if let Some(item) = own(key) {
            package.insert(key, item.clone());
        }
    }
    package.insert("version", value(VERSION));
    package.insert("edition", value("2024"));
    document.insert("package", Item::Table(package));
    for section in [
        "lints",
        "dev-dependencies",
        "workspace",
        "profile",
        "bench",
        "test",
        "example",
    ] {
        document.remove(section);
    }
    if let Some(dependencies) = document
        .get_mut("dependencies")
        .and_then(Item::as_table_like_mut)
    {
        let names: Vec<(String, bool)> = dependencies
            .iter()
            .map(|(name, item)| (name.to_owned(), is_optional(item)))
            .collect();
        for (name, is_optional) in names {
            if is_optional {
                dependencies.remove(&name);
                continue;
            }
            let mut path = toml_edit::InlineTable::new();
            path.insert("path", format!("../{name}").into());
            path.insert("package", package_name(&name).into());
            dependencies.insert(&name, value(path));
        }
    }
    if let Some(features) = document
        .get_mut("features")
        .and_then(Item::as_table_like_mut)
    {
        features.remove("default");
        // The feature's name is kept, because the sources mention it.
        for (_, feature) in features.iter_mut() {
            if let Some(parts) = feature.as_array_mut() {
                parts.retain(|part| !part.as_str().is_some_and(|part| part.starts_with("dep:")));
            }
        }
    }
    document.to_string()
}

/// Whether only a feature brings a dependency in; written-out crates do not have such dependencies.
fn is_optional(dependency: &Item) -> bool {
    dependency.get("optional").and_then(Item::as_bool) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_the_abi_and_the_runtime_are_embedded() {
        for file in [
            "isolde/src/lib.rs",
            "isolde/manifest.toml",
            "isolde-abi/src/lib.rs",
            "isolde-runtime/src/staticlib.rs",
        ] {
            assert!(FILES.iter().any(|(name, _)| *name == file), "{file}");
        }
    }

    #[test]
    fn a_written_manifest_inherits_nothing() {
        let manifest = "[package]\nname = \"isolde\"\nversion.workspace = true\nedition.workspace = true\n[lints]\nworkspace = true\n\
                        [features]\nengine = []\ndefault = [\"macros\"]\nmacros = [\"dep:isolde-macros\"]\n\
                        [dependencies]\nisolde-abi.workspace = true\nisolde-macros = { workspace = true, optional = true }\n[dev-dependencies]\nserde.workspace = true\n";
        let written = standalone(manifest);
        assert!(!written.contains("workspace"), "{written}");
        assert!(written.contains("engine = []"));
        // The sources mention this feature, but it is never on.
        assert!(written.contains("macros = []"), "{written}");
        assert!(!written.contains("default"), "{written}");
        assert!(!written.contains("isolde-macros"), "{written}");
        assert!(
            written
                .contains("isolde-abi = { path = \"../isolde-abi\", package = \"__isolde-abi\" }"),
            "{written}"
        );
        assert!(written.contains("name = \"__isolde\""), "{written}");
    }
}
