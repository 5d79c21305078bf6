//! Moves verified files to their place: all or none, and never over a file that a person wrote.

use crate::SuiteError;
use crate::files::Files;
use crate::request::MadeBy;
use std::fs;
use std::path::{Path, PathBuf};

/// A change of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub path: PathBuf,
    /// Its new text; `None` to remove the file.
    pub text: Option<String>,
}

/// Refuses if `folder` holds a Rust file that this command did not write, or if a file beside it already is the test target with
/// this name.
pub fn check_folder(folder: &Path, made_by: MadeBy) -> Result<(), SuiteError> {
    let beside = folder.with_extension("rs");
    if beside.exists() {
        return Err(SuiteError::ForeignFile(beside));
    }
    // The path may also be occupied by a link to something that does not exist.
    let mut there = folder
        .ancestors()
        .filter(|path| path.symlink_metadata().is_ok());
    if let Some(path) = there.next().filter(|path| !path.is_dir()) {
        return Err(SuiteError::NoFolder(path.into()));
    }
    for path in rust_files(folder)? {
        let text = fs::read_to_string(&path).map_err(SuiteError::io("read", &path))?;
        if !text.starts_with(made_by.marker()) {
            return Err(SuiteError::ForeignFile(path));
        }
    }
    Ok(())
}

/// Refuses if `folder` holds generated tests of a function that was not asked for, since they would be removed.
pub fn check_others(folder: &Path, is_asked_for: &dyn Fn(&str) -> bool) -> Result<(), SuiteError> {
    for path in rust_files(folder)? {
        let text = fs::read_to_string(&path).map_err(SuiteError::io("read", &path))?;
        let functions = text
            .lines()
            .filter_map(|line| line.strip_prefix("/// `")?.split('`').next());
        for function in functions {
            if !is_asked_for(function) {
                return Err(SuiteError::OtherTests {
                    path: folder.into(),
                    function: function.into(),
                });
            }
        }
    }
    Ok(())
}

/// Puts the files into `folder` in place of those that the command wrote there before. Each file is first written beside its place and then renamed,
/// so that a full disk or an interruption leaves either the old file or the new one.
pub fn install(folder: &Path, files: &Files, made_by: MadeBy) -> Result<Vec<PathBuf>, SuiteError> {
    check_folder(folder, made_by)?;
    fs::create_dir_all(folder).map_err(SuiteError::io("create", folder))?;
    let mut staged = Vec::new();
    for (name, text) in &files.texts {
        let temporary = tempfile::NamedTempFile::new_in(folder)
            .map_err(SuiteError::io("create a file in", folder))?;
        fs::write(temporary.path(), text).map_err(SuiteError::io("write", temporary.path()))?;
        staged.push((temporary, folder.join(name)));
    }
    let stale: Vec<PathBuf> = rust_files(folder)?
        .into_iter()
        .filter(|path| !staged.iter().any(|(_, target)| target == path))
        .collect();
    let mut written = Vec::new();
    for (temporary, target) in staged {
        set_plain_mode(temporary.path())?;
        temporary
            .persist(&target)
            .map_err(|error| SuiteError::io("write", &target)(error.error))?;
        written.push(target);
    }
    for path in stale {
        fs::remove_file(&path).map_err(SuiteError::io("remove", &path))?;
    }
    Ok(written)
}

/// Makes changes beside the user's sources. All are prepared before the first one is made, and each file ends as either the old or the new one. Returns
/// the files written.
pub fn change(changes: &[Change]) -> Result<Vec<PathBuf>, SuiteError> {
    let mut staged = Vec::new();
    for Change { path, text } in changes {
        let Some(text) = text else {
            staged.push((None, path.clone()));
            continue;
        };
        // If the path is a link, the link stays and the file that it points to is changed.
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(SuiteError::io("create", folder))?;
        let temporary = tempfile::NamedTempFile::new_in(folder)
            .map_err(SuiteError::io("create a file in", folder))?;
        fs::write(temporary.path(), text).map_err(SuiteError::io("write", temporary.path()))?;
        match fs::metadata(&path) {
            Ok(own) => fs::set_permissions(temporary.path(), own.permissions())
                .map_err(SuiteError::io("write", temporary.path()))?,
            Err(_) => set_plain_mode(temporary.path())?,
        }
        staged.push((Some(temporary), path));
    }
    let mut written = Vec::new();
    for (temporary, path) in staged {
        match temporary {
            Some(temporary) => {
                temporary
                    .persist(&path)
                    .map_err(|error| SuiteError::io("write", &path)(error.error))?;
                written.push(path);
            }
            None => fs::remove_file(&path).map_err(SuiteError::io("remove", &path))?,
        }
    }
    Ok(written)
}

/// Gives a file the usual permissions: temporary files are private to their owner, sources are not.
fn set_plain_mode(path: &Path) -> Result<(), SuiteError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o644))
            .map_err(SuiteError::io("write", path))?;
    }
    Ok(())
}

fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(SuiteError::io("read", folder))? {
        let path = entry.map_err(SuiteError::io("read", folder))?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(texts: &[(&str, &str)]) -> Files {
        let texts = texts
            .iter()
            .map(|(name, text)| {
                (
                    name.to_string(),
                    format!("{}\n{text}", MadeBy::Generate.marker()),
                )
            })
            .collect();
        Files {
            texts,
            ..Files::default()
        }
    }

    #[test]
    fn generated_files_are_replaced_and_stale_ones_removed() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("tests/isolde");
        install(
            &target,
            &files(&[("main.rs", "mod a;"), ("a.rs", "1")]),
            MadeBy::Generate,
        )
        .unwrap();
        install(
            &target,
            &files(&[("main.rs", "mod b;"), ("b.rs", "2")]),
            MadeBy::Generate,
        )
        .unwrap();
        assert_eq!(
            rust_files(&target).unwrap(),
            [target.join("b.rs"), target.join("main.rs")]
        );
        assert!(
            fs::read_to_string(target.join("main.rs"))
                .unwrap()
                .ends_with("mod b;")
        );
    }

    #[test]
    fn a_file_in_the_place_of_the_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let tests = folder.path().join("tests");
        let is_refused = || {
            let refused = check_folder(&tests.join("isolde"), MadeBy::Generate);
            matches!(refused, Err(SuiteError::NoFolder(path)) if path == tests)
        };
        assert!(!is_refused());
        std::os::unix::fs::symlink("nowhere", &tests).unwrap();
        assert!(is_refused());
        fs::remove_file(&tests).unwrap();
        fs::write(&tests, "").unwrap();
        assert!(is_refused());
    }

    #[test]
    fn tests_of_functions_that_were_not_asked_for_are_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let tests = "/// `m::f`: reaches src/m.rs:1.\n#[test]\nfn f() {}\n\n/// `m::g` (src/m.rs:2).\n#[test]\nfn g() {}\n";
        install(folder.path(), &files(&[("m.rs", tests)]), MadeBy::Generate).unwrap();
        assert!(check_others(folder.path(), &|function| function.starts_with("m::")).is_ok());
        let refused = check_others(folder.path(), &|function| function == "m::f");
        assert!(
            matches!(&refused, Err(SuiteError::OtherTests { function, .. }) if function == "m::g"),
            "{refused:?}"
        );
    }

    #[test]
    fn a_test_target_of_the_same_name_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mine = folder.path().join("isolde.rs");
        fs::write(&mine, "").unwrap();
        let refused = check_folder(&folder.path().join("isolde"), MadeBy::Generate);
        assert!(matches!(refused, Err(SuiteError::ForeignFile(path)) if path == mine));
    }

    #[test]
    fn a_file_that_a_person_wrote_is_refused_and_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let mine = folder.path().join("mine.rs");
        fs::write(&mine, "fn mine() {}").unwrap();
        let refused = install(folder.path(), &files(&[("main.rs", "")]), MadeBy::Generate);
        assert!(matches!(refused, Err(SuiteError::ForeignFile(path)) if path == mine));
        assert_eq!(fs::read_to_string(&mine).unwrap(), "fn mine() {}");
        assert!(!folder.path().join("main.rs").exists());
    }
}
