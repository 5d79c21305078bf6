//! The contents of a rustdoc JSON file, in one form for all formats.
//!
//! Adapters (`formats`) fill a [`Document`]; everything more complex (paths, reachability, aliases, `Self`) is done later
//! on this form, only once for all formats. Types in a document are *unresolved*: `Type::Path::id` and `Bound::id` hold the
//! [`Key`] of the named item, which may be foreign, and `defined` is the path in rustdoc's `paths` table.

use crate::attributes::Marks;
use crate::item::Callable;
use crate::types::{Bound, Generics, Type};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// rustdoc's number of an item.
pub(crate) type Key = u32;

/// The file of a crate, or those of a package and of other packages that it uses, joined into one.
#[derive(Debug, Default)]
pub(crate) struct Document {
    /// The crate's root module.
    pub root: Key,
    /// Items of the crate itself, and of the crates that were added.
    pub entries: BTreeMap<Key, Entry>,
    /// Defaults of the constant parameters of types and aliases, by name. They are here because generics in the model have no place for them.
    pub constant_defaults: BTreeMap<Key, BTreeMap<String, String>>,
    /// Items that are named somewhere and belong to other crates than the file in which they are named.
    pub foreign: BTreeMap<Key, Foreign>,
    /// Where the items in `entries` are defined.
    pub defined: BTreeMap<(Namespace, String), Key>,
    /// The crates that were added.
    pub outside: Vec<Outside>,
    /// The greatest key in use.
    pub last: Key,
    /// The entries that foreign items are.
    pub links: BTreeMap<Key, Key>,
}

/// An item of another crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Foreign {
    pub namespace: Namespace,
    /// Its defining path.
    pub defined: String,
    /// The compiled crate that it belongs to.
    pub file: Option<PathBuf>,
}

/// A crate that was added to the package's document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outside {
    /// The compiled crate.
    pub file: PathBuf,
    /// Its root module.
    pub root: Key,
    /// The key of its first item; those of all later crates are greater.
    pub first: Key,
    /// What defining paths call it.
    pub label: String,
    /// The name by which the package's tests can call it, if they can.
    pub name: Option<String>,
}

impl Document {
    /// Adds another crate's document, whose keys are all greater than the keys so far.
    pub(crate) fn add(&mut self, other: Document, outside: Outside) {
        self.last = other.last;
        self.entries.extend(other.entries);
        self.constant_defaults.extend(other.constant_defaults);
        self.foreign.extend(other.foreign);
        self.defined.extend(other.defined);
        self.outside.push(outside);
        let found = self.foreign.iter().filter_map(|(key, foreign)| {
            let name = (foreign.namespace, foreign.defined.clone());
            Some((*key, *self.defined.get(&name)?))
        });
        self.links = found.collect();
    }

    /// The key of the entry that the key means: another one for items of crates that were added.
    pub(crate) fn entry_key(&self, key: Key) -> Key {
        self.links.get(&key).copied().unwrap_or(key)
    }

    /// The entry that the key means.
    pub(crate) fn entry(&self, key: Key) -> Option<&Entry> {
        self.entries.get(&self.entry_key(key))
    }

    /// The added crate that an entry belongs to; `None` for the package's own entries.
    pub(crate) fn outside_of(&self, key: Key) -> Option<&Outside> {
        let after = self.outside.partition_point(|each| each.first <= key);
        self.outside.get(after.checked_sub(1)?)
    }
}

/// Rust's namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Namespace {
    Type,
    Value,
    Macro,
}

/// Visibility as declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Declared {
    /// `pub`.
    Public,
    /// For items that cannot declare any: variants, their fields, items of traits and of trait impls.
    Inherited,
    /// Private, `pub(crate)`, `pub(in …)`.
    Restricted,
}

/// A position in the source, as rustdoc writes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
}

/// An item of the crate.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The name as written in code (`r#` where needed); empty for impls and imports.
    pub name: String,
    pub position: Option<Position>,
    pub declared: Declared,
    pub docs: String,
    pub marks: Marks,
    pub deprecated: bool,
    pub kind: Kind,
}

/// Fields of a struct or variant.
#[derive(Debug)]
pub(crate) enum Shape {
    Unit,
    /// A field is `None` if rustdoc stripped it.
    Tuple(Vec<Option<Key>>),
    Named(Vec<Key>),
}

/// The kind of an item.
#[derive(Debug)]
pub(crate) enum Kind {
    Module {
        items: Vec<Key>,
    },
    /// A `use` that is in the JSON: mostly public ones.
    Import {
        name: String,
        target: Option<Key>,
        glob: bool,
    },
    Struct {
        shape: Shape,
        generics: Generics,
    },
    Enum {
        variants: Vec<Key>,
        generics: Generics,
    },
    Union {
        generics: Generics,
    },
    Variant(Shape),
    Field(Type),
    Function(Callable),
    Trait {
        items: Vec<Key>,
        generics: Generics,
        supertraits: Vec<Bound>,
        dyn_compatible: bool,
        is_unsafe: bool,
    },
    /// An impl that is written in the source.
    Impl {
        items: Vec<Key>,
        generics: Generics,
        of_trait: Option<Bound>,
        self_type: Type,
    },
    Alias {
        of: Type,
        generics: Generics,
    },
    AssociatedType {
        /// The type, or the default in a trait.
        of: Option<Type>,
        /// In a trait: the bounds.
        bounds: Vec<Bound>,
        /// Whether it has parameters of its own.
        is_generic: bool,
    },
    Macro,
    /// Constants (including associated ones) and statics, with their type if safe code can read them.
    Constant {
        of: Option<Type>,
        is_static: bool,
        /// Whether it has a value; a required constant of a trait has none.
        has_value: bool,
    },
}

impl Kind {
    /// The namespace that a module-level item's name is in.
    pub(crate) fn namespace(&self) -> Namespace {
        match self {
            Kind::Function(_) | Kind::Constant { .. } => Namespace::Value,
            Kind::Macro => Namespace::Macro,
            _ => Namespace::Type,
        }
    }
}
