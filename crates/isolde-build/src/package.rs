//! Finds the package to explore, with `cargo metadata` and without resolving dependencies, so that no lock file appears in the user's tree.

use crate::error::BuildError;
use crate::selection::{Selection, features};
use crate::target;
use cargo_metadata::{Metadata, Package as CargoPackage, TargetKind};
use isolde_cargo::{environment, toolchain};
use isolde_record::Deadline;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The package under test.
#[derive(Clone, Debug)]
pub struct Package {
    /// Cargo's id of the package, which distinguishes it from a dependency of the same name and version.
    pub id: String,
    /// Name.
    pub name: String,
    /// Version.
    pub version: String,
    /// The binary that is explored, if it is not the library.
    pub binary: Option<String>,
    /// Edition of the library or the binary: `2015` … `2024`.
    pub edition: String,
    /// The name of the library or the binary as code writes it.
    pub crate_name: String,
    /// Root files of all its targets.
    pub target_files: Vec<PathBuf>,
    /// Root files of the targets that cargo may build as tests: all except the build script.
    pub tested_files: Vec<PathBuf>,
    /// Folder of its manifest.
    pub root: PathBuf,
    /// Folder of the workspace's manifest; the package's own folder if it is not in a workspace.
    pub workspace_root: PathBuf,
    /// Root file of the library or the binary that is explored.
    pub root_file: PathBuf,
    /// The target directory of the workspace, or the one that was asked for.
    pub target_dir: PathBuf,
    /// Features to turn on, by name.
    pub features: Vec<String>,
    /// Whether default features are on.
    pub default_features: bool,
}

impl Package {
    /// Cargo options that turn the same features on.
    pub fn feature_arguments(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        if !self.default_features {
            arguments.push("--no-default-features".to_owned());
        }
        if !self.features.is_empty() {
            arguments.push(format!("--features={}", self.features.join(",")));
        }
        arguments
    }

    /// Files and folders whose code counts as the package's own.
    ///
    /// This is the folder of the root file, or for a binary in `src/bin/` the folder `src`. If that folder is the package's root, it is everything in
    /// it except other packages, build products and tests.
    pub fn source_roots(&self) -> Vec<PathBuf> {
        let usual = self.root.join("src");
        let folder = match self.root_file.parent() {
            Some(folder) if self.binary.is_some() && folder.starts_with(&usual) => &usual,
            Some(folder) => folder,
            None => &self.root,
        };
        if folder != self.root {
            return vec![folder.to_owned()];
        }
        let mut roots: Vec<PathBuf> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| *path != self.target_dir && is_source(path))
            .collect();
        roots.sort();
        roots
    }
}

fn is_source(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if path.is_dir() {
        !name.starts_with('.')
            && !matches!(&*name, "target" | "tests" | "benches" | "examples")
            && !path.join("Cargo.toml").exists()
    } else {
        name.ends_with(".rs")
    }
}

/// Finds the package that a selection refers to.
///
/// # Errors
/// Those of [`BuildError`] that concern manifests, packages, features and library targets.
pub fn find(selection: &Selection, deadline: &Deadline) -> Result<Package, BuildError> {
    find_described(selection, deadline).map(|(package, _)| package)
}

/// Finds the package that a selection refers to, and cargo's whole description of it.
///
/// # Errors
/// Those of [`BuildError`] that concern manifests, packages, features and library targets.
pub fn find_described(
    selection: &Selection,
    deadline: &Deadline,
) -> Result<(Package, CargoPackage), BuildError> {
    let metadata = read_metadata(selection, deadline)?;
    let package = choose(selection, &metadata)?;
    let chosen = target::choose(package, selection.binary.as_deref())?;
    let features = features(selection, package)?;
    let found = Package {
        id: package.id.repr.clone(),
        name: package.name.to_string(),
        version: package.version.to_string(),
        binary: chosen.binary,
        edition: chosen.target.edition.as_str().to_owned(),
        crate_name: chosen.crate_name,
        target_files: files(package, |_| true),
        tested_files: files(package, |kind| *kind != TargetKind::CustomBuild),
        root: package
            .manifest_path
            .parent()
            .map_or_else(PathBuf::new, |root| root.to_path_buf().into_std_path_buf()),
        workspace_root: metadata.workspace_root.clone().into_std_path_buf(),
        root_file: chosen.target.src_path.clone().into_std_path_buf(),
        target_dir: target_dir(selection, &metadata),
        features,
        default_features: !selection.no_default_features,
    };
    Ok((found, package.clone()))
}

/// The target directory that was asked for, or the workspace's own.
pub(crate) fn target_dir(selection: &Selection, metadata: &Metadata) -> PathBuf {
    match &selection.target_dir {
        Some(directory) => selection.directory.join(directory),
        None => metadata.target_directory.clone().into_std_path_buf(),
    }
}

/// Root files of the package's targets of some kinds.
fn files(package: &CargoPackage, is_meant: fn(&TargetKind) -> bool) -> Vec<PathBuf> {
    let targets = package.targets.iter();
    let targets = targets.filter(|target| target.kind.iter().all(is_meant));
    targets
        .map(|target| target.src_path.clone().into_std_path_buf())
        .collect()
}

pub(crate) fn read_metadata(
    selection: &Selection,
    deadline: &Deadline,
) -> Result<Metadata, BuildError> {
    if let Some(path) = &selection.manifest_path
        && !selection.directory.join(path).is_file()
    {
        return Err(BuildError::ManifestPath { path: path.clone() });
    }
    let mut command = toolchain::cargo(&selection.directory);
    environment::keep_target_dir(&mut command);
    let mut arguments = vec![OsStr::new("--no-deps")];
    if let Some(path) = &selection.manifest_path {
        arguments.extend([OsStr::new("--manifest-path"), path.as_os_str()]);
    }
    let answer = toolchain::metadata(command, arguments, deadline)?;
    answer.map_err(|message| {
        if message.starts_with("could not find `Cargo.toml`") {
            BuildError::NoManifest {
                directory: selection.directory.clone(),
            }
        } else {
            BuildError::Manifest { message }
        }
    })
}

pub(crate) fn choose<'a>(
    selection: &Selection,
    metadata: &'a Metadata,
) -> Result<&'a CargoPackage, BuildError> {
    let members = metadata.workspace_packages();
    let names = || {
        let mut names: Vec<String> = members
            .iter()
            .map(|member| member.name.to_string())
            .collect();
        names.sort();
        names
    };
    if let Some(wanted) = &selection.package {
        let (name, version) = match wanted.split_once('@') {
            Some((name, version)) => (name, Some(version)),
            None => (wanted.as_str(), None),
        };
        return members
            .iter()
            .find(|member| {
                member.name.as_str() == name
                    && version.is_none_or(|version| member.version.to_string() == version)
            })
            .copied()
            .ok_or_else(|| BuildError::NoSuchPackage {
                name: wanted.clone(),
                members: names(),
            });
    }
    let manifest = match &selection.manifest_path {
        Some(path) => Some(selection.directory.join(path)),
        None => selection
            .directory
            .ancestors()
            .map(|folder| folder.join("Cargo.toml"))
            .find(|path| path.is_file()),
    };
    let manifest = manifest.and_then(|path| path.canonicalize().ok());
    let here = members.iter().find(|member| {
        manifest.as_ref().is_some_and(|manifest| {
            member
                .manifest_path
                .as_std_path()
                .canonicalize()
                .is_ok_and(|path| path == *manifest)
        })
    });
    match (here, members.as_slice()) {
        (Some(member), _) => Ok(member),
        (None, [only]) => Ok(only),
        (None, _) => Err(BuildError::ChoosePackage { members: names() }),
    }
}
