//! The driver crate's manifest: a workspace of its own that depends on the package under test and on the library `isolde`.

use crate::error::BuildError;
use crate::features::Asked;
use crate::outside::Named;
use crate::package::Package;
use crate::scratch::Scratch;
use crate::support;
use cargo_metadata::Package as CargoPackage;
use isolde_cargo::Error;
use isolde_cargo::files::{read, write_if_changed};
use std::fs;
use std::path::Path;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value, value};

/// Name of the driver's package and of its program. Registries refuse names that begin with an underscore, so that neither the package under test
/// nor any dependency has this name.
pub const NAME: &str = "__isolde-driver";
/// The same name as rustc writes it in file names.
pub const CRATE_NAME: &str = "__isolde_driver";

/// The beginning of the names of dependencies that the driver has only for their features.
const FEATURES: &str = "__isolde-features-";

/// Profile of the code that is explored and everything that it is linked with: unoptimised and checked, as tests are, in one module.
const PROFILE: &str = r#"
[profile.dev]
opt-level = 0
debug = "line-tables-only"
split-debuginfo = "off"
strip = "none"
debug-assertions = true
overflow-checks = true
lto = "fat"
codegen-units = 1
panic = "unwind"
incremental = false
"#;

/// The same profile as environment variables of cargo, for builds of the user's own tests: the variables override the manifests.
pub fn profile_variables() -> Vec<(String, String)> {
    let document: DocumentMut = PROFILE.parse().unwrap_or_default();
    let settings = document["profile"]["dev"].as_table_like();
    let mut variables = Vec::new();
    for (key, item) in settings.into_iter().flat_map(TableLike::iter) {
        let text = item
            .as_str()
            .map_or_else(|| item.to_string(), str::to_owned);
        let key = key.to_uppercase().replace('-', "_");
        for profile in ["DEV", "TEST"] {
            // Tests always unwind, and cargo warns about the setting.
            if (profile, key.as_str()) != ("TEST", "PANIC") {
                let name = format!("CARGO_PROFILE_{profile}_{key}");
                variables.push((name, text.trim().to_owned()));
            }
        }
    }
    variables
}

/// Writes the driver's manifest and lock file. `named` are the dependencies of the package whose items the driver names, `asked` the features that
/// packages need in addition.
///
/// # Errors
/// [`BuildError::Cargo`].
pub fn write_manifest(
    package: &Package,
    scratch: &Scratch,
    named: &[Named],
    asked: &[Asked],
) -> Result<(), BuildError> {
    let driver = scratch.driver();
    write_if_changed(
        &driver.join("Cargo.toml"),
        manifest(package, scratch, named, asked)?.as_bytes(),
    )?;
    let main = driver.join(isolde_harness::DRIVER_SOURCE);
    if !main.exists() {
        write_if_changed(&main, b"fn main() {}\n")?;
    }
    copy_lock(package, &driver)
}

fn manifest(
    package: &Package,
    scratch: &Scratch,
    named: &[Named],
    asked: &[Asked],
) -> Result<String, BuildError> {
    let mut document: DocumentMut = PROFILE.parse().unwrap_or_default();
    let mut workspace = Table::new();
    workspace.insert("resolver", value("2"));
    document.insert("workspace", Item::Table(workspace));

    let mut own = Table::new();
    own.insert("name", value(NAME));
    own.insert("version", value("0.0.0"));
    own.insert("edition", value(&package.edition));
    own.insert("publish", value(false));
    document.insert("package", Item::Table(own));

    let mut subject = InlineTable::new();
    subject.insert("path", path_value(&package.root));
    subject.insert("default-features", package.default_features.into());
    subject.insert(
        "features",
        package
            .features
            .iter()
            .chain(more_features(&package.id, asked))
            .collect::<Array>()
            .into(),
    );
    let mut library = InlineTable::new();
    library.insert("path", path_value(&scratch.support().join("isolde")));
    library.insert("features", ["engine"].into_iter().collect::<Array>().into());
    let mut dependencies = Table::new();
    dependencies.insert(&package.name, value(subject));
    dependencies.insert(&support::package_name("isolde"), value(library));
    for each in named {
        let more = more_features(&each.package.id.repr, asked);
        dependencies.insert(&each.name, value(same(&each.package, more)));
    }
    // Cargo refuses two dependencies on one package.
    let is_there =
        |id: &str| id == package.id || named.iter().any(|each| each.package.id.repr == id);
    for (number, each) in asked.iter().enumerate() {
        if !is_there(&each.package.id.repr) {
            let name = format!("{FEATURES}{number}");
            dependencies.insert(&name, value(same(&each.package, &each.features)));
        }
    }
    document.insert("dependencies", Item::Table(dependencies));

    let workspace_manifest = package.workspace_root.join("Cargo.toml");
    if let Some(patches) = patches(&read(&workspace_manifest)?, &package.workspace_root) {
        document.insert("patch", patches);
    }
    Ok(document.to_string())
}

/// The features that a package needs in addition.
fn more_features<'a>(id: &str, asked: &'a [Asked]) -> &'a [String] {
    let of = asked.iter().find(|each| each.package.id.repr == id);
    of.map_or(&[], |each| &each.features)
}

/// A dependency on exactly this package, with these features besides those that others ask for.
fn same(package: &CargoPackage, features: &[String]) -> InlineTable {
    let mut table = InlineTable::new();
    table.insert("package", package.name.as_str().into());
    table.insert("default-features", false.into());
    if !features.is_empty() {
        table.insert("features", features.iter().collect::<Array>().into());
    }
    let source = package.source.as_ref().map(|source| source.repr.as_str());
    let git = source.and_then(|source| source.strip_prefix("git+"));
    match (source, git) {
        (None, _) => {
            let root = package.manifest_path.parent();
            table.insert(
                "path",
                path_value(root.map_or(Path::new(""), |root| root.as_std_path())),
            );
        }
        (Some(_), Some(git)) => {
            let place = git.split('#').next().unwrap_or_default();
            let (url, query) = place.split_once('?').unwrap_or((place, ""));
            table.insert("git", url.into());
            for (key, of) in query.split('&').filter_map(|pair| pair.split_once('=')) {
                table.insert(key, of.into());
            }
        }
        (Some(source), None) => {
            table.insert("version", format!("={}", package.version).into());
            if !source.contains("crates.io") {
                let index = source.strip_prefix("registry+").unwrap_or(source);
                table.insert("registry-index", index.into());
            }
        }
    }
    table
}

fn path_value(path: &Path) -> Value {
    path.to_string_lossy().into_owned().into()
}

/// The `[patch]` section of a manifest, its paths made absolute.
fn patches(manifest: &str, root: &Path) -> Option<Item> {
    let document: DocumentMut = manifest.parse().ok()?;
    let mut patches = document.get("patch")?.clone();
    for (_, registry) in patches.as_table_like_mut()?.iter_mut() {
        for (_, dependency) in registry
            .as_table_like_mut()
            .map(TableLike::iter_mut)
            .into_iter()
            .flatten()
        {
            let Some(dependency) = dependency.as_table_like_mut() else {
                continue;
            };
            let path = dependency
                .get("path")
                .and_then(Item::as_str)
                .map(|path| root.join(path));
            if let Some(path) = path {
                dependency.insert("path", Item::Value(path_value(&path)));
            }
        }
    }
    Some(patches)
}

/// Gives the driver the versions in the user's lock file, whenever that file has changed.
fn copy_lock(package: &Package, driver: &Path) -> Result<(), BuildError> {
    let theirs = package.workspace_root.join("Cargo.lock");
    let Ok(text) = fs::read(&theirs) else {
        return Ok(());
    };
    let ours = driver.join("Cargo.lock");
    if write_if_changed(&driver.join("Cargo.lock.user"), &text)? || !ours.exists() {
        fs::write(&ours, &text).map_err(Error::file("write", &ours))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_built_with_the_same_profile() {
        let variables = profile_variables();
        for (name, text) in [
            ("CARGO_PROFILE_DEV_OPT_LEVEL", "0"),
            ("CARGO_PROFILE_TEST_LTO", "fat"),
            ("CARGO_PROFILE_TEST_OVERFLOW_CHECKS", "true"),
            ("CARGO_PROFILE_DEV_PANIC", "unwind"),
        ] {
            assert!(
                variables.contains(&(name.to_owned(), text.to_owned())),
                "{variables:?}"
            );
        }
        assert_eq!(variables.len(), 2 * 9 + 1);
    }

    #[test]
    fn patched_paths_are_made_absolute_and_other_patches_stay() {
        let manifest = "[patch.crates-io]\na = { path = \"vendor/a\" }\nb = { git = \"https://example.org/b\" }\n";
        let patches = patches(manifest, Path::new("/w")).expect("there is a section");
        assert_eq!(
            patches["crates-io"]["a"]["path"].as_str(),
            Some("/w/vendor/a")
        );
        assert_eq!(
            patches["crates-io"]["b"]["git"].as_str(),
            Some("https://example.org/b")
        );
    }
}
