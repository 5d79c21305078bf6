//! Adapts a workspace's manifests to being copied elsewhere.

use std::path::{Component, Path, PathBuf};
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value, value};

/// The text of the manifest at `path` in the workspace at `root`, adapted for a copy of the workspace: relative paths that lead out of the workspace
/// become absolute, and the copy is declared as a workspace of its own.
///
/// A manifest that does not parse belongs to no package that is built (some fixtures are like that), and is not changed.
pub(super) fn moved(text: String, path: &Path, root: &Path) -> String {
    let Ok(mut manifest) = text.parse::<DocumentMut>() else {
        return text;
    };
    let folder = path.parent().unwrap_or(root);
    make_outside_paths_absolute(manifest.as_table_mut(), folder, root);
    if folder == root && !manifest.contains_key(WORKSPACE) {
        // Otherwise a workspace in a folder above the copy would claim it. Packages below the copy are excluded from it, as they are from the
        // original: two packages with the same name may be dependencies, but not members.
        let mut below = Vec::new();
        packages_below(manifest.as_table(), root, &mut below);
        let mut workspace = Table::new();
        if !below.is_empty() {
            workspace.insert("exclude", value(below.into_iter().collect::<Array>()));
        }
        manifest.insert(WORKSPACE, Item::Table(workspace));
    }
    manifest.to_string()
}

const WORKSPACE: &str = "workspace";

/// Walks all tables: a `path` that leads out of the workspace belongs to a dependency, a patch or a member outside.
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

/// Collects the values of `path` that name packages.
fn packages_below(table: &dyn TableLike, root: &Path, found: &mut Vec<String>) {
    for (key, item) in table.iter() {
        if key == "path"
            && let Some(path) = item.as_str()
            && Path::new(path).is_relative()
            && root.join(path).join("Cargo.toml").is_file()
        {
            found.push(path.to_owned());
        } else if let Some(inner) = item.as_table_like() {
            packages_below(inner, root, found);
        }
    }
}

/// The path without `.` and `..`, judged by its text alone, as cargo does.
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
