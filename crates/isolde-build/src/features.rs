//! Features that only development dependencies switch on. Cargo builds each dependency once for a test and all that it is linked with, so that tests
//! may see other features of the package's dependencies than a driver that depends on the package alone. The driver asks for the same ones.

use crate::context::Context;
use crate::error::BuildError;
use crate::package::Package;
use crate::scratch::Scratch;
use cargo_metadata::{DependencyKind, Metadata, Package as CargoPackage, PackageId};
use isolde_cargo::{Job, Mirror, toolchain};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A package of the driver's build, and features that it needs in addition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The package.
    pub package: CargoPackage,
    /// The features, in alphabetical order.
    pub features: Vec<String>,
}

/// A package by name and version: its id may differ in a copy of the workspace.
type Name = (String, String);

/// The features of each package.
type Features = BTreeMap<Name, BTreeSet<String>>;

/// The build plan that cargo prints.
#[derive(Debug, Deserialize)]
struct UnitGraph {
    units: Vec<Unit>,
    roots: Vec<usize>,
}

#[derive(Debug, Deserialize)]
struct Unit {
    pkg_id: String,
    target: UnitTarget,
    features: Vec<String>,
    dependencies: Vec<Edge>,
}

#[derive(Debug, Deserialize)]
struct UnitTarget {
    kind: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Edge {
    index: usize,
}

/// The features that packages have in the build of the package's tests, but not in that of the driver, whose manifest is written already.
///
/// # Errors
/// [`BuildError::Cargo`] if cargo does not start, a file cannot be copied, or the user interrupts.
pub(crate) fn of_tests(context: &Context) -> Result<Vec<Asked>, BuildError> {
    let Some(metadata) = of_driver(context)? else {
        return Ok(Vec::new());
    };
    let mut packages = metadata.packages.iter();
    let own = packages.find(|package| package.id.repr == context.package.id);
    if !own.is_some_and(has_dev_dependencies) {
        return Ok(Vec::new());
    }
    let in_tests = in_tests(context, context.package, context.scratch)?;
    Ok(in_tests.map_or(Vec::new(), |in_tests| missing(&in_tests, &metadata)))
}

/// Cargo's description of the driver and all that it depends on, if cargo can give one.
///
/// # Errors
/// [`BuildError::Cargo`] if cargo does not start or the user interrupts.
pub(crate) fn of_driver(context: &Context) -> Result<Option<Metadata>, BuildError> {
    let manifest = context.scratch.driver().join("Cargo.toml");
    let arguments = [
        "--filter-platform".as_ref(),
        context.toolchain.host.as_ref(),
        "--manifest-path".as_ref(),
        manifest.as_os_str(),
    ];
    let command = toolchain::cargo(&context.package.root);
    let metadata = toolchain::metadata(command, arguments, context.deadline)?;
    Ok(metadata
        .map_err(|error| tracing::warn!(error, "the driver's dependencies are not known"))
        .ok())
}

/// The features of the packages that a test is linked with. They are read in a copy, so that no lock file appears in the user's workspace.
fn in_tests(
    context: &Context,
    package: &Package,
    scratch: &Scratch,
) -> Result<Option<Features>, BuildError> {
    let copy = scratch.root().join("features");
    let mirror = Mirror {
        from: &package.workspace_root,
        skip: &package.target_dir,
        edit: &|_, text| text,
    };
    mirror.write(&copy)?;
    let relative = package.root.strip_prefix(&package.workspace_root);
    let root = relative.map_or_else(|_| copy.clone(), |relative| copy.join(relative));
    let Ok(id) = toolchain::package_id(&root, context.deadline)? else {
        return Ok(None);
    };
    let mut command = toolchain::cargo_as_user(&root, &scratch.doc());
    // The build plan is unstable, but nothing is built here.
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["test", "--lib", "--package", &id])
        .args(package.feature_arguments())
        .args(["--unit-graph", "-Zunstable-options"]);
    let output = Job::rust(command).run(context.deadline)?;
    let graph = output
        .passed()
        .then(|| serde_json::from_str::<UnitGraph>(&output.stdout));
    match graph {
        Some(Ok(graph)) => Ok(Some(graph.features())),
        other => {
            tracing::warn!(stderr = output.stderr, parsed = ?other.map(|it| it.err()), "the features of tests are not known");
            Ok(None)
        }
    }
}

impl UnitGraph {
    /// The features of the packages that the roots are linked with, which leaves out what only build scripts and macros use.
    fn features(&self) -> Features {
        let mut found = Features::new();
        let mut seen = BTreeSet::new();
        let mut rest = self.roots.clone();
        while let Some(index) = rest.pop() {
            let Some(unit) = self.units.get(index).filter(|_| seen.insert(index)) else {
                continue;
            };
            let is_host = |kind: &String| kind == "custom-build" || kind == "proc-macro";
            if unit.target.kind.iter().any(is_host) {
                continue;
            }
            rest.extend(unit.dependencies.iter().map(|edge| edge.index));
            if let Some(name) = name_in(&unit.pkg_id) {
                found.entry(name).or_default().extend(unit.features.clone());
            }
        }
        found
    }
}

/// Name and version in a package's id: `registry+https://…#name@1.0.0`, or `path+file:///…/name#1.0.0`.
fn name_in(id: &str) -> Option<Name> {
    let (place, own) = id.rsplit_once('#')?;
    let (name, version) = match own.split_once('@') {
        Some(both) => both,
        None => (place.rsplit('/').next()?.split('?').next()?, own),
    };
    Some((name.to_owned(), version.to_owned()))
}

/// The features that the packages of the driver's build lack.
fn missing(in_tests: &Features, metadata: &Metadata) -> Vec<Asked> {
    let packages: BTreeMap<&PackageId, &CargoPackage> = metadata
        .packages
        .iter()
        .map(|package| (&package.id, package))
        .collect();
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let asked = nodes.filter_map(|node| {
        let package = packages.get(&node.id)?;
        let name = (package.name.to_string(), package.version.to_string());
        let mut features: Vec<String> = in_tests.get(&name)?.iter().cloned().collect();
        features.retain(|feature| {
            !node.features.iter().any(|own| own.as_str() == feature)
                && package.features.contains_key(feature)
        });
        (!features.is_empty()).then(|| Asked {
            package: (*package).clone(),
            features,
        })
    });
    asked.collect()
}

/// Whether a package has development dependencies.
fn has_dev_dependencies(package: &CargoPackage) -> bool {
    let mut all = package.dependencies.iter();
    all.any(|dependency| dependency.kind == DependencyKind::Development)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(features: &Features) -> Vec<String> {
        features
            .iter()
            .map(|((name, version), features)| format!("{name} {version} {features:?}"))
            .collect()
    }

    #[test]
    fn the_features_of_what_tests_are_linked_with_are_found() {
        let unit = |id: &str, kind: &str, features: &[&str], dependencies: &[usize]| {
            serde_json::json!({
                "pkg_id": id,
                "target": { "kind": [kind], "name": "x" },
                "features": features,
                "dependencies": dependencies.iter().map(|index| serde_json::json!({ "index": index })).collect::<Vec<_>>(),
            })
        };
        let graph = serde_json::json!({
            "version": 1,
            "roots": [0],
            "units": [
                unit("path+file:///a/own#0.2.0", "lib", &["default"], &[1, 2, 3]),
                unit("registry+https://r/index#tree@1.0.0", "lib", &["deep"], &[2]),
                unit("registry+https://r/index#leaf@1.1.0", "lib", &["green"], &[]),
                unit("registry+https://r/index#derive@1.0.0", "proc-macro", &[], &[4]),
                unit("registry+https://r/index#leaf@1.1.0", "lib", &["of-macro"], &[]),
            ],
        });
        let graph: UnitGraph = serde_json::from_value(graph).expect("a unit graph");
        assert_eq!(
            names(&graph.features()),
            [
                "leaf 1.1.0 {\"green\"}",
                "own 0.2.0 {\"default\"}",
                "tree 1.0.0 {\"deep\"}"
            ]
        );
    }
}
