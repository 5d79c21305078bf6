//! What a rustdoc JSON file says, in one shape for all formats.
//!
//! Adapters (`formats`) fill a [`Document`]; everything that needs thought (paths, reachability, aliases, `Self`) happens
//! afterwards, once, on this shape. Types in a document are *unresolved*: `Type::Path::id` and `Bound::id` hold the
//! [`Key`] of whatever is named, foreign items included, and `defined` is what rustdoc's `paths` table says.

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
    /// Defaults of the constant parameters of types and aliases, by name: generics in the model have no place for them.
    pub constant_defaults: BTreeMap<Key, BTreeMap<String, String>>,
    /// Namespaces of the items of other crates that are named somewhere.
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
    /// None is written where none can be: variants, their fields, items of traits and of trait impls.
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
    /// Name as code writes it (`r#` where needed); empty for impls and imports.
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
    /// `None` where rustdoc stripped the field.
    Tuple(Vec<Option<Key>>),
    Named(Vec<Key>),
}

/// What an item is.
#[derive(Debug)]
pub(crate) enum Kind {
    Module {
        items: Vec<Key>,
    },
    /// `use` that rustdoc shows: public ones, mostly.
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
    /// Constants, also associated ones, and statics: their types, if safe code can read them.
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
