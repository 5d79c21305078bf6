//! Where the conventional tests of a module go, and how they are declared there.
//!
//! The tests of `tests/name.rs` go to a target of their own, `tests/name_inputs.rs`. All others go to a module beside the one that holds the
//! parameterized tests, `tests_inputs` for `tests`, which is declared in the same file.

use isolde_build::TestKind;
use isolde_puts::emit::cfgs;
use isolde_suite::modules::{FileModule, plain};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A test target, as far as the places of tests depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Targets<'a> {
    /// Folder of the package.
    pub(super) package: &'a Path,
    /// The target's name.
    pub(super) name: &'a str,
    /// The kind of target.
    pub(super) kind: TestKind,
    /// Those of its modules that are files, as [`isolde_suite::modules::find`] finds them.
    pub(super) modules: &'a [FileModule],
}

/// Where the tests of one module go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The new file.
    pub(super) file: PathBuf,
    /// The module inside the source file whose tests are written there; the whole file if there is none.
    pub(super) inside: Option<String>,
    /// How the new file is declared, unless it is a target of its own.
    pub(super) declared: Option<Declared>,
    /// How the new file reaches modules that are files.
    pub(super) modules: Modules,
    /// Options of `cargo test` that choose the target.
    pub(super) target: Vec<String>,
    /// Module path before the names of the tests, as `cargo test` prints them: `a::tests_inputs::`, or nothing.
    pub(super) path: String,
}

/// A module's declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    /// The file with the declaration.
    pub(super) file: PathBuf,
    /// The module's name.
    pub(super) module: String,
    /// Lines before `mod name;`.
    pub(super) attributes: Vec<String>,
}

/// How modules that are files are reached, as [`isolde_puts::emit::Modules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Modules {
    /// Declared again as they were.
    Same,
    /// Those of the surrounding module.
    Around,
    /// Declared by name with their files.
    At(BTreeMap<String, String>),
}

impl Targets<'_> {
    /// The module that is a file and holds the module with this path, which begins with the crate's name.
    pub(super) fn module(&self, path: &str) -> Option<&FileModule> {
        let path: Vec<&str> = path.split("::").skip(1).map(plain).collect();
        let holds = |module: &&FileModule| {
            module.path.len() <= path.len()
                && module
                    .path
                    .iter()
                    .zip(&path)
                    .all(|(one, other)| plain(one) == *other)
        };
        let holding = self.modules.iter().filter(holds);
        holding.max_by_key(|module| module.path.len())
    }

    /// The place for the tests of a module: either of the module `inside` the file `module`, or of that whole file.
    ///
    /// # Errors
    /// If there is no good place; the text says why.
    pub(super) fn place(
        &self,
        module: &FileModule,
        inside: Option<&str>,
    ) -> Result<Place, &'static str> {
        let is_root = module.path.is_empty();
        let has_own_target = self.kind == TestKind::Test
            && is_root
            && module.source.file_name() != Some("main.rs".as_ref());
        if has_own_target {
            let name = format!("{}_inputs", self.name);
            return Ok(Place {
                file: self
                    .package
                    .join(&module.source)
                    .with_file_name(format!("{name}.rs")),
                inside: None,
                declared: None,
                modules: Modules::Same,
                target: vec!["--test".to_owned(), name],
                path: String::new(),
            });
        }
        match inside {
            Some(name) => self.beside(module, name, Some(name)),
            None if is_root && self.kind == TestKind::Test => {
                let mut place = self.beside(module, "main", None)?;
                place.modules = Modules::Around;
                Ok(place)
            }
            None if is_root => Err(BESIDE_CODE),
            None => {
                let (name, around) = module.path.split_last().ok_or(BESIDE_CODE)?;
                let parent = self.modules.iter().find(|parent| parent.path == around);
                self.beside(parent.ok_or(INLINE)?, name, None)
            }
        }
    }

    /// The place beside the module `name` of the file `parent`.
    fn beside(
        &self,
        parent: &FileModule,
        name: &str,
        inside: Option<&str>,
    ) -> Result<Place, &'static str> {
        let file = self.package.join(&parent.source);
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let mut attributes = cfgs(&text, name);
        let is_of_tests = attributes.iter().any(|cfg| {
            let mut words = cfg.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.any(|word| word == "test")
        });
        if self.kind.is_unit() && !is_of_tests {
            if inside.is_none() {
                return Err(BESIDE_CODE);
            }
            attributes.push("#[cfg(test)]".to_owned());
        }
        let new = format!("{}_inputs", plain(name));
        let (tests, path) = parent.child(&new);
        attributes.extend(path.map(|path| format!("#[path = \"{path}\"]")));
        let folder = tests.parent().unwrap_or(Path::new("")).to_owned();
        let mut own = parent.path.clone();
        own.push(name.to_owned());
        let children = self.modules.iter().filter_map(|module| {
            let (name, around) = module.path.split_last()?;
            let file = module.source.strip_prefix(&folder).ok()?;
            (around == own).then(|| (name.clone(), file.display().to_string()))
        });
        let target = match self.kind {
            TestKind::Lib => vec!["--lib".to_owned()],
            TestKind::Bin => vec!["--bin".to_owned(), self.name.to_owned()],
            TestKind::Test => vec!["--test".to_owned(), self.name.to_owned()],
        };
        let segments = parent.path.iter().chain([&new]);
        Ok(Place {
            file: self.package.join(&tests),
            inside: inside.map(str::to_owned),
            modules: Modules::At(children.collect()),
            target,
            path: segments.map(|segment| format!("{segment}::")).collect(),
            declared: Some(Declared {
                file,
                module: new,
                attributes,
            }),
        })
    }
}

const BESIDE_CODE: &str = "there is other code beside it; move it into a module `tests`";
const INLINE: &str = "its module is declared inside another one, in the same file; move it to the top level of a file";

impl Declared {
    /// The text of the file with the declaration added; `None` if the declaration is there already.
    pub(super) fn added(&self, text: &str) -> Option<String> {
        let declaration = format!("mod {};", self.module);
        if text.lines().any(|line| line.trim() == declaration) {
            return None;
        }
        let mut lines = self.attributes.clone();
        lines.push(declaration);
        let break_before = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        let added = format!("{break_before}\n{}\n", lines.join("\n"));
        Some(match text.contains("\r\n") {
            true => text.to_owned() + &added.replace('\n', "\r\n"),
            false => text.to_owned() + &added,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_suite::modules::find;

    /// Places as text: the file, the declaration, how modules are reached, and where cargo finds the tests.
    fn shown(target: &Targets, module: &str, inside: Option<&str>) -> String {
        let file = target.module(module).expect("a file");
        let place = match target.place(file, inside) {
            Ok(place) => place,
            Err(why) => return why.to_owned(),
        };
        let relative = |path: &Path| {
            path.strip_prefix(target.package)
                .unwrap()
                .display()
                .to_string()
        };
        let declared = place.declared.iter().map(|declared| {
            let lines = declared.added("fn a() {}").expect("it is new");
            format!(
                " < {}: {}",
                relative(&declared.file),
                lines[9..].trim().replace('\n', " ")
            )
        });
        format!(
            "{}{}; {:?}; {} {}",
            relative(&place.file),
            declared.collect::<String>(),
            place.modules,
            place.target.join(" "),
            place.path
        )
    }

    #[test]
    fn tests_go_beside_those_that_they_are_made_of() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write(
            "src/lib.rs",
            "mod a; mod code; #[cfg(all(test, feature = \"x\"))] mod extra { mod part; } mod plain { }",
        );
        write("src/extra/part.rs", "");
        write("src/a/mod.rs", "#[cfg(test)] mod tests;");
        write("src/a/tests.rs", "");
        write("src/code.rs", "");
        write("tests/one.rs", "mod common;");
        write("tests/common/mod.rs", "");
        write("tests/multi/main.rs", "#[cfg(unix)] mod sub;");
        write("tests/multi/sub.rs", "");

        let modules = find(folder.path(), Path::new("src/lib.rs"));
        let library = Targets {
            package: folder.path(),
            name: "krate",
            kind: TestKind::Lib,
            modules: &modules,
        };
        assert_eq!(
            shown(&library, "krate::extra", Some("extra")),
            "src/extra_inputs.rs < src/lib.rs: #[cfg(all(test, feature = \"x\"))] mod extra_inputs;; At({\"part\": \"extra/part.rs\"}); --lib extra_inputs::"
        );
        assert_eq!(
            shown(&library, "krate::plain", Some("plain")),
            "src/plain_inputs.rs < src/lib.rs: #[cfg(test)] mod plain_inputs;; At({}); --lib plain_inputs::"
        );
        assert_eq!(
            shown(&library, "krate::a::tests", None),
            "src/a/tests_inputs.rs < src/a/mod.rs: #[cfg(test)] mod tests_inputs;; At({}); --lib a::tests_inputs::"
        );
        assert_eq!(
            shown(&library, "krate::a::inner", Some("inner")),
            "src/a/inner_inputs.rs < src/a/mod.rs: #[cfg(test)] mod inner_inputs;; At({}); --lib a::inner_inputs::"
        );
        assert_eq!(shown(&library, "krate::code", None), BESIDE_CODE);
        assert_eq!(shown(&library, "krate", None), BESIDE_CODE);
        assert_eq!(shown(&library, "krate::extra::part", None), INLINE);

        let modules = find(folder.path(), Path::new("tests/one.rs"));
        let one = Targets {
            name: "one",
            kind: TestKind::Test,
            modules: &modules,
            ..library
        };
        assert_eq!(
            shown(&one, "one", None),
            "tests/one_inputs.rs; Same; --test one_inputs "
        );
        assert_eq!(
            shown(&one, "one::common", None),
            "tests/common_inputs.rs < tests/one.rs: mod common_inputs;; At({}); --test one common_inputs::"
        );

        let modules = find(folder.path(), Path::new("tests/multi/main.rs"));
        let multi = Targets {
            name: "multi",
            modules: &modules,
            ..one
        };
        assert_eq!(
            shown(&multi, "multi::sub", None),
            "tests/multi/sub_inputs.rs < tests/multi/main.rs: #[cfg(unix)] mod sub_inputs;; At({}); --test multi sub_inputs::"
        );
        assert_eq!(
            shown(&multi, "multi", None),
            "tests/multi/main_inputs.rs < tests/multi/main.rs: mod main_inputs;; Around; --test multi main_inputs::"
        );
    }
}
