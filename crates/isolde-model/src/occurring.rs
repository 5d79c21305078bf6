//! Which other crates' items occur in a package: in its signatures, fields and bounds, and in what is needed to make values of these.

use crate::crates::is_of_toolchain;
use crate::document::{Declared, Document, Entry, Key, Kind, Shape};
use crate::mentions::{Note, by_generics, by_item, mentioned};
use crate::types::Type;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How far the search goes from the package's own items.
const DEEPEST: usize = 4;
/// Up to this distance the parameters of functions that make values count too.
const WITH_MAKERS: usize = 1;

/// The compiled crates whose items occur and that have not been added, with their names.
pub(crate) fn occurring(document: &Document) -> BTreeMap<PathBuf, String> {
    let mut search = Search {
        document,
        impls: Impls::of(document),
        seen: BTreeSet::new(),
        next: Vec::new(),
    };
    search.own_items();
    let mut found = BTreeMap::new();
    for distance in 0..=DEEPEST {
        for key in std::mem::take(&mut search.next) {
            match (document.entries.get(&key), document.foreign.get(&key)) {
                (Some(entry), _) => search.beyond(key, entry, distance),
                (None, Some(foreign)) => {
                    if let Some(file) = foreign
                        .file
                        .as_deref()
                        .filter(|file| is_wanted(document, file))
                    {
                        let name = foreign.defined.split(['@', ':']).next();
                        found.insert(file.to_owned(), name.unwrap_or_default().to_owned());
                    }
                }
                (None, None) => {}
            }
        }
    }
    found
}

fn is_wanted(document: &Document, file: &Path) -> bool {
    !is_of_toolchain(file) && document.outside.iter().all(|each| each.file != file)
}

/// The impl blocks of other crates.
struct Impls {
    /// By the type that they are for.
    of_types: BTreeMap<Key, Vec<Key>>,
    /// Those for any type that satisfies some bounds, by their trait.
    blanket: BTreeMap<Key, Vec<Key>>,
}

impl Impls {
    fn of(document: &Document) -> Impls {
        let mut impls = Impls {
            of_types: BTreeMap::new(),
            blanket: BTreeMap::new(),
        };
        for (key, entry) in &document.entries {
            let Kind::Impl {
                self_type,
                of_trait,
                ..
            } = &entry.kind
            else {
                continue;
            };
            if document.outside_of(*key).is_none() {
                continue;
            }
            let (map, of) = match self_type {
                Type::Path { id, .. } => (&mut impls.of_types, *id),
                Type::Generic(_) => (
                    &mut impls.blanket,
                    of_trait.as_ref().and_then(|of_trait| of_trait.id),
                ),
                _ => continue,
            };
            if let Some(of) = of {
                map.entry(document.entry_key(of.0)).or_default().push(*key);
            }
        }
        impls
    }
}

struct Search<'d> {
    document: &'d Document,
    impls: Impls,
    seen: BTreeSet<Key>,
    /// What was mentioned and is still to be looked at.
    next: Vec<Key>,
}

impl Search<'_> {
    /// Notes what something mentions.
    fn note(&mut self, mentions: impl FnOnce(&mut Note<'_>)) {
        let document = self.document;
        mentions(&mut |_, id| {
            let Some(key) = id.map(|id| document.entry_key(id.0)) else {
                return;
            };
            let is_other =
                document.outside_of(key).is_some() || document.foreign.contains_key(&key);
            if is_other && self.seen.insert(key) {
                self.next.push(key);
            }
        });
    }

    /// Everything that the package's visible items mention. What derives wrote is not explored, and mentions what the types do.
    fn own_items(&mut self) {
        let document = self.document;
        let own = || {
            let entries = document.entries.iter();
            entries.filter(|(key, _)| document.outside_of(**key).is_none())
        };
        let derived: BTreeSet<Key> = own()
            .filter(|(_, entry)| entry.marks.derived)
            .filter_map(|(_, entry)| match &entry.kind {
                Kind::Impl { items, .. } => Some(items),
                _ => None,
            })
            .flatten()
            .copied()
            .collect();
        for (key, entry) in own() {
            let is_left_out = entry.declared == Declared::Restricted
                || entry.marks.derived
                || entry.marks.test_only
                || derived.contains(key);
            if !is_left_out {
                self.note(|note| by_item(&entry.kind, note));
            }
        }
    }

    /// What an item of another crate needs.
    fn beyond(&mut self, key: Key, entry: &Entry, distance: usize) {
        self.note(|note| by_item(&entry.kind, note));
        match &entry.kind {
            Kind::Struct { shape, .. } => self.fields(shape),
            Kind::Enum { variants, .. } => {
                for variant in variants {
                    if let Some(Kind::Variant(shape)) =
                        self.document.entry(*variant).map(|of| &of.kind)
                    {
                        self.fields(shape);
                    }
                }
            }
            _ => {}
        }
        for block in self.impls.blanket.get(&key).cloned().unwrap_or_default() {
            if let Some(Kind::Impl { generics, .. }) = self.document.entry(block).map(|of| &of.kind)
            {
                self.note(|note| by_generics(generics, note));
            }
        }
        if distance <= WITH_MAKERS {
            for block in self.impls.of_types.get(&key).cloned().unwrap_or_default() {
                self.makers(block);
            }
        }
    }

    fn fields(&mut self, shape: &Shape) {
        let keys: Vec<Key> = match shape {
            Shape::Unit => Vec::new(),
            Shape::Tuple(keys) => keys.iter().copied().flatten().collect(),
            Shape::Named(keys) => keys.clone(),
        };
        for entry in keys.iter().filter_map(|key| self.document.entry(*key)) {
            if entry.declared != Declared::Restricted {
                self.note(|note| by_item(&entry.kind, note));
            }
        }
    }

    /// The parameters of an impl's functions that may make values: those of a type's own that take no `self`.
    fn makers(&mut self, block: Key) {
        let Some(Kind::Impl {
            items,
            generics,
            of_trait,
            ..
        }) = self.document.entry(block).map(|of| &of.kind)
        else {
            return;
        };
        if of_trait.is_some() {
            return;
        }
        self.note(|note| by_generics(generics, note));
        for entry in items.iter().filter_map(|key| self.document.entry(*key)) {
            if let Kind::Function(callable) = &entry.kind
                && entry.declared == Declared::Public
                && callable.receiver.is_none()
            {
                self.note(|note| {
                    by_generics(&callable.generics, note);
                    let parameters = callable.parameters.iter();
                    parameters.for_each(|parameter| mentioned(&parameter.of, note));
                });
            }
        }
    }
}
