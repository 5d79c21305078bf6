//! Finds the package to explore, with `cargo metadata` and without resolving dependencies, so that no lock file appears in the user's tree.

use crate::error::BuildError;
use cargo_metadata::{CrateType, Metadata, Package as CargoPackage, Target, TargetKind};
use isolde_cargo::{environment, toolchain};
use isolde_record::Deadline;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What the command line says about the package.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The directory in which the command was given.
    pub directory: PathBuf,
    /// `--manifest-path`.
    pub manifest_path: Option<PathBuf>,
    /// `-p`: a name, or `name@version`.
    pub package: Option<String>,
    /// `--features`.
    pub features: Vec<String>,
    /// `--all-features`.
    pub all_features: bool,
    /// `--no-default-features`.
    pub no_default_features: bool,
    /// `--target-dir`.
    pub target_dir: Option<PathBuf>,
    /// `--in-place`: private items too.
    pub in_place: bool,
}

/// The package under test.
#[derive(Clone, Debug)]
pub struct Package {
    /// Cargo's id of the package, which distinguishes it from a dependency of the same name and version.
    pub id: String,
    /// Name.
    pub name: String,
    /// Version.
    pub version: String,
    /// Edition of its library: `2015` … `2024`.
    pub edition: String,
    /// The library's name as code writes it.
    pub crate_name: String,
    /// Root files of all its targets.
    pub target_files: Vec<PathBuf>,
    /// Folder of its manifest.
    pub root: PathBuf,
    /// Folder of the workspace's manifest; the package's own folder if it is not in a workspace.
    pub workspace_root: PathBuf,
    /// Root file of its library.
    pub library: PathBuf,
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
    /// This is the folder of the library's root file. If that folder is the package's root, it is everything in it except other packages, build
    /// products and tests.
    pub fn source_roots(&self) -> Vec<PathBuf> {
        let folder = self.library.parent().unwrap_or(&self.root);
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

/// The same, together with cargo's whole description of the package.
///
/// # Errors
/// Those of [`find`].
pub fn find_described(
    selection: &Selection,
    deadline: &Deadline,
) -> Result<(Package, CargoPackage), BuildError> {
    let metadata = read_metadata(selection, deadline)?;
    let package = choose(selection, &metadata)?;
    let library = library_target(package)?;
    let features = features(selection, package)?;
    let target_dir = match &selection.target_dir {
        Some(directory) => selection.directory.join(directory),
        None => metadata.target_directory.clone().into_std_path_buf(),
    };
    let found = Package {
        id: package.id.repr.clone(),
        name: package.name.to_string(),
        version: package.version.to_string(),
        edition: library.edition.as_str().to_owned(),
        crate_name: library.name.replace('-', "_"),
        target_files: package
            .targets
            .iter()
            .map(|target| target.src_path.clone().into_std_path_buf())
            .collect(),
        root: package
            .manifest_path
            .parent()
            .map_or_else(PathBuf::new, |root| root.to_path_buf().into_std_path_buf()),
        workspace_root: metadata.workspace_root.clone().into_std_path_buf(),
        library: library.src_path.clone().into_std_path_buf(),
        target_dir,
        features,
        default_features: !selection.no_default_features,
    };
    Ok((found, package.clone()))
}

fn read_metadata(selection: &Selection, deadline: &Deadline) -> Result<Metadata, BuildError> {
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

fn choose<'a>(
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

fn library_target(package: &CargoPackage) -> Result<&Target, BuildError> {
    let name = package.name.to_string();
    let is_library = |target: &&Target| {
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
    };
    let Some(library) = package.targets.iter().find(is_library) else {
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
        return Err(BuildError::NoLibrary {
            package: name,
            targets,
        });
    };
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
    Ok(library)
}

fn features(selection: &Selection, package: &CargoPackage) -> Result<Vec<String>, BuildError> {
    let mut known: Vec<String> = package.features.keys().cloned().collect();
    known.sort();
    if selection.all_features {
        known.retain(|feature| feature != "default");
        return Ok(known);
    }
    let own_prefix = format!("{}/", package.name);
    let mut chosen = Vec::new();
    for feature in selection
        .features
        .iter()
        .flat_map(|list| list.split([',', ' ']))
        .filter(|name| !name.is_empty())
    {
        let feature = feature.strip_prefix(&own_prefix).unwrap_or(feature);
        if !known.iter().any(|name| name == feature) {
            return Err(BuildError::NoSuchFeature {
                package: package.name.to_string(),
                feature: feature.to_owned(),
                features: known,
            });
        }
        chosen.push(feature.to_owned());
    }
    chosen.sort();
    chosen.dedup();
    Ok(chosen)
}
