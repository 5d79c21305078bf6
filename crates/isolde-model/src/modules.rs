//! The module tree: where each item of the crate is defined.

use crate::docs;
use crate::document::{Document, Key, Kind, Position};
use crate::extent::{Place, closing_brace};
use crate::spans::Files;
use isolde_record::Announced;
use std::collections::BTreeMap;

/// Where an item is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Home {
    /// For items of other crates, what defining paths call the crate.
    pub outside: Option<String>,
    /// Modules from the crate root, without the crate's name.
    pub module: Vec<String>,
    /// The item's name.
    pub name: String,
    /// Whether the item itself or a module around it is only compiled for tests.
    pub test_only: bool,
}

impl Home {
    /// Path below `root` (`crate`, the crate's name, or nothing); that of an item of another crate always begins with that crate.
    pub(crate) fn path(&self, root: Option<&str>) -> String {
        let root = self.outside.as_deref().or(root);
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
    extent: Extent,
    /// The kinds of panics that its documentation announces for all that is in it.
    announced: Announced,
}

/// How much of its file a module covers.
enum Extent {
    /// All of it.
    File,
    /// From its header to this place.
    Until(Place),
    /// The module is written within a file that could not be read, so only its beginning is known: its header.
    Unknown,
}

/// The module tree.
pub(crate) struct Modules {
    homes: BTreeMap<Key, Home>,
    modules: Vec<Module>,
}

impl Modules {
    /// Finds the modules. The sources are needed to see where modules that are written within a file end.
    pub(crate) fn of(document: &Document, files: &Files<'_>) -> Modules {
        let mut tree = Modules {
            homes: BTreeMap::new(),
            modules: Vec::new(),
        };
        tree.enter(document, document.root, None, &[], false, None);
        let own = tree.modules.len();
        for outside in &document.outside {
            tree.enter(
                document,
                outside.root,
                Some(&outside.label),
                &[],
                false,
                None,
            );
        }
        let mut sources: BTreeMap<String, Option<String>> = BTreeMap::new();
        for module in &mut tree.modules[..own] {
            let (Extent::Unknown, Some(position)) = (&module.extent, &module.position) else {
                continue;
            };
            let source = sources
                .entry(position.file.clone())
                .or_insert_with_key(|file| files.source(file));
            if let Some(end) = source
                .as_ref()
                .and_then(|text| closing_brace(text, (position.line, position.column)))
            {
                module.extent = Extent::Until(end);
            }
        }
        tree
    }

    /// Where the item is defined; `None` for items inside function bodies, which belong to no module.
    pub(crate) fn home(&self, key: Key) -> Option<&Home> {
        self.homes.get(&key)
    }

    /// What the documentation of a module announces for all functions in it.
    pub(crate) fn announced(&self, path: &[String]) -> &Announced {
        static NONE: Announced = Announced::new();
        let module = self.modules.iter().find(|module| module.path == path);
        module.map_or(&NONE, |module| &module.announced)
    }

    fn enter(
        &mut self,
        document: &Document,
        key: Key,
        outside: Option<&str>,
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
            // That of the crate is an introduction.
            announced: match path {
                [] => Announced::new(),
                _ => docs::announced_for_all(&entry.docs),
            },
            extent: if file.is_some() && file == around {
                Extent::Unknown
            } else {
                Extent::File
            },
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
                outside: outside.map(str::to_owned),
                module: path.to_vec(),
                name: entry.name.clone(),
                test_only,
            };
            if matches!(entry.kind, Kind::Module { .. }) {
                let mut inner = path.to_vec();
                inner.push(entry.name.clone());
                self.homes.insert(item, home);
                self.enter(document, item, outside, &inner, test_only, file);
            } else {
                self.homes.insert(item, home);
            }
        }
    }

    /// The module that contains an impl block. `near` holds the modules of the impl's type and trait, which decide between modules of a file
    /// that cannot be read.
    pub(crate) fn at(&self, position: &Position, near: &[&[String]]) -> Vec<String> {
        let place = (position.line, position.column);
        let contains = |module: &&Module| {
            let Some(own) = module
                .position
                .as_ref()
                .filter(|own| own.file == position.file)
            else {
                return false;
            };
            let is_after_header = (own.line, own.column) <= place;
            match module.extent {
                Extent::File => true,
                Extent::Until(end) => is_after_header && place <= end,
                Extent::Unknown => is_after_header && near.contains(&module.path.as_slice()),
            }
        };
        self.modules
            .iter()
            .filter(contains)
            .max_by_key(|module| module.path.len())
            .map(|module| module.path.clone())
            .or_else(|| near.first().map(|path| path.to_vec()))
            .unwrap_or_default()
    }
}
