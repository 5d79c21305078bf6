//! Which items code outside the crate can name, and by which path.
//!
//! Paths are found from the crate root through public modules and re-exports (`pub use`, globs, renames, also of items in private modules),
//! the best first. The order of [`Rank`] decides which path is best.

use crate::document::{Declared, Document, Key, Kind, Namespace};
use crate::modules::Modules;
use crate::types::{GenericParam, Generics, Type};
use std::collections::{BTreeMap, BTreeSet};

/// How good a path is. Paths without `#[doc(hidden)]` parts come first, then paths that name the item itself and not an alias, then paths
/// through the package rather than through a crate that it depends on, then short paths, then the defining path, then alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    hidden: usize,
    aliases: usize,
    is_outside: bool,
    segments: usize,
    is_foreign_to_home: bool,
    path: String,
}

/// The paths by which code outside the crate names items.
pub(crate) struct Reach {
    ranks: BTreeMap<Key, Rank>,
}

/// A name that a module exports.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Export {
    target: Key,
    hidden: bool,
}

type Exports = BTreeMap<(Namespace, String), Export>;

impl Reach {
    /// Finds all public paths.
    pub(crate) fn of(document: &Document, modules: &Modules) -> Reach {
        let Some(root) = document.entries.get(&document.root) else {
            return Reach {
                ranks: BTreeMap::new(),
            };
        };
        let start = |name: &str, is_outside| Rank {
            hidden: 0,
            aliases: 0,
            is_outside,
            segments: 1,
            is_foreign_to_home: false,
            path: name.to_owned(),
        };
        let mut finder = Finder {
            document,
            modules,
            ranks: BTreeMap::new(),
            exports: BTreeMap::new(),
        };
        let mut queue = BTreeSet::from([(start(&root.name, false), document.root)]);
        let outside = document.outside.iter();
        queue
            .extend(outside.filter_map(|each| Some((start(each.name.as_ref()?, true), each.root))));
        // As in Dijkstra's algorithm, the best path is taken first; this works because ranks only grow along a path.
        while let Some((rank, key)) = queue.pop_first() {
            if finder.ranks.contains_key(&key) {
                continue;
            }
            queue.extend(finder.beyond(&rank, key));
            finder.ranks.insert(key, rank);
        }
        Reach {
            ranks: finder.ranks,
        }
    }

    /// The public path with the crate's name.
    pub(crate) fn path(&self, key: Key) -> Option<&str> {
        self.ranks.get(&key).map(|rank| rank.path.as_str())
    }

    /// Whether code outside the crate can name the item.
    pub(crate) fn contains(&self, key: Key) -> bool {
        self.ranks.contains_key(&key)
    }

    /// Whether every public path leads through something hidden.
    pub(crate) fn is_hidden(&self, key: Key) -> bool {
        self.ranks.get(&key).is_some_and(|rank| rank.hidden > 0)
    }
}

struct Finder<'d> {
    document: &'d Document,
    modules: &'d Modules,
    ranks: BTreeMap<Key, Rank>,
    exports: BTreeMap<Key, Exports>,
}

impl Finder<'_> {
    /// What can be reached directly from an item: the exports of a module, and the type behind an alias that only renames it.
    fn beyond(&mut self, rank: &Rank, key: Key) -> Vec<(Rank, Key)> {
        match self.document.entries.get(&key).map(|entry| &entry.kind) {
            Some(Kind::Module { .. }) => {
                let exports = self.exports(key, &mut BTreeSet::new());
                let next = exports
                    .iter()
                    .map(|((_, name), export)| self.step(rank, name, export))
                    .collect();
                self.exports.insert(key, exports);
                next
            }
            Some(Kind::Alias { of, generics }) => renamed(of, generics)
                .map(|target| self.document.entry_key(target))
                .filter(|target| self.has_parameters(*target, generics))
                .map(|target| {
                    (
                        Rank {
                            aliases: rank.aliases + 1,
                            ..rank.clone()
                        },
                        target,
                    )
                })
                .into_iter()
                .collect(),
            _ => Vec::new(),
        }
    }

    fn step(&self, from: &Rank, name: &str, export: &Export) -> (Rank, Key) {
        let path = format!("{}::{name}", from.path);
        let root = from.path.split("::").next();
        let is_home = self
            .modules
            .home(export.target)
            .is_some_and(|home| home.path(root) == path);
        let rank = Rank {
            hidden: from.hidden + usize::from(export.hidden),
            aliases: from.aliases,
            is_outside: from.is_outside,
            segments: from.segments + 1,
            is_foreign_to_home: !is_home,
            path,
        };
        (rank, export.target)
    }

    /// The names that a module exports. Explicit names shadow those of globs; names that two globs give to different items are ambiguous and
    /// cannot be used. `visiting` holds the modules whose globs are being followed, because globs may form cycles.
    fn exports(&self, module: Key, visiting: &mut BTreeSet<Key>) -> Exports {
        if let Some(known) = self.exports.get(&module) {
            return known.clone();
        }
        let entries = &self.document.entries;
        let items: &[Key] = match entries.get(&module).map(|entry| &entry.kind) {
            Some(Kind::Module { items }) => items,
            // `pub use Enum::*` only exports variants.
            _ => return Exports::new(),
        };
        if !visiting.insert(module) {
            return Exports::new();
        }
        let mut explicit: BTreeMap<(Namespace, String), Option<Export>> = BTreeMap::new();
        let mut globs: BTreeMap<(Namespace, String), Option<Export>> = BTreeMap::new();
        for (key, entry) in items
            .iter()
            .filter_map(|key| Some((*key, entries.get(key)?)))
        {
            let is_public = entry.declared == Declared::Public;
            match &entry.kind {
                Kind::Import {
                    target: Some(target),
                    glob: true,
                    ..
                } if is_public => {
                    for (name, mut export) in self.exports(self.behind(*target), visiting) {
                        export.hidden |= entry.marks.hidden;
                        globs
                            .entry(name)
                            .and_modify(|other| {
                                if other
                                    .as_ref()
                                    .is_some_and(|other| other.target != export.target)
                                {
                                    *other = None;
                                }
                            })
                            .or_insert(Some(export));
                    }
                }
                Kind::Import { glob: true, .. } | Kind::Import { target: None, .. } => {}
                Kind::Import {
                    name,
                    target: Some(target),
                    ..
                } => {
                    let target = self.behind(*target);
                    let export = Export {
                        target,
                        hidden: entry.marks.hidden,
                    };
                    explicit.insert(
                        (self.namespace(target), name.clone()),
                        is_public.then_some(export),
                    );
                }
                kind => {
                    let export = Export {
                        target: key,
                        hidden: entry.marks.hidden,
                    };
                    explicit.insert(
                        (kind.namespace(), entry.name.clone()),
                        is_public.then_some(export),
                    );
                }
            }
        }
        visiting.remove(&module);
        globs.retain(|name, _| !explicit.contains_key(name));
        explicit
            .into_iter()
            .chain(globs)
            .filter_map(|(name, export)| Some((name, export?)))
            .collect()
    }

    /// The item that an import finally names, through other imports.
    fn behind(&self, key: Key) -> Key {
        let mut key = self.document.entry_key(key);
        for _ in 0..self.document.entries.len() {
            match self.document.entries.get(&key).map(|entry| &entry.kind) {
                Some(Kind::Import {
                    target: Some(target),
                    glob: false,
                    ..
                }) => key = self.document.entry_key(*target),
                _ => break,
            }
        }
        key
    }

    /// Whether the item is a type with as many parameters as the alias has. Otherwise the alias would not just rename it.
    fn has_parameters(&self, key: Key, alias: &Generics) -> bool {
        match self.document.entries.get(&key).map(|entry| &entry.kind) {
            Some(
                Kind::Struct { generics, .. }
                | Kind::Enum { generics, .. }
                | Kind::Union { generics },
            ) => generics.params.len() == alias.params.len(),
            _ => false,
        }
    }

    fn namespace(&self, key: Key) -> Namespace {
        match self.document.entries.get(&key) {
            Some(entry) => entry.kind.namespace(),
            None => self
                .document
                .foreign
                .get(&key)
                .map_or(Namespace::Type, |foreign| foreign.namespace),
        }
    }
}

/// The item that an alias renames: `type A<T> = B<T>` with the parameters as they are.
fn renamed(of: &Type, generics: &Generics) -> Option<Key> {
    let Type::Path {
        id: Some(id),
        arguments,
        constants,
        ..
    } = of
    else {
        return None;
    };
    let mut types = Vec::new();
    let mut values = Vec::new();
    for param in &generics.params {
        match param {
            GenericParam::Type { name, .. } => types.push(Type::Generic(name.clone())),
            GenericParam::Const { name, .. } => values.push(name.clone()),
            GenericParam::Lifetime(_) => {}
        }
    }
    (types == *arguments && values == *constants).then_some(id.0)
}
