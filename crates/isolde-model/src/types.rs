//! Types, bounds and generics of the model.

use crate::id::ItemId;
use crate::std_items::StdItem;
use crate::std_traits::StdTrait;

/// A type as written in a signature, with names resolved.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// `u8`, `bool`, `char`, `str`, `f64`, `!` (as `never`) …
    Primitive(String),
    /// A named type.
    Path {
        /// The path where it is defined, starting with the crate's name: `alloc::string::String`, `std::collections::hash::map::HashMap`, `semver::Version`.
        /// The path may be private: use it for comparisons, not in code.
        defined: String,
        /// The item, if it belongs to the package or to a crate whose JSON was added.
        id: Option<ItemId>,
        /// Type arguments, in order; lifetimes and constants are left out.
        arguments: Vec<Type>,
        /// Constant arguments, in order, as source text.
        constants: Vec<String>,
    },
    /// A type parameter of the function, impl or type; `Self` inside traits.
    Generic(String),
    /// `&T`, `&mut T`.
    Reference {
        /// `&mut`.
        mutable: bool,
        /// `&'static`.
        is_static: bool,
        /// What it refers to.
        target: Box<Type>,
    },
    /// `*const T`, `*mut T`.
    Pointer {
        /// `*mut`.
        mutable: bool,
        /// What it points to.
        target: Box<Type>,
    },
    /// `[T]`.
    Slice(Box<Type>),
    /// `[T; N]`; the length as source text.
    Array(Box<Type>, String),
    /// `(A, B)`; the unit type is the empty tuple.
    Tuple(Vec<Type>),
    /// `fn(A) -> B`.
    Function(Box<FnSignature>),
    /// The type of a closure with these parameters and this result. Code cannot name it, so it does not occur in models: it is the type that is chosen
    /// for a parameter bounded by `Fn(A) -> B`.
    Closure(Box<FnSignature>),
    /// `dyn A + B`.
    Dyn(Vec<Bound>),
    /// The type of a mock that has exactly these traits, including supertraits, with all their associated types. Code outside a driver or a test cannot
    /// name it, so it does not occur in models: it is a type that is chosen for a parameter bounded by traits.
    Mock(Vec<Bound>),
    /// `impl A + B`.
    Impl(Vec<Bound>),
    /// `<T as Trait>::Name`.
    Projection {
        /// `T`.
        of: Box<Type>,
        /// The trait's defining path, if it is written.
        of_trait: Option<String>,
        /// `Name`.
        name: String,
    },
    /// A type that the adapter does not know, as text.
    Unknown(String),
}

impl Type {
    /// If this is a type of the standard library, its item and its type arguments; `None` for all other types, whatever their name.
    pub fn std(&self) -> Option<(StdItem, &[Type])> {
        match self {
            Type::Path {
                defined,
                id: None,
                arguments,
                ..
            } => Some((StdItem::at(defined)?, arguments)),
            _ => None,
        }
    }

    /// If this is a type of the standard library that the table lists, its item.
    pub fn std_item(&self) -> Option<StdItem> {
        self.std().map(|(item, _)| item)
    }

    /// Whether this is the primitive type of that name.
    pub fn is_primitive(&self, name: &str) -> bool {
        matches!(self, Type::Primitive(own) if own == name)
    }

    /// Whether this is `()`.
    pub fn is_unit(&self) -> bool {
        matches!(self, Type::Tuple(elements) if elements.is_empty())
    }
}

impl Bound {
    /// What the bound prescribes for an associated type: `u8` for `Item` of `Iterator<Item = u8>`.
    pub fn prescribed(&self, name: &str) -> Option<&Type> {
        let (_, of) = self.associated.iter().find(|(own, _)| own == name)?;
        Some(of)
    }

    /// The trait of the standard library that the bound names; `None` for all other traits, whatever their name.
    pub fn std_trait(&self) -> Option<StdTrait> {
        match self.id {
            None => StdTrait::at(&self.defined),
            Some(_) => None,
        }
    }
}

/// Parameters and result of a function type or of a `Fn*` bound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FnSignature {
    /// Parameter types.
    pub parameters: Vec<Type>,
    /// Result; the unit type if none is written.
    pub result: Type,
    /// Which lifetimes of each parameter the result has, so that it borrows from them; empty if it borrows from none, or in a way that has no name here.
    /// This stays known when lifetimes are replaced.
    pub lends: Vec<Lends>,
}

/// Which lifetimes of a parameter are also those of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lends {
    /// None.
    Nothing,
    /// That of the reference that the parameter is: `&'a Rule<'_>`.
    Outer,
    /// Those within, but not that of the reference: `&Rule<'a>`.
    Inner,
    /// All: `&'a Rule<'a>`, `Rule<'a>`.
    All,
}

impl FnSignature {
    /// A signature whose result borrows from nothing.
    pub fn new(parameters: Vec<Type>, result: Type) -> FnSignature {
        FnSignature {
            parameters,
            result,
            lends: Vec::new(),
        }
    }
}

/// A trait bound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bound {
    /// Defining path of the trait: `core::fmt::Display`, `core::ops::function::FnMut`.
    pub defined: String,
    /// The trait, if it belongs to the package or to a crate whose JSON was added.
    pub id: Option<ItemId>,
    /// Type arguments.
    pub arguments: Vec<Type>,
    /// Constant arguments, in order, as source text.
    pub constants: Vec<String>,
    /// Associated types that are prescribed: `Iterator<Item = u8>`.
    pub associated: Vec<(String, Type)>,
    /// For `Fn(A) -> B` bounds: the signature.
    pub signature: Option<Box<FnSignature>>,
    /// `?Sized`.
    pub maybe: bool,
}

/// A generic parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GenericParam {
    /// `'a`.
    Lifetime(String),
    /// `T: A + B`; bounds of `where` clauses are merged in. `impl Trait` in argument position appears as a parameter type [`Type::Impl`], not here.
    Type {
        /// Name.
        name: String,
        /// Bounds.
        bounds: Vec<Bound>,
        /// Default.
        default: Option<Type>,
    },
    /// `const N: usize`.
    Const {
        /// Name.
        name: String,
        /// Its type as source text.
        of: String,
    },
}

impl GenericParam {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            GenericParam::Lifetime(name)
            | GenericParam::Type { name, .. }
            | GenericParam::Const { name, .. } => name,
        }
    }
}

/// Generic parameters with their bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Generics {
    /// Parameters in order.
    pub params: Vec<GenericParam>,
    /// Bounds on types other than bare parameters: `where Vec<T>: Debug`.
    pub bounds: Vec<(Type, Vec<Bound>)>,
}
