//! A copy of the user's workspace that is kept from run to run: only what changed is written, so that cargo compiles only that again. Nothing of the
//! user's is touched while tests are tried out, or while private items are public.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use toml_edit::{DocumentMut, Item, Table, TableLike, Value};

/// Folders that no build needs and that may be large.
const LEFT_OUT: [&str; 5] = ["target", ".git", "node_modules", ".hg", ".svn"];

/// The file system refused.
#[derive(Debug, thiserror::Error)]
#[error("cannot copy {}: {source}", path.display())]
pub struct MirrorError {
    /// The path that it was about.
    pub path: PathBuf,
    /// The system's answer.
    pub source: io::Error,
}

impl MirrorError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> MirrorError {
        let path = path.to_owned();
        move |source| MirrorError { path, source }
    }
}

/// What to copy.
pub struct Mirror<'a> {
    /// The folder copied.
    pub from: &'a Path,
    /// The build folder, which is not copied wherever it lies.
    pub skip: &'a Path,
    /// Says of a Rust file, by its path in `from`, what its text becomes.
    pub edit: &'a dyn Fn(&Path, String) -> String,
}

impl Mirror<'_> {
    /// Makes `to` equal to the folder, but for relative paths to packages outside, which become absolute. Links are followed, but for those to
    /// a folder that they lie in.
    ///
    /// # Errors
    /// [`MirrorError`].
    pub fn write(&self, to: &Path) -> Result<(), MirrorError> {
        self.folder(self.from, to, &mut Vec::new())
    }

    /// `inside` are the true paths of the folders around.
    fn folder(&self, from: &Path, to: &Path, inside: &mut Vec<PathBuf>) -> Result<(), MirrorError> {
        inside.push(from.canonicalize().map_err(MirrorError::io(from))?);
        if to.is_file() {
            fs::remove_file(to).map_err(MirrorError::io(to))?;
        }
        fs::create_dir_all(to).map_err(MirrorError::io(to))?;
        let mut kept = BTreeSet::new();
        for entry in fs::read_dir(from).map_err(MirrorError::io(from))? {
            let entry = entry.map_err(MirrorError::io(from))?;
            let (path, name) = (entry.path(), entry.file_name());
            let target = to.join(&name);
            let kind = entry.file_type().map_err(MirrorError::io(&path))?;
            let is_cyclic = || {
                let path = path.canonicalize().unwrap_or_else(|_| path.clone());
                inside.iter().any(|folder| folder.starts_with(&path))
            };
            if kind.is_dir() || (kind.is_symlink() && path.is_dir() && !is_cyclic()) {
                // Cargo marks its target folders, whatever they are called.
                let left_out = LEFT_OUT.iter().any(|left_out| name == *left_out)
                    || path == self.skip
                    || path.join("CACHEDIR.TAG").is_file();
                if !left_out {
                    self.folder(&path, &target, inside)?;
                    kept.insert(name);
                }
            } else if path.is_file() {
                self.file(&path, &target)?;
                kept.insert(name);
            }
        }
        inside.pop();
        remove_others(to, &kept)
    }

    fn file(&self, from: &Path, to: &Path) -> Result<(), MirrorError> {
        if to.is_dir() {
            fs::remove_dir_all(to).map_err(MirrorError::io(to))?;
        }
        let bytes = fs::read(from).map_err(MirrorError::io(from))?;
        let is = |name: &str| from.file_name().is_some_and(|own| own == name);
        let is_rust = from.extension().is_some_and(|extension| extension == "rs");
        let bytes = match String::from_utf8(bytes) {
            Ok(text) if is("Cargo.toml") => self.manifest(from, text).into_bytes(),
            Ok(text) if is_rust => (self.edit)(from, text).into_bytes(),
            Ok(text) => text.into_bytes(),
            Err(other) => other.into_bytes(),
        };
        if write_if_changed(to, &bytes)? {
            // Build scripts may run what they find; and a read-only file could not be written again.
            let mut permissions = fs::metadata(from)
                .map_err(MirrorError::io(from))?
                .permissions();
            let mode = std::os::unix::fs::PermissionsExt::mode(&permissions);
            std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, mode | 0o200);
            fs::set_permissions(to, permissions).map_err(MirrorError::io(to))?;
        }
        Ok(())
    }

    /// A manifest that does not parse belongs to no package that is built: fixtures are like that.
    fn manifest(&self, path: &Path, text: String) -> String {
        let Ok(mut manifest) = text.parse::<DocumentMut>() else {
            return text;
        };
        let folder = path.parent().unwrap_or(self.from);
        make_outside_paths_absolute(manifest.as_table_mut(), folder, self.from);
        if folder == self.from && !manifest.contains_key(WORKSPACE) {
            // The copy may lie below the workspace of something else, which is not to claim it.
            manifest.insert(WORKSPACE, Item::Table(Table::new()));
        }
        manifest.to_string()
    }
}

const WORKSPACE: &str = "workspace";

/// Walks all tables: a `path` that leads out of the workspace is a dependency, a patch or a member outside.
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

/// The path without `.` and `..`, by its letters alone, as cargo reads it.
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

/// Removes what the user's folder has no more. A lock file that cargo wrote there is kept.
fn remove_others(folder: &Path, kept: &BTreeSet<OsString>) -> Result<(), MirrorError> {
    for entry in fs::read_dir(folder).map_err(MirrorError::io(folder))? {
        let entry = entry.map_err(MirrorError::io(folder))?;
        let path = entry.path();
        if kept.contains(&entry.file_name()) || entry.file_name() == "Cargo.lock" {
            continue;
        }
        let removed = if path.is_dir() {
            fs::remove_dir_all(&path)
        } else {
            fs::remove_file(&path)
        };
        removed.map_err(MirrorError::io(&path))?;
    }
    Ok(())
}

/// Writes a file unless it has this content already: cargo compares times.
fn write_if_changed(path: &Path, content: &[u8]) -> Result<bool, MirrorError> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(false);
    }
    fs::write(path, content).map_err(MirrorError::io(path))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_links_lead_to_is_copied_but_for_folders_around_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let (from, to) = (folder.path().join("in/from"), folder.path().join("to"));
        for path in ["in/from/a", "shared/deep"] {
            fs::create_dir_all(folder.path().join(path)).expect("writable");
        }
        fs::write(folder.path().join("shared/deep/code.rs"), "a").expect("writable");
        fs::write(folder.path().join("shared/one.rs"), "b").expect("writable");
        let link = |target: &str, at: &str| {
            std::os::unix::fs::symlink(target, from.join(at)).expect("linked");
        };
        link("../../shared", "shared");
        link("../../../shared/deep", "a/deep");
        link("../../shared/one.rs", "one.rs");
        for (target, at) in [
            ("..", "a/up"),
            ("..", "out"),
            ("/", "all"),
            ("gone", "dangling"),
        ] {
            link(target, at);
        }
        // A cycle that lies outside.
        std::os::unix::fs::symlink("..", folder.path().join("shared/deep/up")).expect("linked");
        let mirror = Mirror {
            from: &from,
            skip: Path::new("/none"),
            edit: &|_, text| text,
        };
        for _ in 0..2 {
            mirror.write(&to).expect("copied");
            for (path, text) in [
                ("shared/deep/code.rs", "a"),
                ("shared/one.rs", "b"),
                ("a/deep/code.rs", "a"),
                ("one.rs", "b"),
            ] {
                assert_eq!(fs::read_to_string(to.join(path)).expect(path), text);
            }
            for left_out in ["a/up", "out", "all", "dangling", "shared/deep/up"] {
                assert!(!to.join(left_out).exists(), "{left_out}");
            }
        }
    }

    #[test]
    fn a_second_copy_follows_the_first_and_touches_nothing_that_stayed() {
        let folder = tempfile::tempdir().expect("a folder");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::create_dir_all(from.join("src/old")).expect("writable");
        for left_out in ["out", "target/debug", ".git", "marked"] {
            fs::create_dir_all(from.join(left_out)).expect("writable");
        }
        let write = |path: &str, text: &str| fs::write(from.join(path), text).expect("writable");
        write("src/lib.rs", "a");
        write("src/old/mod.rs", "b");
        write("out/big", "c");
        write("target/debug/big", "d");
        write("marked/CACHEDIR.TAG", "e");
        write(
            "Cargo.toml",
            "[dependencies]\nin = { path = \"in\" }\nout = { path = \"../out\" }\n",
        );
        let mirror = Mirror {
            from: &from,
            skip: &from.join("out"),
            edit: &|path, text| {
                format!(
                    "{text} of {}",
                    path.file_name().unwrap_or_default().display()
                )
            },
        };
        mirror.write(&to).expect("copied");
        let read = |path: &str| fs::read_to_string(to.join(path)).expect("there");
        assert_eq!(read("src/lib.rs"), "a of lib.rs");
        for left_out in ["out", "target", ".git", "marked"] {
            assert!(!to.join(left_out).exists(), "{left_out}");
        }
        let outside = folder.path().join("out");
        assert_eq!(
            read("Cargo.toml"),
            format!(
                "[dependencies]\nin = {{ path = \"in\" }}\nout = {{ path = \"{}\" }}\n\n[workspace]\n",
                outside.display()
            )
        );

        let written = |path: &str| {
            fs::metadata(to.join(path))
                .and_then(|data| data.modified())
                .expect("a time")
        };
        let before = written("src/lib.rs");
        fs::remove_dir_all(from.join("src/old")).expect("removed");
        write("src/old", "a file now");
        mirror.write(&to).expect("copied again");
        assert_eq!(written("src/lib.rs"), before);
        assert_eq!(read("src/old"), "a file now");
    }
}
