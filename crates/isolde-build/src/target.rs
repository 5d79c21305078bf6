//! Which of a package's targets is explored: its library or, if there is none or if another was asked for, a binary.

use crate::error::BuildError;
use crate::selection::{Selection, own_feature, split_features};
use cargo_metadata::{CrateType, Package as CargoPackage, Target, TargetKind};
use std::collections::BTreeSet;
use toml_edit::{DocumentMut, Item};

/// The target that is explored.
#[derive(Debug)]
pub struct Chosen<'a> {
    /// Cargo's description of it.
    pub target: &'a Target,
    /// Its name, if it is a binary.
    pub binary: Option<String>,
    /// The name by which a driver calls it.
    pub crate_name: String,
}

/// Chooses the binary with this name or, without a name, the library. A package without a library has a binary of its own choice: the one that
/// `cargo run` runs, or the first.
///
/// # Errors
/// If there is no such target, or no test can call it.
pub fn choose<'a>(
    package: &'a CargoPackage,
    binary: Option<&str>,
) -> Result<Chosen<'a>, BuildError> {
    let library = package.targets.iter().find(|target| is_library(target));
    if let Some(library) = library.filter(|_| binary.is_none()) {
        check_library(package, library)?;
        return Ok(Chosen {
            target: library,
            binary: None,
            crate_name: library.name.replace('-', "_"),
        });
    }
    let wanted = binary.or(package.default_run.as_deref());
    let mut all = binaries(package);
    let target = match wanted {
        Some(name) => all.find(|target| target.name == name),
        None => all.next(),
    };
    let Some(target) = target else {
        return Err(match binary {
            Some(name) => no_such_binary(package, name),
            None => no_library(package),
        });
    };
    if library.is_some() {
        return Err(BuildError::BesideLibrary {
            package: package.name.to_string(),
            binary: target.name.clone(),
        });
    }
    Ok(Chosen {
        target,
        binary: Some(target.name.clone()),
        crate_name: crate_name(package, &target.name),
    })
}

/// The package's binaries.
pub fn binaries(package: &CargoPackage) -> impl Iterator<Item = &Target> {
    let targets = package.targets.iter();
    targets.filter(|target| target.kind.contains(&TargetKind::Bin))
}

/// Whether the package has a library of any kind.
pub fn has_library(package: &CargoPackage) -> bool {
    package.targets.iter().any(is_library)
}

/// Why tests cannot be written beside the modules of a binary, if so, in words that continue a sentence about it. `manifest` is the text of the
/// package's manifest.
pub fn obstacle(
    package: &CargoPackage,
    target: &Target,
    selection: &Selection,
    manifest: &str,
) -> Option<String> {
    let missing = features_off(package, target, selection);
    if !missing.is_empty() {
        let missing = missing.join("`, `");
        return Some(format!(
            "needs the features `{missing}`, which are off; turn them on with `--features`"
        ));
    }
    let manifest: DocumentMut = manifest.parse().unwrap_or_default();
    let why = "is declared with `harness = false`, so that it can have no unit tests";
    (!has_harness(&manifest, "bin", &target.name)).then(|| why.to_owned())
}

/// Whether a target uses the usual harness, read from the manifest because cargo's description of the package does not say. `kind` is the manifest's
/// name for such targets.
pub fn has_harness(manifest: &DocumentMut, kind: &str, name: &str) -> bool {
    let tables = manifest.get(kind).and_then(Item::as_array_of_tables);
    let mut tables = tables.into_iter().flat_map(|tables| tables.iter());
    tables.all(|table| {
        table.get("name").and_then(Item::as_str) != Some(name)
            || table.get("harness").and_then(Item::as_bool) != Some(false)
    })
}

/// Those of the features that a binary needs which are off.
fn features_off(package: &CargoPackage, target: &Target, selection: &Selection) -> Vec<String> {
    let mut on: BTreeSet<&str> = BTreeSet::new();
    let asked = split_features(&selection.features);
    let mut next: Vec<&str> = asked
        .filter_map(|feature| own_feature(package, feature))
        .collect();
    if selection.all_features {
        next.extend(package.features.keys().map(String::as_str));
    }
    if !selection.no_default_features {
        next.push("default");
    }
    while let Some(feature) = next.pop() {
        if on.insert(feature)
            && let Some(others) = package.features.get(feature)
        {
            next.extend(others.iter().map(String::as_str));
        }
    }
    let needed = target.required_features.iter();
    needed
        .filter(|feature| !on.contains(feature.as_str()))
        .cloned()
        .collect()
}

/// The error that the package has no such binary.
pub fn no_such_binary(package: &CargoPackage, name: &str) -> BuildError {
    BuildError::NoSuchBinary {
        package: package.name.to_string(),
        name: name.to_owned(),
        binaries: binaries(package)
            .map(|target| target.name.clone())
            .collect(),
    }
}

fn is_library(target: &Target) -> bool {
    target.kind.iter().any(|kind| {
        matches!(
            kind,
            TargetKind::Lib
                | TargetKind::RLib
                | TargetKind::DyLib
                | TargetKind::CDyLib
                | TargetKind::StaticLib
                | TargetKind::ProcMacro
        )
    })
}

/// Checks that Rust code can link the library.
fn check_library(package: &CargoPackage, library: &Target) -> Result<(), BuildError> {
    let name = package.name.to_string();
    if library.kind.contains(&TargetKind::ProcMacro) {
        return Err(BuildError::ProcMacro { package: name });
    }
    let is_linkable = |kind: &CrateType| matches!(kind, CrateType::Lib | CrateType::RLib);
    if !library.crate_types.iter().any(is_linkable) {
        let crate_types = library
            .crate_types
            .iter()
            .map(|kind| format!("`{kind}`"))
            .collect();
        return Err(BuildError::NotLinkable {
            package: name,
            crate_types,
        });
    }
    Ok(())
}

fn no_library(package: &CargoPackage) -> BuildError {
    let targets = package
        .targets
        .iter()
        .filter(|target| !target.kind.contains(&TargetKind::CustomBuild))
        .map(|target| {
            let kind = target
                .kind
                .first()
                .map_or_else(String::new, ToString::to_string);
            format!("{kind} `{}`", target.name)
        })
        .collect();
    BuildError::NoLibrary {
        package: package.name.to_string(),
        targets,
    }
}

/// The name by which a driver calls a binary: the name that its crate has, so that paths in its results are the same, unless a dependency has it or
/// no path can contain it.
fn crate_name(package: &CargoPackage, binary: &str) -> String {
    let plain = |name: &str| name.replace('-', "_");
    let dependencies = package.dependencies.iter();
    let taken: BTreeSet<String> = dependencies
        .map(|dependency| plain(dependency.rename.as_deref().unwrap_or(&dependency.name)))
        .collect();
    let mut name = plain(binary);
    if syn::parse_str::<syn::Ident>(&name).is_err() {
        name = name.replace(|letter: char| !letter.is_alphanumeric(), "_");
        name.insert_str(0, "bin_");
    }
    while taken.contains(&name) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn package(targets: Value, dependencies: &[&str]) -> CargoPackage {
        let dependency = |name: &&str| {
            json!({
                "name": name, "req": "*", "kind": null, "optional": false, "uses_default_features": true, "features": [],
            })
        };
        let dependencies: Vec<Value> = dependencies.iter().map(dependency).collect();
        let package = json!({
            "name": "demo", "version": "0.1.0", "id": "demo", "manifest_path": "/w/Cargo.toml", "targets": targets,
            "dependencies": dependencies, "features": { "default": ["fast"], "fast": ["faster"], "faster": [], "odd": [] },
        });
        serde_json::from_value(package).expect("a package")
    }

    fn target(kind: &str, name: &str) -> Value {
        json!({ "name": name, "kind": [kind], "crate_types": [kind], "src_path": format!("/w/{name}.rs") })
    }

    #[test]
    fn a_library_comes_first_and_only_packages_without_one_have_binaries() {
        let both = package(json!([target("bin", "tool"), target("lib", "demo")]), &[]);
        assert_eq!(choose(&both, None).expect("it is there").binary, None);
        assert!(matches!(
            choose(&both, Some("tool")),
            Err(BuildError::BesideLibrary { .. })
        ));
        let binaries = package(json!([target("bin", "one"), target("bin", "two")]), &[]);
        let name = |wanted| choose(&binaries, wanted).expect("it is there").binary;
        assert_eq!(
            (name(None).as_deref(), name(Some("two")).as_deref()),
            (Some("one"), Some("two"))
        );
        assert!(matches!(
            choose(&binaries, Some("x")),
            Err(BuildError::NoSuchBinary { .. })
        ));
        let example = package(json!([target("example", "one")]), &[]);
        assert!(matches!(
            choose(&example, None),
            Err(BuildError::NoLibrary { .. })
        ));
        let derive = package(json!([target("proc-macro", "one")]), &[]);
        assert!(matches!(
            choose(&derive, None),
            Err(BuildError::ProcMacro { .. })
        ));
    }

    #[test]
    fn a_binary_keeps_its_name_unless_a_path_cannot_have_it() {
        let package = package(json!([]), &["a-tool"]);
        let name = |binary: &str| crate_name(&package, binary);
        assert_eq!(name("my-tool"), "my_tool");
        assert_eq!(name("a-tool"), "a_tool_");
        assert_eq!(name("7.zip"), "bin_7_zip");
        assert_eq!(name("try"), "bin_try");
    }

    #[test]
    fn binaries_need_their_features_and_the_usual_harness() {
        let package = package(json!([]), &[]);
        let mut tool = target("bin", "tool");
        tool["required-features"] = json!(["faster", "odd"]);
        let tool: Target = serde_json::from_value(tool).expect("a target");
        let off = |features: &[&str], no_default_features| {
            let selection = Selection {
                features: features.iter().map(|&name| name.to_owned()).collect(),
                no_default_features,
                ..Selection::default()
            };
            features_off(&package, &tool, &selection)
        };
        assert_eq!(off(&[], false), ["odd"]);
        assert_eq!(off(&["demo/odd"], true), ["faster"]);
        assert!(off(&["odd,fast"], true).is_empty());
        let all = Selection {
            all_features: true,
            ..Selection::default()
        };
        assert_eq!(obstacle(&package, &tool, &all, ""), None);
        let without = "[[bin]]\nname = \"tool\"\nharness = false\n";
        assert!(obstacle(&package, &tool, &all, without).is_some());
    }
}
