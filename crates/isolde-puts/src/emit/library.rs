//! The names by which a module calls the library and its items, and where the module still uses them.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::{Item, Path, UseTree};

/// Items that a glob import of the library brings into scope.
const ITEMS: &[&str] = &[
    "put",
    "factory",
    "Value",
    "Factory",
    "Chooser",
    "assume",
    "assert_reachable",
    "choose",
];

/// Names of the library and of its items in a module.
#[derive(Clone, Debug)]
pub struct Library {
    /// Names of the crate.
    crates: BTreeSet<String>,
    /// Names of imported items, and the items.
    items: BTreeMap<String, String>,
}

impl Library {
    /// For a module that imports nothing from the crate with this name. The text of inputs names the crate by its full path.
    pub fn new(name: &str) -> Library {
        Library {
            crates: ["isolde", name].map(str::to_owned).into(),
            items: BTreeMap::new(),
        }
    }

    /// The names inside a module with these items, where `self` has the names of the module around it.
    pub fn inside(&self, items: &[Item]) -> Library {
        let mut inside = Library {
            crates: self.crates.clone(),
            items: BTreeMap::new(),
        };
        for item in items {
            match item {
                Item::Use(item) => inside.collect(&item.tree, self),
                Item::ExternCrate(item) if self.crates.contains(&item.ident.to_string()) => {
                    let rename = item.rename.iter().map(|(_, name)| name.to_string());
                    inside.crates.extend(rename);
                }
                _ => {}
            }
        }
        inside
    }

    fn collect(&mut self, tree: &UseTree, around: &Library) {
        match tree {
            UseTree::Path(path) if self.is_crate(&path.ident) => self.import(&path.tree),
            UseTree::Path(path) if path.ident == "super" && is_glob(&path.tree) => {
                self.crates.extend(around.crates.iter().cloned());
                let items = around.items.iter();
                self.items
                    .extend(items.map(|(name, of)| (name.clone(), of.clone())));
            }
            UseTree::Rename(rename) if self.is_crate(&rename.ident) => {
                self.crates.insert(rename.rename.to_string());
            }
            UseTree::Group(group) => {
                group
                    .items
                    .iter()
                    .for_each(|tree| self.collect(tree, around));
            }
            _ => {}
        }
    }

    /// Notes what a `use` imports; `tree` is the part below the library's name.
    fn import(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Name(name) => {
                self.items
                    .insert(name.ident.to_string(), name.ident.to_string());
            }
            UseTree::Rename(rename) if rename.ident == "self" => {
                self.crates.insert(rename.rename.to_string());
            }
            UseTree::Rename(rename) => {
                let name = rename.rename.to_string();
                self.items.insert(name, rename.ident.to_string());
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree)),
            UseTree::Glob(_) => {
                let items = ITEMS
                    .iter()
                    .map(|item| ((*item).to_owned(), (*item).to_owned()));
                self.items.extend(items);
            }
            UseTree::Path(_) => {}
        }
    }

    fn is_crate(&self, name: &syn::Ident) -> bool {
        self.crates.contains(&name.to_string())
    }

    /// Whether a path names `item` of the library.
    pub fn is(&self, path: &Path, item: &str) -> bool {
        let mut segments = path.segments.iter();
        match (segments.next(), segments.next(), segments.next()) {
            (Some(first), Some(second), None) => {
                self.is_crate(&first.ident) && second.ident == item
            }
            (Some(only), None, _) => {
                let imported = self.items.get(&only.ident.to_string());
                imported.is_some_and(|imported| imported == item)
            }
            _ => false,
        }
    }

    /// A `use` without its imports from the library; `None` if it has no others.
    pub fn without(&self, tree: UseTree) -> Option<UseTree> {
        match tree {
            UseTree::Path(path) if self.is_crate(&path.ident) => None,
            UseTree::Name(name) if self.is_crate(&name.ident) => None,
            UseTree::Rename(rename) if self.is_crate(&rename.ident) => None,
            UseTree::Group(mut group) => {
                let items = std::mem::take(&mut group.items);
                group.items = items
                    .into_iter()
                    .filter_map(|tree| self.without(tree))
                    .collect();
                (!group.items.is_empty()).then_some(UseTree::Group(group))
            }
            tree => Some(tree),
        }
    }

    /// The first use of the library or of one of its items.
    pub fn used(&self, tokens: TokenStream) -> Option<String> {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let punct = |index: Option<usize>, wanted: char| {
            let tree = index.and_then(|index| trees.get(index));
            matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
        };
        for (index, tree) in trees.iter().enumerate() {
            let name = match tree {
                TokenTree::Group(group) => {
                    if let Some(text) = self.used(group.stream()) {
                        return Some(text);
                    }
                    continue;
                }
                TokenTree::Ident(name) => name.to_string(),
                _ => continue,
            };
            let (before, next) = (index.checked_sub(1), Some(index + 1));
            if self.crates.contains(&name) && punct(next, ':') && punct(Some(index + 2), ':') {
                let rest = trees.get(index + 3).map(ToString::to_string);
                return Some(format!("{name}::{}", rest.unwrap_or_default()));
            }
            let is_used = match self.items.get(&name).map(String::as_str) {
                None => false,
                // Only as attributes, since other things may have these names, too.
                Some("put" | "factory") => before.is_none() && trees.len() <= 2,
                Some("assume" | "assert_reachable") => punct(next, '!'),
                Some(_) => {
                    let is_in_path = punct(before, ':') && punct(index.checked_sub(2), ':');
                    !is_in_path && !punct(before, '.')
                }
            };
            if is_used {
                return Some(name);
            }
        }
        None
    }
}

fn is_glob(tree: &UseTree) -> bool {
    matches!(tree, UseTree::Glob(_))
}
