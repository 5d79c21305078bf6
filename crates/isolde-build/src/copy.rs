//! Copies of the workspace, from which the package is built in another form.

use crate::error::BuildError;
use crate::package::Package;
use isolde_cargo::{Mirror, toolchain};
use isolde_record::Deadline;
use std::path::{Path, PathBuf};

/// Copies the workspace to the folder `to` with edited files, and describes the package there.
///
/// # Errors
/// [`BuildError::Cargo`].
pub fn copy(
    package: &Package,
    to: &Path,
    edit: &dyn Fn(&Path, String) -> String,
    deadline: &Deadline,
) -> Result<Package, BuildError> {
    let mirror = Mirror {
        from: &package.workspace_root,
        skip: &package.target_dir,
        edit,
    };
    mirror.write(to)?;
    let moved = |path: &Path| -> PathBuf {
        path.strip_prefix(&package.workspace_root)
            .map_or_else(|_| path.to_owned(), |relative| to.join(relative))
    };
    let root = moved(&package.root);
    let id = toolchain::package_id(&root, deadline)?
        .map_err(|message| BuildError::Manifest { message })?;
    Ok(Package {
        id,
        root,
        workspace_root: to.to_owned(),
        root_file: moved(&package.root_file),
        target_files: package
            .target_files
            .iter()
            .map(|file| moved(file))
            .collect(),
        ..package.clone()
    })
}
