//! The modules of a crate, read from its sources: which file contains which modules, and which other files' names it uses.
//!
//! A file uses another one if a path that begins with `crate`, `super` or `self`, in an import or anywhere else, names something that the other
//! file defines. A name that a module only re-exports (`pub use`) counts for the file that defines it. Test modules are left out.

use crate::files;
use anyhow::{Context, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::{Attribute, Item, ItemMod, UseTree};

/// The names in a path, either from the crate's root or, for a path as written, from wherever it begins.
type Names = Vec<String>;

/// The modules of one crate.
#[derive(Debug, Default)]
pub struct Modules {
    all: BTreeMap<Names, Module>,
}

#[derive(Debug, Default)]
struct Module {
    file: PathBuf,
    /// Whether the module fills its whole file.
    is_file: bool,
    /// Names that are defined in the module.
    defined: BTreeSet<String>,
    /// Names that are imported into the module, and from where.
    imported: BTreeMap<String, Names>,
    /// Modules whose names are all imported (`use …::*`).
    globs: Vec<Names>,
    /// Paths that occur in the module.
    paths: BTreeSet<Names>,
}

impl Modules {
    /// Reads a crate, given its root file.
    ///
    /// # Errors
    /// If a file is missing or cannot be parsed.
    pub fn read(root: &Path) -> Result<Modules> {
        let mut modules = Modules::default();
        let folder = root.parent().context("the file has no parent folder")?;
        modules.read_file(root, folder, Vec::new())?;
        Ok(modules)
    }

    /// Reads a module's file. The files of its children are in `folder`.
    fn read_file(&mut self, file: &Path, folder: &Path, path: Names) -> Result<()> {
        let parsed = syn::parse_file(&files::read(file)?)
            .with_context(|| format!("{} is not valid Rust", file.display()))?;
        self.read_items(&parsed.items, file, folder, path, true)
    }

    fn read_items(
        &mut self,
        items: &[Item],
        file: &Path,
        folder: &Path,
        path: Names,
        is_file: bool,
    ) -> Result<()> {
        let mut module = Module {
            file: file.to_owned(),
            is_file,
            ..Module::default()
        };
        for item in items {
            match item {
                Item::Mod(child) => self.read_child(child, file, folder, &path)?,
                Item::Use(import) => {
                    module.import(&import.tree, &mut Vec::new());
                    collect_paths(import.to_token_stream(), &mut module.paths);
                }
                other => {
                    module.defined.extend(defined(other));
                    collect_paths(other.to_token_stream(), &mut module.paths);
                }
            }
        }
        self.all.insert(path, module);
        Ok(())
    }

    fn read_child(
        &mut self,
        child: &ItemMod,
        file: &Path,
        folder: &Path,
        parent: &[String],
    ) -> Result<()> {
        if child.attrs.iter().any(is_for_tests) {
            return Ok(());
        }
        let name = child.ident.to_string();
        let path = [parent, std::slice::from_ref(&name)].concat();
        let folder_of_child = folder.join(&name);
        if let Some((_, items)) = &child.content {
            return self.read_items(items, file, &folder_of_child, path, false);
        }
        if let Some(elsewhere) = child.attrs.iter().find_map(path_attribute) {
            let beside = file.parent().unwrap_or(folder).join(elsewhere);
            let folder = beside.parent().unwrap_or(folder).to_owned();
            return self.read_file(&beside, &folder, path);
        }
        let own = folder.join(format!("{name}.rs"));
        let file = if own.exists() {
            own
        } else {
            folder_of_child.join("mod.rs")
        };
        self.read_file(&file, &folder_of_child, path)
    }

    /// For each file, the files whose names it uses. The files of a module and of its descendants may use each other, so such uses are left
    /// out.
    pub fn arrows(&self) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
        let mut arrows: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
        for (own, module) in &self.all {
            let from = arrows.entry(module.file.clone()).or_default();
            for path in &module.paths {
                let Some(target) = self.definition(own, path) else {
                    continue;
                };
                let used = &self.all[&target].file;
                if *used != module.file && !self.is_related(&module.file, used) {
                    from.insert(used.clone());
                }
            }
        }
        arrows
    }

    /// Whether the module in one of the files is a descendant of the module in the other.
    fn is_related(&self, one: &Path, other: &Path) -> bool {
        let path = |file: &Path| {
            let mut all = self.all.iter();
            all.find(|(_, module)| module.is_file && module.file == file)
                .map(|(path, _)| path)
        };
        let (Some(one), Some(other)) = (path(one), path(other)) else {
            return false;
        };
        one.starts_with(other) || other.starts_with(one)
    }

    /// The module that defines the item that `path` names, if the path is written in module `from`; `None` for names of other crates.
    fn definition(&self, from: &[String], path: &[String]) -> Option<Names> {
        self.search(from, path, &mut BTreeSet::new())
    }

    fn search(
        &self,
        from: &[String],
        path: &[String],
        seen: &mut BTreeSet<(Names, Names)>,
    ) -> Option<Names> {
        // Imports may be circular, and following them would not end.
        if !seen.insert((from.to_vec(), path.to_vec())) {
            return None;
        }
        let mut at = from.to_vec();
        let mut rest = path;
        let mut is_inside = false;
        while let [first, others @ ..] = rest {
            match first.as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()?),
                "self" => {}
                _ => break,
            }
            (rest, is_inside) = (others, true);
        }
        while let [name, others @ ..] = rest {
            let child = [at.as_slice(), std::slice::from_ref(name)].concat();
            if self.all.contains_key(&child) {
                (at, rest, is_inside) = (child, others, true);
                continue;
            }
            let module = self.all.get(&at)?;
            if module.defined.contains(name) {
                return Some(at);
            }
            if let Some(target) = module.imported.get(name) {
                let target = [target.as_slice(), others].concat();
                return self.search(&at, &target, seen);
            }
            let mut globs = module.globs.iter();
            return globs
                .find_map(|glob| self.search(&at, &[glob.as_slice(), rest].concat(), seen));
        }
        is_inside.then_some(at)
    }
}

impl Module {
    /// Adds the names that an import brings into scope.
    fn import(&mut self, tree: &UseTree, before: &mut Names) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.import(&path.tree, before);
                before.pop();
            }
            UseTree::Name(name) => {
                self.enter(name.ident.to_string(), name.ident.to_string(), before)
            }
            UseTree::Rename(rename) => {
                self.enter(rename.rename.to_string(), rename.ident.to_string(), before);
            }
            UseTree::Glob(_) => self.globs.push(before.clone()),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, before);
                }
            }
        }
    }

    fn enter(&mut self, name: String, original: String, before: &[String]) {
        let (name, path) = match (original.as_str(), before.last()) {
            // `use a::b::{self}` imports `b`.
            ("self", Some(last)) if name == "self" => (last.clone(), before.to_vec()),
            ("self", _) => (name, before.to_vec()),
            _ => (name, [before, &[original]].concat()),
        };
        self.imported.insert(name, path);
    }
}

/// Whether an attribute is `#[cfg(test)]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute
            .parse_args::<syn::Ident>()
            .is_ok_and(|condition| condition == "test")
}

/// The file that a `#[path]` attribute names.
fn path_attribute(attribute: &Attribute) -> Option<String> {
    let syn::Meta::NameValue(meta) = &attribute.meta else {
        return None;
    };
    let syn::Expr::Lit(literal) = &meta.value else {
        return None;
    };
    match &literal.lit {
        syn::Lit::Str(text) if attribute.path().is_ident("path") => Some(text.value()),
        _ => None,
    }
}

/// The name that an item defines.
fn defined(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Collects the paths among the tokens that begin with `crate`, `super` or `self`.
fn collect_paths(tokens: TokenStream, paths: &mut BTreeSet<Names>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut index = 0;
    while index < tokens.len() {
        match &tokens[index] {
            TokenTree::Ident(word) if ["crate", "super", "self"].iter().any(|it| word == it) => {
                index = collect_path(&tokens, index, Vec::new(), paths);
            }
            TokenTree::Group(group) => {
                collect_paths(group.stream(), paths);
                index += 1;
            }
            _ => index += 1,
        }
    }
}

/// Collects the path that begins at a name, or several paths if it ends in a group, and returns where it ends.
fn collect_path(
    tokens: &[TokenTree],
    start: usize,
    before: Names,
    paths: &mut BTreeSet<Names>,
) -> usize {
    let mut path = before;
    let mut index = start;
    loop {
        match tokens.get(index) {
            Some(TokenTree::Ident(name)) => path.push(name.to_string()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                for part in inner.split(|token| is_punctuation(token, ',')) {
                    if !part.is_empty() {
                        collect_path(part, 0, path.clone(), paths);
                    }
                }
                return index + 1;
            }
            // `crate::module::*`
            _ => break,
        }
        index += 1;
        let goes_on = [index, index + 1].into_iter().all(|at| {
            tokens
                .get(at)
                .is_some_and(|token| is_punctuation(token, ':'))
        });
        if !goes_on {
            break;
        }
        index += 2;
    }
    if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
        path.pop();
    }
    if path.len() > 1 {
        paths.insert(path);
    }
    index
}

fn is_punctuation(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The uses between the files of a crate made of these sources, by file name.
    fn arrows(sources: &[(&str, &str)]) -> BTreeMap<String, BTreeSet<String>> {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in sources {
            let file = folder.path().join(name);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
            std::fs::write(file, text).expect("writable");
        }
        let name = |file: PathBuf| {
            let relative = file.strip_prefix(folder.path()).expect("below");
            relative.display().to_string()
        };
        let modules = Modules::read(&folder.path().join("lib.rs")).expect("a crate");
        let arrows = modules.arrows().into_iter();
        arrows
            .map(|(from, to)| (name(from), to.into_iter().map(name).collect()))
            .collect()
    }

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn names_are_followed_to_the_file_that_defines_them() {
        let found = arrows(&[
            ("lib.rs", "mod a; mod b; mod c; pub use a::Thing; use b::*;"),
            ("a.rs", "pub struct Thing;"),
            (
                "b.rs",
                "use crate::{Thing, c::{self, deep::f as g}}; pub fn wide() {}",
            ),
            ("c/mod.rs", "pub mod deep;"),
            ("c/deep.rs", "pub fn f() { vec![crate::wide()]; }"),
        ]);
        assert_eq!(found["a.rs"], set(&[]));
        assert_eq!(found["b.rs"], set(&["a.rs", "c/mod.rs", "c/deep.rs"]));
        assert_eq!(found["c/deep.rs"], set(&["b.rs"]));
    }

    #[test]
    fn descendants_and_modules_of_tests_are_left_out() {
        let found = arrows(&[
            ("lib.rs", "mod a; mod b; pub struct Root;"),
            (
                "a.rs",
                "mod child; pub struct A; use child::C; #[cfg(test)] mod tests { use crate::b::B; }",
            ),
            ("a/child.rs", "use super::A; use crate::Root; pub struct C;"),
            (
                "b.rs",
                "use self::inner::I; pub struct B; mod inner { pub struct I; fn f(_: super::super::a::A) {} }",
            ),
        ]);
        assert_eq!(found["a.rs"], set(&[]));
        assert_eq!(found["a/child.rs"], set(&[]));
        assert_eq!(found["b.rs"], set(&["a.rs"]));
    }
}
