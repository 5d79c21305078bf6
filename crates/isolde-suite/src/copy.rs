//! A copy of the user's workspace to verify tests in, so that nothing of theirs is touched before the tests have held.

use crate::SuiteError;
use std::fs;
use std::path::{Component, Path, PathBuf};
use toml_edit::{DocumentMut, Item, TableLike, Value};

/// Folders that are never needed to build and may be large.
const LEFT_OUT: [&str; 5] = ["target", ".git", "node_modules", ".hg", ".svn"];

/// Copies the folder `from` to `to` (made anew), without version control and build output, and without `skip` (the build
/// folder of this workspace, wherever it lies). Relative paths to packages outside `from` become absolute in the copied manifests. Links are followed for files
/// and left out for folders, which may be cyclic.
pub fn copy_workspace(from: &Path, to: &Path, skip: &Path) -> Result<(), SuiteError> {
    if to.exists() {
        fs::remove_dir_all(to).map_err(SuiteError::io("remove", to))?;
    }
    copy_folder(from, to, skip, from)
}

fn copy_folder(from: &Path, to: &Path, skip: &Path, root: &Path) -> Result<(), SuiteError> {
    fs::create_dir_all(to).map_err(SuiteError::io("create", to))?;
    for entry in fs::read_dir(from).map_err(SuiteError::io("read", from))? {
        let entry = entry.map_err(SuiteError::io("read", from))?;
        let (path, name) = (entry.path(), entry.file_name());
        let target = to.join(&name);
        let kind = entry.file_type().map_err(SuiteError::io("read", &path))?;
        if kind.is_dir() {
            let left_out = LEFT_OUT.iter().any(|left_out| name == *left_out)
                || path == skip
                || is_cargo_output(&path);
            if !left_out {
                copy_folder(&path, &target, skip, root)?;
            }
        } else if path.is_file() {
            if name == "Cargo.toml" {
                copy_manifest(&path, &target, root)?;
            } else {
                fs::copy(&path, &target).map_err(SuiteError::io("copy", &path))?;
                make_writable(&target)?;
            }
        }
    }
    Ok(())
}

/// Cargo marks its target folders, whatever they are called.
fn is_cargo_output(folder: &Path) -> bool {
    folder.join("CACHEDIR.TAG").is_file()
}

/// Sources from a registry or a read-only folder keep their mode when they are copied; the copy must be ours to change.
fn make_writable(path: &Path) -> Result<(), SuiteError> {
    let mut permissions = fs::metadata(path)
        .map_err(SuiteError::io("read", path))?
        .permissions();
    if permissions.readonly() {
        #[allow(
            clippy::permissions_set_readonly_false,
            reason = "the file is a private copy in our own scratch folder"
        )]
        permissions.set_readonly(false);
        fs::set_permissions(path, permissions).map_err(SuiteError::io("write", path))?;
    }
    Ok(())
}

fn copy_manifest(from: &Path, to: &Path, root: &Path) -> Result<(), SuiteError> {
    let text = fs::read_to_string(from).map_err(SuiteError::io("read", from))?;
    let folder = from.parent().unwrap_or(root);
    // A manifest that does not parse belongs to no package that is built: fixtures are like that.
    let text = match text.parse::<DocumentMut>() {
        Ok(mut manifest) => {
            make_outside_paths_absolute(manifest.as_table_mut(), folder, root);
            manifest.to_string()
        }
        Err(_) => text,
    };
    fs::write(to, text).map_err(SuiteError::io("write", to))
}

/// Walks all tables: a `path` key that leads out of the workspace is a dependency, a patch or a workspace member outside.
fn make_outside_paths_absolute(table: &mut dyn TableLike, folder: &Path, root: &Path) {
    for (key, item) in table.iter_mut() {
        if key == "path"
            && let Item::Value(value) = item
            && let Some(path) = value.as_str()
        {
            let absolute = normalized(&folder.join(path));
            if !absolute.starts_with(root) {
                *value = Value::from(absolute.display().to_string());
            }
        } else if let Some(inner) = item.as_table_like_mut() {
            make_outside_paths_absolute(inner, folder, root);
        } else if let Some(tables) = item.as_array_of_tables_mut() {
            for inner in tables.iter_mut() {
                make_outside_paths_absolute(inner, folder, root);
            }
        }
    }
}

/// The path without `.` and `..`, by its letters alone: cargo reads manifests the same way.
fn normalized(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_output_and_version_control_stay_behind_and_outside_paths_still_lead_there() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("work");
        for made in [
            "work/src",
            "work/target/debug",
            "work/.git",
            "work/out",
            "outside",
        ] {
            fs::create_dir_all(folder.path().join(made)).unwrap();
        }
        let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).unwrap();
        write("work/src/lib.rs", "");
        write("work/out/CACHEDIR.TAG", "");
        write("work/target/debug/x", "");
        write(
            "work/Cargo.toml",
            "[package]\nname = \"w\"\n[dependencies]\no = { path = \"../outside\" }\ni = { path = \"./inner\" }\n[lib]\npath = \"src/lib.rs\"\n",
        );
        let copy = folder.path().join("copy");
        copy_workspace(&root, &copy, &root.join("nothing")).unwrap();
        assert!(copy.join("src/lib.rs").is_file());
        assert!(
            !copy.join("target").exists()
                && !copy.join(".git").exists()
                && !copy.join("out").exists()
        );
        let manifest = fs::read_to_string(copy.join("Cargo.toml")).unwrap();
        assert!(
            manifest.contains(&format!(
                "path = \"{}\"",
                folder.path().join("outside").display()
            )),
            "{manifest}"
        );
        assert!(
            manifest.contains("path = \"./inner\"") && manifest.contains("path = \"src/lib.rs\""),
            "{manifest}"
        );
    }
}
