//! Types, bounds and generics as the model knows them.

use crate::item::ItemId;

/// A type as written in a signature, with names resolved.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// `u8`, `bool`, `char`, `str`, `f64`, `!` (as `never`) …
    Primitive(String),
    /// A named type.
    Path {
        /// Where it is defined, from its crate's name: `alloc::string::String`, `std::collections::hash::map::HashMap`, `semver::Version`. May be
        /// private: compare it, but do not paste it.
        defined: String,
        /// The item, if it belongs to the package.
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
    /// `dyn A + B`.
    Dyn(Vec<Bound>),
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
    /// Something that the adapter does not know, as text.
    Unknown(String),
}

/// Parameters and result of a function type or of a `Fn*` bound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FnSignature {
    /// Parameter types.
    pub parameters: Vec<Type>,
    /// Result; the unit type if none is written.
    pub result: Type,
}

/// A trait bound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bound {
    /// Defining path of the trait: `core::fmt::Display`, `core::ops::function::FnMut`.
    pub defined: String,
    /// The trait, if it belongs to the package.
    pub id: Option<ItemId>,
    /// Type arguments.
    pub arguments: Vec<Type>,
    /// Associated types that are fixed: `Iterator<Item = u8>`.
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

/// Generic parameters with their bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Generics {
    /// Parameters in order.
    pub params: Vec<GenericParam>,
    /// Bounds on types that are no bare parameter: `where Vec<T>: Debug`.
    pub bounds: Vec<(Type, Vec<Bound>)>,
}
