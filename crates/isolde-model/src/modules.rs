//! The module tree: where each item of the crate is defined.

use crate::document::{Document, Key, Kind, Position};
use std::collections::BTreeMap;

/// Where an item is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Home {
    /// Modules from the crate root, without the crate's name.
    pub module: Vec<String>,
    /// The item's name.
    pub name: String,
    /// A module around it, or the item itself, is only compiled for tests.
    pub test_only: bool,
}

impl Home {
    /// Path below `root` (`crate`, the crate's name, or nothing).
    pub(crate) fn path(&self, root: Option<&str>) -> String {
        let modules = self.module.iter().map(String::as_str);
        root.into_iter()
            .chain(modules)
            .chain([self.name.as_str()])
            .collect::<Vec<_>>()
            .join("::")
    }
}

/// A module's place in the tree and in the source.
struct Module {
    path: Vec<String>,
    position: Option<Position>,
    /// Its header only is in the position: its body starts there and ends somewhere before the next item of the module around it.
    inline: bool,
}

/// The module tree.
pub(crate) struct Modules {
    homes: BTreeMap<Key, Home>,
    modules: Vec<Module>,
}

impl Modules {
    pub(crate) fn of(document: &Document) -> Modules {
        let mut tree = Modules {
            homes: BTreeMap::new(),
            modules: Vec::new(),
        };
        tree.enter(document, document.root, &[], false, None);
        tree
    }

    /// Where the item is defined; `None` for items inside function bodies, which belong to no module.
    pub(crate) fn home(&self, key: Key) -> Option<&Home> {
        self.homes.get(&key)
    }

    fn enter(
        &mut self,
        document: &Document,
        key: Key,
        path: &[String],
        test_only: bool,
        around: Option<&str>,
    ) {
        let Some(entry) = document.entries.get(&key) else {
            return;
        };
        let Kind::Module { items } = &entry.kind else {
            return;
        };
        let file = entry.position.as_ref().map(|at| at.file.as_str());
        self.modules.push(Module {
            path: path.to_vec(),
            position: entry.position.clone(),
            inline: file.is_some() && file == around,
        });
        for &item in items {
            let Some(entry) = document.entries.get(&item) else {
                continue;
            };
            if matches!(entry.kind, Kind::Import { .. }) || self.homes.contains_key(&item) {
                continue;
            }
            let test_only = test_only || entry.marks.test_only;
            let home = Home {
                module: path.to_vec(),
                name: entry.name.clone(),
                test_only,
            };
            if matches!(entry.kind, Kind::Module { .. }) {
                let mut inner = path.to_vec();
                inner.push(entry.name.clone());
                self.homes.insert(item, home);
                self.enter(document, item, &inner, test_only, file);
            } else {
                self.homes.insert(item, home);
            }
        }
    }

    /// The module that an impl block stands in. `near` is the module of the impl's type or trait, which decides between modules written
    /// within one file: their extent is not in the JSON.
    pub(crate) fn at(&self, position: &Position, near: &[&[String]]) -> Vec<String> {
        let of_file = |module: &&Module| {
            module
                .position
                .as_ref()
                .is_some_and(|at| at.file == position.file)
        };
        let starts_before = |module: &&Module| {
            module
                .position
                .as_ref()
                .is_some_and(|at| (at.line, at.column) <= (position.line, position.column))
        };
        let candidates: Vec<_> = self.modules.iter().filter(of_file).collect();
        let inline = candidates
            .iter()
            .filter(|module| module.inline && starts_before(module));
        inline
            .rev()
            .find(|module| near.contains(&module.path.as_slice()))
            .or_else(|| candidates.iter().find(|module| !module.inline))
            .map(|module| module.path.clone())
            .or_else(|| near.first().map(|path| path.to_vec()))
            .unwrap_or_default()
    }
}
