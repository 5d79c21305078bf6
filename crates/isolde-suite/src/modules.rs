//! The modules of a library that are files of their own, and where the file of a test module beside each would be.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, Item, ItemMod};

/// Name of the test modules.
pub const TESTS: &str = "isolde_tests";

/// A module that is a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileModule {
    /// Its path from the crate root.
    pub path: Vec<String>,
    /// Its file, relative to the package.
    pub source: PathBuf,
    /// The file of its test module, relative to the package.
    pub tests: PathBuf,
    /// The `#[path]` that its declaration needs if the usual file would belong to another module.
    pub attribute: Option<String>,
}

impl FileModule {
    /// The lines that declare the test module at the end of a file with this text.
    pub fn declaration(&self, text: &str) -> String {
        let mut lines = String::new();
        if !text.is_empty() && !text.ends_with('\n') {
            lines.push('\n');
        }
        lines += "\n#[cfg(test)]\n";
        if let Some(path) = &self.attribute {
            lines += &format!("#[path = \"{path}\"]\n");
        }
        lines += &format!("mod {TESTS};\n");
        if text.contains("\r\n") {
            lines.replace('\n', "\r\n")
        } else {
            lines
        }
    }

    /// The file of a child module, relative to the package, and the `#[path]` by which it has to be declared, if one is needed.
    pub fn child(&self, name: &str) -> (PathBuf, Option<String>) {
        let file = format!("{name}.rs");
        let attribute = self.attribute.as_deref().map(|path| {
            let path = Path::new(path).with_file_name(&file);
            path.display().to_string()
        });
        (self.tests.with_file_name(file), attribute)
    }
}

/// Whether a file declares a test module.
pub fn declares(text: &str) -> bool {
    items(text).iter().any(is_tests)
}

fn is_tests(item: &Item) -> bool {
    matches!(item, Item::Mod(module) if module.ident == TESTS)
}

/// The items of a file; none if it cannot be read as Rust.
fn items(text: &str) -> Vec<Item> {
    let file = syn::parse_file(text).or_else(|error| {
        // In edition 2015, some keywords of later editions are names.
        let tokens: TokenStream = text.parse().map_err(|_| error)?;
        syn::parse2(without_later_keywords(tokens))
    });
    file.map_or_else(|_| Vec::new(), |file: syn::File| file.items)
}

/// The tokens with the names that are keywords only since edition 2018 written as raw identifiers.
fn without_later_keywords(tokens: TokenStream) -> TokenStream {
    let raw = |token| match token {
        TokenTree::Group(group) => {
            let inner = without_later_keywords(group.stream());
            TokenTree::Group(Group::new(group.delimiter(), inner))
        }
        TokenTree::Ident(name) if name == "async" || name == "await" || name == "try" => {
            TokenTree::Ident(Ident::new_raw(&name.to_string(), name.span()))
        }
        other => other,
    };
    tokens.into_iter().map(raw).collect()
}

/// Finds the modules, the crate root first. `library` is the root file; other paths are relative to `package`. Modules that have an inline module with
/// the test module's name are left out, as are modules that macros declare.
pub fn find(package: &Path, library: &Path) -> Vec<FileModule> {
    let folder = library.parent().unwrap_or(Path::new(""));
    let mut finder = Finder {
        package,
        found: Vec::new(),
        taken: BTreeSet::new(),
    };
    finder.file(
        FileModule {
            path: Vec::new(),
            source: library.to_owned(),
            tests: folder.join(TESTS).with_extension("rs"),
            attribute: None,
        },
        folder,
    );
    finder.found
}

/// The modules of a target that are part of no other target.
#[derive(Clone, Debug)]
pub struct OwnModules {
    /// These modules.
    pub own: Vec<FileModule>,
    /// How many modules are also part of other targets.
    pub shared: usize,
}

/// The modules of a target that are part of no other, given the root files of all targets. Where cargo would take a file beside the root file of a binary
/// for another binary, or another target may have its tests, those of the root are in a folder of their own.
pub fn of_one_target(
    package: &Path,
    root_file: &Path,
    is_binary: bool,
    all: &[PathBuf],
) -> OwnModules {
    let relative = |path: &Path| path.strip_prefix(package).unwrap_or(path).to_owned();
    let real = |module: &FileModule| {
        let path = package.join(&module.source);
        path.canonicalize().unwrap_or(path)
    };
    let others = || all.iter().filter(|other| *other != root_file);
    let mut modules = find(package, &relative(root_file));
    let has_neighbour = others().any(|other| other.parent() == root_file.parent());
    let is_usual = !has_neighbour && root_file.file_name() == Some("main.rs".as_ref());
    let root = modules.iter_mut().find(|module| module.path.is_empty());
    if let Some(root) = root.filter(|_| is_binary && !is_usual) {
        let stem = root.source.file_stem().unwrap_or_default();
        let attribute = format!("{}/{TESTS}.rs", stem.to_string_lossy());
        root.tests = root.source.with_file_name(&attribute);
        root.attribute = Some(attribute);
    }
    let elsewhere: BTreeSet<PathBuf> = others()
        .flat_map(|other| find(package, &relative(other)))
        .map(|module| real(&module))
        .collect();
    let count = modules.len();
    modules.retain(|module| !elsewhere.contains(&real(module)));
    OwnModules {
        shared: count - modules.len(),
        own: modules,
    }
}

struct Finder<'a> {
    package: &'a Path,
    found: Vec<FileModule>,
    /// Files of test modules that are in use: if two modules share a file, such as alternatives of a `cfg`, only the first gets it.
    taken: BTreeSet<PathBuf>,
}

impl Finder<'_> {
    /// Adds a module whose child modules are in `folder`.
    fn file(&mut self, module: FileModule, folder: &Path) {
        let Ok(text) = fs::read_to_string(self.package.join(&module.source)) else {
            return;
        };
        let items = items(&text);
        let holds_tests = |item: &Item| {
            is_tests(item) && matches!(item, Item::Mod(module) if module.content.is_some())
        };
        let (path, source) = (module.path.clone(), module.source.clone());
        if !items.iter().any(holds_tests) && self.taken.insert(module.tests.clone()) {
            self.found.push(module);
        }
        self.items(&items, &path, &source, folder);
    }

    fn items(&mut self, items: &[Item], path: &[String], source: &Path, folder: &Path) {
        for item in items {
            if let Item::Mod(item) = item
                && item.ident != TESTS
            {
                self.module(item, path, source, folder);
            }
        }
    }

    fn module(&mut self, item: &ItemMod, path: &[String], source: &Path, folder: &Path) {
        let name = item.ident.to_string();
        let plain = plain(&name);
        let path: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
        let inner = folder.join(plain);
        if let Some((_, items)) = &item.content {
            self.items(items, &path, source, &inner);
        } else if let Some(given) = attribute(&item.attrs) {
            let source = source.parent().unwrap_or(Path::new("")).join(given);
            let folder = source.parent().unwrap_or(Path::new("")).to_owned();
            let stem = source.file_stem().unwrap_or_default().to_string_lossy();
            let attribute = format!("{stem}/{TESTS}.rs");
            let tests = folder.join(&attribute);
            self.file(
                FileModule {
                    path,
                    source,
                    tests,
                    attribute: Some(attribute),
                },
                &folder,
            );
        } else {
            let beside = folder.join(format!("{plain}.rs"));
            let source = if self.package.join(&beside).is_file() {
                beside
            } else {
                inner.join("mod.rs")
            };
            let tests = inner.join(TESTS).with_extension("rs");
            self.file(
                FileModule {
                    path,
                    source,
                    tests,
                    attribute: None,
                },
                &inner,
            );
        }
    }
}

/// A name without a leading `r#`.
pub fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// The value of `#[path = "…"]`.
fn attribute(attributes: &[Attribute]) -> Option<String> {
    attributes
        .iter()
        .find_map(|attribute| match &attribute.meta {
            syn::Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
                syn::Expr::Lit(syn::ExprLit {
                    lit: syn::Lit::Str(text),
                    ..
                }) => Some(text.value()),
                _ => None,
            },
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_keywords_in_later_editions_do_not_hide_modules() {
        let items = items("pub mod a;\nimpl B { fn async(&self) -> u8 { self.try() } }\n");
        assert_eq!(items.len(), 2);
        assert!(super::items("fn (").is_empty());
    }

    #[test]
    fn each_module_that_is_a_file_has_its_test_module_where_rustc_looks_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(
            "src/lib.rs",
            "mod a; mod inline { mod deep; } #[path = \"other/unix.rs\"] mod sys; mod r#type; mod isolde_tests;",
        );
        write("src/a/mod.rs", "mod b;");
        write("src/a/b.rs", "mod isolde_tests { }");
        write("src/inline/deep.rs", "");
        write("src/other/unix.rs", "mod part;");
        write("src/other/part.rs", "");
        write("src/type.rs", "");
        let found: Vec<String> = find(folder.path(), Path::new("src/lib.rs"))
            .iter()
            .map(|each| {
                let attribute = each.attribute.as_deref().unwrap_or("-");
                format!(
                    "{} {} {} {attribute}",
                    each.path.join("::"),
                    each.source.display(),
                    each.tests.display()
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                " src/lib.rs src/isolde_tests.rs -",
                "a src/a/mod.rs src/a/isolde_tests.rs -",
                "inline::deep src/inline/deep.rs src/inline/deep/isolde_tests.rs -",
                "sys src/other/unix.rs src/other/unix/isolde_tests.rs unix/isolde_tests.rs",
                "sys::part src/other/part.rs src/other/part/isolde_tests.rs -",
                "r#type src/type.rs src/type/isolde_tests.rs -",
            ]
        );
    }

    #[test]
    fn a_module_of_several_targets_has_no_tests_and_a_file_beside_a_binary_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("src/bin")).unwrap();
        let files = [
            ("src/main.rs", "mod own; mod shared;"),
            ("src/own.rs", ""),
            ("src/shared.rs", "mod inner;"),
            ("src/bin/other.rs", "#[path = \"../shared.rs\"] mod shared;"),
        ];
        for (path, text) in files {
            fs::write(root.join(path), text).unwrap();
        }
        let all = ["src/main.rs", "src/bin/other.rs"].map(|path| root.join(path));
        let found = |root_file: &Path| -> Vec<String> {
            let modules = of_one_target(root, root_file, true, &all);
            assert_eq!(modules.shared, 1);
            let tests = modules.own.iter().map(|module| {
                let attribute = module.attribute.as_deref().unwrap_or("-");
                format!("{} {attribute}", module.tests.display())
            });
            tests.collect()
        };
        assert_eq!(
            found(&all[0]),
            ["src/isolde_tests.rs -", "src/own/isolde_tests.rs -"]
        );
        assert_eq!(
            found(&all[1]),
            ["src/bin/other/isolde_tests.rs other/isolde_tests.rs"]
        );
    }
}
