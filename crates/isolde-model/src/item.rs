//! Items of a package.

use crate::id::ItemId;
use crate::std_traits::StdTrait;
use crate::types::{Bound, Generics, Type};
use isolde_record::Visibility;
use std::collections::BTreeMap;

/// The place of an item in the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// File, relative to the package root.
    pub file: String,
    /// First line, from 1.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
}

/// A package's library, as its rustdoc JSON describes it.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Name of the library crate as code writes it (`-` replaced).
    pub crate_name: String,
    /// Every function with or without a body: free, inherent, of traits and of trait impls, private ones included, in order of path.
    pub functions: Vec<Function>,
    /// Structs, enums and unions.
    pub types: BTreeMap<ItemId, TypeItem>,
    /// Traits of the package.
    pub traits: BTreeMap<ItemId, TraitItem>,
    /// Impl blocks, inherent and of traits; blanket and auto trait impls are left out.
    pub impls: Vec<Impl>,
    /// Constants and statics that code outside can read, in order of path; of associated ones those of types without parameters.
    pub constants: Vec<Constant>,
    /// Names of the macros (`macro_rules!` and procedural), which are not explored.
    pub macros: Vec<String>,
}

/// A public constant, associated constant or immutable static.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Constant {
    /// Path by which code outside the crate names it, with the crate's name: `semver::Version::ZERO`.
    pub public_path: String,
    /// Its type.
    pub of: Type,
    /// A static, which cannot be moved out of.
    pub is_static: bool,
}

/// What a function belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Container {
    /// A module.
    Module,
    /// An inherent impl: index in [`Model::impls`].
    Inherent(usize),
    /// An impl of a trait: index in [`Model::impls`].
    TraitImpl(usize),
    /// A trait's own (provided or required) method.
    Trait(ItemId),
}

/// How a method takes `self`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// `self`.
    Value,
    /// `&self`.
    Shared,
    /// `&mut self`.
    Mutable,
    /// `self: Box<Self>` and other types.
    Other,
}

/// A parameter other than the receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Name as written; patterns become `_`.
    pub name: String,
    /// Type.
    pub of: Type,
}

/// What can be called: the signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callable {
    /// Generics of the function itself (those of the impl are in [`Impl::generics`]).
    pub generics: Generics,
    /// How it takes `self`, if it does.
    pub receiver: Option<Receiver>,
    /// Parameters without the receiver.
    pub parameters: Vec<Parameter>,
    /// Result; the unit type if none is written.
    pub result: Type,
    /// `unsafe`.
    pub is_unsafe: bool,
    /// `async`.
    pub is_async: bool,
    /// `const`.
    pub is_const: bool,
    /// Declared in an `extern` block, or without a body.
    pub has_body: bool,
}

/// A function or method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Identity.
    pub id: ItemId,
    /// Its name as code writes it: `r#match`.
    pub name: String,
    /// Path for people, from the crate root without the crate's name: `de::Parser::next`, `<Frame as Display>::fmt`. Arguments and modules of the
    /// type are written where they tell impls with equal methods apart: `Value<u8>::describe`, `<date::Error as Display>::fmt`.
    pub path: String,
    /// Path by which code outside the crate calls it, with the crate's name, if there is one: `semver::Version::parse`; through re-exports where the
    /// defining module is private. For methods, the path of the type's item plus the name. `None` for trait impl methods (call them
    /// through the trait) and for unreachable items.
    pub public_path: Option<String>,
    /// Path inside the crate: `crate::de::Parser::next`, `<crate::Frame as std::fmt::Display>::fmt`.
    pub crate_path: String,
    /// Module that it is written in, which for methods may be another than the type's, from the crate root, without the crate's name.
    pub module: Vec<String>,
    /// What it belongs to.
    pub container: Container,
    /// The signature.
    pub callable: Callable,
    /// Visible from outside: the function and all that it is reached through.
    pub visibility: Visibility,
    /// Position in the source.
    pub span: Option<Span>,
    /// Documentation.
    pub docs: String,
    /// Whether a section of the documentation is headed `Panics`, or its prose says when the function panics. A method of an impl of one of the
    /// package's traits that has no documentation of its own has the trait's.
    pub documents_panics: bool,
    /// Written by `#[derive]` (`#[automatically_derived]`); what other macros write is like what people write.
    pub derived: bool,
    /// `#[doc(hidden)]`, on the item itself or on something that every public path to it, its type or its trait leads through.
    pub hidden: bool,
    /// `#[deprecated]`.
    pub deprecated: bool,
    /// `#[cfg(test)]` or `#[test]`.
    pub test_only: bool,
}

/// A field of a struct or variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name; of tuple fields the index.
    pub name: String,
    /// Type.
    pub of: Type,
    /// Visible from outside (fields of public enums' variants are).
    pub visibility: Visibility,
}

/// Shape of a struct or variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fields {
    /// `struct A;`
    Unit,
    /// `struct A(B, C);` Fields that rustdoc strips are present all the same: the JSON is made with private items.
    Tuple(Vec<Field>),
    /// `struct A { b: B }`
    Named(Vec<Field>),
}

impl Fields {
    /// The fields in order.
    pub fn list(&self) -> &[Field] {
        match self {
            Fields::Unit => &[],
            Fields::Tuple(all) | Fields::Named(all) => all,
        }
    }

    /// Whether code outside can write all of them.
    pub fn all_public(&self) -> bool {
        let mut all = self.list().iter();
        all.all(|field| field.visibility == Visibility::Public)
    }
}

/// A variant of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Name.
    pub name: String,
    /// Its fields.
    pub fields: Fields,
    /// `#[non_exhaustive]` or hidden: not to be built outside.
    pub restricted: bool,
}

/// What kind of type an item is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// A struct.
    Struct(Fields),
    /// An enum.
    Enum(Vec<Variant>),
    /// A union: values cannot be built without `unsafe`.
    Union,
}

/// A struct, enum or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeItem {
    /// Identity.
    pub id: ItemId,
    /// Name.
    pub name: String,
    /// Path by which code outside the crate names it, with the crate's name, if there is one.
    pub public_path: Option<String>,
    /// Path inside the crate: `crate::de::Parser`.
    pub crate_path: String,
    /// Defining module.
    pub module: Vec<String>,
    /// Struct, enum or union.
    pub kind: TypeKind,
    /// Generics.
    pub generics: Generics,
    /// Visible from outside.
    pub visibility: Visibility,
    /// `#[non_exhaustive]`: no struct literals and no exhaustive matches outside.
    pub non_exhaustive: bool,
    /// Position in the source.
    pub span: Option<Span>,
    /// Defining paths of the traits that it implements (derived and hand-written, also conditional ones): `core::fmt::Debug`, `core::cmp::PartialEq`.
    pub implements: Vec<String>,
}

impl TypeItem {
    /// Whether the type implements the trait, perhaps under conditions.
    pub fn implements_std(&self, of_trait: StdTrait) -> bool {
        self.implements
            .iter()
            .any(|defined| StdTrait::at(defined) == Some(of_trait))
    }
}

/// A trait of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitItem {
    /// Identity.
    pub id: ItemId,
    /// Name.
    pub name: String,
    /// Path by which code outside the crate names it.
    pub public_path: Option<String>,
    /// Path inside the crate.
    pub crate_path: String,
    /// Defining path with the crate's name, as [`Bound::defined`] has it.
    pub defined: String,
    /// Generics.
    pub generics: Generics,
    /// Supertraits.
    pub supertraits: Vec<Bound>,
    /// Types that implement it, as the impls write them (also primitives: `u8`, `&'a str`).
    pub implementors: Vec<Type>,
    /// Names of associated types.
    pub associated_types: Vec<String>,
    /// Visible from outside.
    pub visibility: Visibility,
    /// Can be made into a trait object.
    pub dyn_compatible: bool,
}

/// An impl block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impl {
    /// Generics of the block.
    pub generics: Generics,
    /// The trait, for trait impls; its arguments are in the bound.
    pub of_trait: Option<Bound>,
    /// How code outside names the trait: `std::fmt::Display`, `semver::Op`; `None` if it cannot.
    pub trait_public_path: Option<String>,
    /// The type.
    pub self_type: Type,
    /// Written by `#[derive]`.
    pub derived: bool,
    /// Associated types that the block fixes: name and type.
    pub associated: Vec<(String, Type)>,
    /// Position in the source.
    pub span: Option<Span>,
}
