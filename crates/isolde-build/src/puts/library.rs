//! The library `isolde` that a package's tests are linked with. The library and this tool exchange data, so their versions must be the same.

use crate::error::BuildError;
use crate::package::{self, Package};
use crate::selection::Selection;
use cargo_metadata::{Metadata, Package as CargoPackage, PackageId};
use isolde_cargo::{Toolchain, toolchain};
use isolde_record::Deadline;
use std::collections::{BTreeMap, BTreeSet};

/// The library's name, as a package and in code.
const NAME: &str = "isolde";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A package, and the name by which its code calls the library; no name if the package does not depend on the library.
///
/// # Errors
/// Those of [`BuildError`] that concern manifests, packages, features and library targets.
pub fn of_package(
    selection: &Selection,
    deadline: &Deadline,
) -> Result<(Package, Option<String>), BuildError> {
    let (package, described) = package::find_described(selection, deadline)?;
    Ok((package, name(&described)))
}

/// The name by which code of the package calls the library; `None` if the package does not depend on it.
pub fn name(described: &CargoPackage) -> Option<String> {
    if described.name.as_str() == NAME {
        return Some(NAME.to_owned());
    }
    let dependency = described
        .dependencies
        .iter()
        .find(|dependency| dependency.name == NAME)?;
    let name = dependency.rename.as_deref().unwrap_or(NAME);
    Some(name.replace('-', "_"))
}

/// Checks the library's version among the packages that cargo chose. Returns the features of the package that are on.
///
/// # Errors
/// [`BuildError::LibraryVersion`]; [`BuildError::Manifest`] if cargo finds no versions that fit together.
pub fn check(
    compiler: &Toolchain,
    package: &Package,
    described: &CargoPackage,
    deadline: &Deadline,
) -> Result<BTreeSet<String>, BuildError> {
    let mut arguments = vec![
        "--filter-platform".to_owned(),
        compiler.host.clone(),
        "--manifest-path".to_owned(),
        package.root.join("Cargo.toml").display().to_string(),
    ];
    arguments.extend(package.feature_arguments());
    let command = toolchain::cargo(&package.root);
    let metadata = toolchain::metadata(command, arguments, deadline)?
        .map_err(|message| BuildError::Manifest { message })?;
    let others = versions(&metadata, &described.id)
        .into_iter()
        .find(|version| version != VERSION);
    if let Some(version) = others {
        return Err(BuildError::LibraryVersion {
            package: package.name.clone(),
            library: version,
            tool: VERSION,
        });
    }
    Ok(features(&metadata, &described.id))
}

/// Versions of the library that a package is linked with, through any dependency.
fn versions(metadata: &Metadata, root: &PackageId) -> BTreeSet<String> {
    let nodes: BTreeMap<&PackageId, Vec<&PackageId>> = metadata
        .resolve
        .iter()
        .flat_map(|resolve| &resolve.nodes)
        .map(|node| (&node.id, node.dependencies.iter().collect()))
        .collect();
    let mut reached = BTreeSet::new();
    let mut next = vec![root];
    while let Some(id) = next.pop() {
        if reached.insert(id) {
            next.extend(nodes.get(id).into_iter().flatten());
        }
    }
    metadata
        .packages
        .iter()
        .filter(|package| package.name.as_str() == NAME && reached.contains(&package.id))
        .map(|package| package.version.to_string())
        .collect()
}

fn features(metadata: &Metadata, root: &PackageId) -> BTreeSet<String> {
    metadata
        .resolve
        .iter()
        .flat_map(|resolve| &resolve.nodes)
        .filter(|node| node.id == *root)
        .flat_map(|node| &node.features)
        .map(ToString::to_string)
        .collect()
}
