//! Tests of private functions: in a child module `isolde_tests` of the module that contains the function, since child modules can use the private
//! items of their ancestors. If that module is not a file of its own, the tests go to the nearest module around it that is one.

use crate::SuiteError;
use crate::files::{self, Around, Files};
use crate::helpers::{self, Helper};
use crate::inner_paths::inner_paths;
use crate::install::Change;
use crate::layout::{Layout, give_names};
use crate::lints::Lints;
use crate::modules::{self, FileModule, OwnModules, TESTS};
use crate::render::Test;
use crate::request::{Beside, MadeBy};
use isolde_record::{Edition, ThunkInfo, Visibility};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Lines for crates without std; std is available where tests are built.
const STD: &str =
    "extern crate std;\nuse self::std::prelude::rust_2021::*;\nuse self::std::{format, vec};\n\n";

/// The places beside the modules of one library or binary.
pub struct InPlace {
    modules: Vec<FileModule>,
    /// Whether some of the target's modules have no place.
    lacks_modules: bool,
    /// The binary's name.
    binary: Option<String>,
    crate_name: String,
    /// What follows the header.
    prelude: String,
    is_no_std: bool,
    made_by: MadeBy,
}

impl InPlace {
    /// Finds the modules of the target. Modules that are also part of other targets have no place of their own: their tests would be compiled there,
    /// too.
    ///
    /// # Errors
    /// [`SuiteError::Io`] if the root file cannot be read.
    pub fn of(
        package: &Path,
        target: &Beside,
        crate_name: &str,
        edition: Edition,
        made_by: MadeBy,
    ) -> Result<InPlace, SuiteError> {
        let root = target.root_file;
        let text = fs::read_to_string(root).map_err(SuiteError::io("read", root))?;
        let is_no_std = is_no_std(&text);
        let OwnModules { own, shared } =
            modules::of_one_target(package, root, target.binary.is_some(), target.tested_files);
        Ok(InPlace {
            modules: own,
            lacks_modules: shared > 0,
            binary: target.binary.map(str::to_owned),
            crate_name: crate_name.to_owned(),
            prelude: match (is_no_std, edition.prelude()) {
                (true, _) => STD.to_owned(),
                (false, lines) if lines.is_empty() => lines,
                (false, lines) => lines + "\n",
            },
            is_no_std,
            made_by,
        })
    }

    /// The same, with a condition (an attribute) on top of each file.
    #[must_use]
    pub fn under(self, condition: &str) -> InPlace {
        InPlace {
            prelude: format!("{condition}{}", self.prelude),
            ..self
        }
    }

    /// Refuses if the tests of these functions would go to a file that Isolde did not write.
    ///
    /// # Errors
    /// [`SuiteError::ForeignModule`].
    pub fn check(&self, package: &Path, thunks: &[ThunkInfo]) -> Result<(), SuiteError> {
        for thunk in thunks
            .iter()
            .filter(|thunk| thunk.visibility == Visibility::Private)
        {
            if let Some(module) = self.module(thunk) {
                generated(&package.join(&module.tests), self.made_by)?;
            }
        }
        Ok(())
    }

    /// The module that gets the tests of a function as a child module.
    fn module(&self, thunk: &ThunkInfo) -> Option<&FileModule> {
        (0..=thunk.module.len()).rev().find_map(|depth| {
            let path = &thunk.module[..depth];
            let is_it = |module: &&FileModule| {
                let own = module.path.iter().map(|name| modules::plain(name));
                own.eq(path.iter().map(|name| modules::plain(name)))
            };
            let mut found = self.modules.iter().filter(is_it);
            let first = found.clone().next();
            found
                .find(|module| module.source == Path::new(&thunk.file))
                .or(first)
        })
    }

    /// The changes to `package` after which it has exactly these tests beside its modules.
    ///
    /// # Errors
    /// [`SuiteError::ForeignModule`], [`SuiteError::Io`].
    pub fn changes(&self, package: &Path, files: &Files) -> Result<Vec<Change>, SuiteError> {
        let mut changes = Vec::new();
        for module in &self.modules {
            let (tests, source) = (package.join(&module.tests), package.join(&module.source));
            let before = generated(&tests, self.made_by)?;
            let text = fs::read_to_string(&source).map_err(SuiteError::io("read", &source))?;
            let change = |path: PathBuf, text: Option<String>| Change { path, text };
            match (files.texts.get(&name(module)), before) {
                (Some(new), before) => {
                    if before.as_ref() != Some(new) {
                        changes.push(change(tests, Some(new.clone())));
                    }
                    if !modules::declares(&text) {
                        let declaration = module.declaration(&text);
                        changes.push(change(source, Some(text + &declaration)));
                    }
                }
                (None, Some(before)) => match text.strip_suffix(module.declaration(&text).as_str())
                {
                    Some(rest) => {
                        changes.push(change(source, Some(rest.to_owned())));
                        changes.push(change(tests, None));
                    }
                    // The declaration is no longer where it was put, so it is left there, together with a file for it.
                    None => {
                        let empty = format!("{}\n", self.made_by.marker());
                        if before != empty {
                            changes.push(change(tests, Some(empty)));
                        }
                    }
                },
                (None, None) => {}
            }
        }
        Ok(changes)
    }
}

impl Layout for InPlace {
    type Test = Test;

    fn qualified(&self, test: &Test) -> String {
        let path = self
            .module(&test.thunk)
            .map_or(&[] as &[String], |module| &module.path);
        let parts: Vec<&str> = path
            .iter()
            .map(String::as_str)
            .chain([TESTS, test.name.as_str()])
            .collect();
        parts.join("::")
    }

    fn name(&self, tests: &mut [Test]) {
        give_names(tests, &|test| self.qualified(test));
    }

    fn lay_out(&self, tests: &[Test], lints: &Lints) -> Files {
        let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, test) in tests.iter().enumerate() {
            let file = self.module(&test.thunk).map_or_else(String::new, name);
            groups.entry(file).or_default().push(index);
        }
        let adapt = |text: String| inner_paths(&text, &self.crate_name);
        // Only crates without std have to be told where it is.
        let std = match self.is_no_std {
            true => "self::std",
            false => "std",
        };
        let around = |helpers: &BTreeSet<Helper>| Around {
            top: files::header(self.made_by, lints) + &self.prelude,
            bottom: helpers::source(helpers, std),
        };
        let mut files = files::group(tests, &groups, &around, &adapt);
        let path = |module: &FileModule| {
            let segments = module.path.iter().map(String::as_str).chain([TESTS]);
            segments.map(|segment| format!("{segment}::")).collect()
        };
        files.modules = self
            .modules
            .iter()
            .filter(|module| groups.contains_key(&name(module)))
            .map(|module| (name(module), path(module)))
            .collect();
        files
    }

    fn folder(&self) -> &Path {
        Path::new("")
    }

    fn write(&self, package: &Path, files: &Files) -> Result<(), SuiteError> {
        for Change { path, text } in self.changes(package, files)? {
            match text {
                Some(text) => {
                    let folder = path.parent().unwrap_or(package);
                    fs::create_dir_all(folder).map_err(SuiteError::io("create", folder))?;
                    fs::write(&path, text).map_err(SuiteError::io("write", &path))?;
                }
                None => fs::remove_file(&path).map_err(SuiteError::io("remove", &path))?,
            }
        }
        Ok(())
    }

    fn target(&self) -> Vec<String> {
        match &self.binary {
            Some(name) => vec!["--bin".to_owned(), name.clone()],
            None => vec!["--lib".to_owned()],
        }
    }

    fn gives_way(&self) -> bool {
        self.lacks_modules
    }
}

/// The name of the test module's file in [`Files`].
fn name(module: &FileModule) -> String {
    module.tests.display().to_string()
}

/// The text of a file that this command wrote, or `None` if there is none.
fn generated(path: &Path, made_by: MadeBy) -> Result<Option<String>, SuiteError> {
    if !path.exists() {
        return Ok(None);
    }
    let text = fs::read_to_string(path).map_err(SuiteError::io("read", path))?;
    if text.starts_with(made_by.marker()) {
        Ok(Some(text))
    } else {
        Err(SuiteError::ForeignModule(path.to_owned()))
    }
}

/// Whether the crate with this root file does without the standard library, at least with some features.
pub fn is_no_std(text: &str) -> bool {
    words_of_attributes(text)
        .iter()
        .any(|word| word == "no_std")
}

/// All identifiers in the attributes that apply to the whole file.
fn words_of_attributes(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    if let Ok(file) = syn::parse_file(text) {
        for attribute in &file.attrs {
            if let syn::Meta::List(list) = &attribute.meta {
                identifiers(list.tokens.clone(), &mut words);
            }
            words.extend(attribute.path().get_ident().map(ToString::to_string));
        }
    }
    words
}

fn identifiers(tokens: TokenStream, into: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => into.push(name.to_string()),
            TokenTree::Group(group) => identifiers(group.stream(), into),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(library: &str) -> (tempfile::TempDir, InPlace) {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("src")).unwrap();
        let path = folder.path().join("src/lib.rs");
        fs::write(&path, library).unwrap();
        let target = Beside {
            root_file: &path,
            binary: None,
            tested_files: std::slice::from_ref(&path),
        };
        let place = InPlace::of(
            folder.path(),
            &target,
            "small",
            Edition::E2021,
            MadeBy::Generate,
        )
        .unwrap();
        (folder, place)
    }

    fn files() -> Files {
        let text = format!("{}\nfn a() {{}}\n", MadeBy::Generate.marker());
        Files {
            texts: BTreeMap::from([("src/isolde_tests.rs".to_string(), text)]),
            ..Files::default()
        }
    }

    #[test]
    fn tests_beside_a_module_are_added_once_and_removed_completely() {
        for library in ["fn a() {}\n", "fn a() {}\r\n"] {
            let (folder, place) = package(library);
            let source = folder.path().join("src/lib.rs");
            let files = files();
            place.write(folder.path(), &files).unwrap();
            let declared = fs::read_to_string(&source).unwrap();
            assert_eq!(
                declared.replace("\r\n", "\n"),
                "fn a() {}\n\n#[cfg(test)]\nmod isolde_tests;\n"
            );
            assert_eq!(place.changes(folder.path(), &files).unwrap(), []);
            place.write(folder.path(), &Files::default()).unwrap();
            assert_eq!(fs::read_to_string(&source).unwrap(), library);
            assert!(!folder.path().join("src/isolde_tests.rs").exists());
        }
    }

    #[test]
    fn a_declaration_that_was_moved_stays_with_an_empty_file() {
        let (folder, place) = package("fn a() {}\n");
        place.write(folder.path(), &files()).unwrap();
        let source = folder.path().join("src/lib.rs");
        fs::write(&source, "#[cfg(test)] mod isolde_tests;\nfn a() {}\n").unwrap();
        place.write(folder.path(), &Files::default()).unwrap();
        let tests = fs::read_to_string(folder.path().join("src/isolde_tests.rs")).unwrap();
        assert_eq!(tests, format!("{}\n", MadeBy::Generate.marker()));
        assert_eq!(place.changes(folder.path(), &Files::default()).unwrap(), []);
    }

    #[test]
    fn a_module_that_a_person_wrote_is_refused() {
        let (folder, place) = package("mod isolde_tests;\n");
        fs::write(folder.path().join("src/isolde_tests.rs"), "// mine\n").unwrap();
        let refused = place.changes(folder.path(), &files());
        assert!(
            matches!(refused, Err(SuiteError::ForeignModule(_))),
            "{refused:?}"
        );
    }

    #[test]
    fn tests_of_crates_without_std_declare_it() {
        let (_folder, plain) = package("");
        assert_eq!(plain.prelude, "");
        let (_folder, bare) = package("#![no_std]\n#![forbid(unsafe_code)]\n");
        assert!(bare.prelude.contains("extern crate std;"));
    }
}
