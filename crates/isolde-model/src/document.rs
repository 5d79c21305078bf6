//! The contents of a rustdoc JSON file, in one form for all formats.
//!
//! Adapters (`formats`) fill a [`Document`]; everything more complex (paths, reachability, aliases, `Self`) is done later
//! on this form, only once for all formats. Types in a document are *unresolved*: `Type::Path::id` and `Bound::id` hold the
//! [`Key`] of the named item, which may be foreign, and `defined` is the path in rustdoc's `paths` table.

use crate::attributes::Marks;
use crate::item::Callable;
use crate::types::{Bound, Generics, Type};
use std::collections::BTreeMap;

/// rustdoc's number of an item.
pub(crate) type Key = u32;

/// A whole file.
#[derive(Debug, Default)]
pub(crate) struct Document {
    /// The crate's root module.
    pub root: Key,
    /// Items of the crate itself.
    pub entries: BTreeMap<Key, Entry>,
    /// Defaults of the constant parameters of types and aliases, by name. They are here because generics in the model have no place for them.
    pub constant_defaults: BTreeMap<Key, BTreeMap<String, String>>,
    /// The namespaces of other crates' items that are named somewhere.
    pub foreign: BTreeMap<Key, Namespace>,
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
    AssociatedType(Option<Type>),
    Macro,
    /// Constants (including associated ones) and statics, with their type if safe code can read them.
    Constant {
        of: Option<Type>,
        is_static: bool,
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
