//! Items of a package.

use crate::id::ItemId;
use crate::std_items::StdItem;
use crate::std_traits::StdTrait;
use crate::types::{Bound, Generics, Type};
use isolde_record::{Announced, Visibility};
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

/// A package's library, as its rustdoc JSON describes it, with what is known of the other crates that its items mention.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The name of the library crate as written in code (`-` replaced).
    pub crate_name: String,
    /// What the package's tests call the other crates whose JSON was added, in alphabetical order; only those that tests can name.
    pub dependencies: Vec<String>,
    /// Every function with or without a body: free, inherent, of traits and of trait impls, including private ones, in the order of their paths.
    pub functions: Vec<Function>,
    /// Public functions of other crates whose JSON was added. They are not explored, but they make values.
    pub outside: Vec<Function>,
    /// Structs, enums and unions, those of other crates last.
    pub types: BTreeMap<ItemId, TypeItem>,
    /// Traits, those of other crates last.
    pub traits: BTreeMap<ItemId, TraitItem>,
    /// Impl blocks, inherent and of traits, those of other crates last; what blanket and auto trait impls mean for single types is left out.
    pub impls: Vec<Impl>,
    /// Constants and statics that code outside the crate can read, in the order of their paths; associated constants only of types without parameters.
    pub constants: Vec<Constant>,
    /// Names of the macros (`macro_rules!` and procedural), which are not explored.
    pub macros: Vec<String>,
    /// Types that the package's code compares the types of values with, as it names them: `io::Error` of `downcast_ref::<io::Error>()`. They are not in
    /// rustdoc's JSON.
    pub compared: Vec<String>,
    /// The kinds of `std::io::Error` that the package's code names, which are not in rustdoc's JSON either.
    pub error_kinds: Vec<String>,
    /// Names of constants that the package's code compares with literals, each with a value for which the comparison has another outcome than for most.
    pub compared_constants: Vec<(String, String)>,
}

/// A public constant, associated constant or immutable static.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Constant {
    /// Path by which code outside the crate names it, with the crate's name: `semver::Version::ZERO`.
    pub public_path: String,
    /// Its type.
    pub of: Type,
    /// Whether it is a static, which cannot be moved out of.
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
    /// `self: Pin<&mut Self>`.
    Pinned,
    /// `self: Box<Self>`, `self: Rc<Self>`, `self: Arc<Self>`.
    Owned(StdItem),
    /// Other types.
    Other,
}

impl Receiver {
    /// Whether a value of the type itself, or a place that holds one, is what the method is called on.
    pub fn is_plain(self) -> bool {
        matches!(self, Receiver::Value | Receiver::Shared | Receiver::Mutable)
    }
}

/// A parameter other than the receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Name as written; patterns become `_`.
    pub name: String,
    /// Type.
    pub of: Type,
}

/// The signature of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callable {
    /// Generics of the function itself (those of the impl are in [`Impl::generics`]).
    pub generics: Generics,
    /// How it takes `self`, if it is a method.
    pub receiver: Option<Receiver>,
    /// Parameters without the receiver.
    pub parameters: Vec<Parameter>,
    /// Result; the unit type if none is written.
    pub result: Type,
    /// Whether a trait object in the result borrows, so that its own lifetime and those of the references within it are no longer than that of an argument:
    /// `Box<dyn Iterator<Item = &str> + '_>`.
    pub lends_object: bool,
    /// `unsafe`.
    pub is_unsafe: bool,
    /// `async`.
    pub is_async: bool,
    /// `const`.
    pub is_const: bool,
    /// False for functions declared in an `extern` block and for required methods of traits.
    pub has_body: bool,
}

/// A function or method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Identity.
    pub id: ItemId,
    /// The name as written in code: `r#match`.
    pub name: String,
    /// Path for people, from the crate root without the crate's name: `de::Parser::next`, `<Frame as Display>::fmt`. Arguments and modules of the
    /// type are included if they distinguish impls with equal methods: `Value<u8>::describe`, `<date::Error as Display>::fmt`.
    pub path: String,
    /// Path by which code outside the crate calls it, with the crate's name: `semver::Version::parse`. It goes through re-exports if the defining
    /// module is private. For methods, the path of the type's item plus the name. `None` for trait impl methods (call them through the
    /// trait) and for unreachable items.
    pub public_path: Option<String>,
    /// Path inside the crate: `crate::de::Parser::next`, `<crate::Frame as std::fmt::Display>::fmt`.
    pub crate_path: String,
    /// The module that contains the function, from the crate root, without the crate's name. For methods, it may differ from the type's module.
    pub module: Vec<String>,
    /// What it belongs to.
    pub container: Container,
    /// The signature.
    pub callable: Callable,
    /// Whether it is visible from outside: the function itself and everything in its path.
    pub visibility: Visibility,
    /// Position in the source.
    pub span: Option<Span>,
    /// Documentation.
    pub docs: String,
    /// The kinds of panics that the documentation of the function, of its impl block, or of the trait's method (if the trait belongs
    /// to the package) announces, and those that a convention does: operators, indexing, names of std's collections.
    pub announced: Announced,
    /// Whether it was written by `#[derive]` (`#[automatically_derived]`). Code from other macros counts as written by hand.
    pub derived: bool,
    /// `#[doc(hidden)]` on the item itself, or on something in every public path to the item, its type or its trait.
    pub hidden: bool,
    /// `#[deprecated]`.
    pub deprecated: bool,
    /// `#[cfg(test)]` or `#[test]`.
    pub test_only: bool,
    /// If it is a contract that the package declares: about what.
    pub contract: Option<Contract>,
}

/// What a function says that is marked by an attribute of the library `isolde`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contract {
    /// Whether a value is well-formed.
    Invariant,
    /// Whether a value is worth more calls.
    Filter,
    /// Whether a call of the function with this path did what it should. The path begins at the crate root or in the contract's module.
    Call(String),
    /// Whether a fake may give this answer for the function with this path.
    FakeRule(String),
}

/// A field of a struct or variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name; for tuple fields the index.
    pub name: String,
    /// Type.
    pub of: Type,
    /// Whether it is visible from outside, as are all fields of public enums' variants.
    pub visibility: Visibility,
}

/// Shape of a struct or variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fields {
    /// `struct A;`
    Unit,
    /// `struct A(B, C);` No field is missing, because the JSON is made with private items.
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

    /// Whether code outside the crate can access all fields.
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
    /// Whether it is `#[non_exhaustive]` or hidden, so that code outside the crate should not build it.
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
    /// Path inside the crate: `crate::de::Parser`; for a type of another crate, its defining path.
    pub crate_path: String,
    /// Whether it belongs to another crate than the package's.
    pub is_outside: bool,
    /// Defining module.
    pub module: Vec<String>,
    /// Struct, enum or union.
    pub kind: TypeKind,
    /// Generics.
    pub generics: Generics,
    /// Whether it is visible from outside.
    pub visibility: Visibility,
    /// `#[non_exhaustive]`: code outside the crate can write no struct literals and no exhaustive matches.
    pub non_exhaustive: bool,
    /// Position in the source.
    pub span: Option<Span>,
    /// Defining paths of the traits that it implements (derived, hand-written, and conditional ones too): `core::fmt::Debug`, `core::cmp::PartialEq`.
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

/// A trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitItem {
    /// Identity.
    pub id: ItemId,
    /// Name.
    pub name: String,
    /// Path by which code outside the crate names it.
    pub public_path: Option<String>,
    /// Path inside the crate; for a trait of another crate, its defining path.
    pub crate_path: String,
    /// Whether it belongs to another crate than the package's.
    pub is_outside: bool,
    /// The defining path with the crate's name, in the form of [`Bound::defined`].
    pub defined: String,
    /// Generics.
    pub generics: Generics,
    /// Supertraits.
    pub supertraits: Vec<Bound>,
    /// The types that implement it, as written in the impls (including types that are not the package's: `u8`, `&'a str`).
    pub implementors: Vec<Type>,
    /// Associated types.
    pub associated_types: Vec<AssociatedType>,
    /// Associated constants.
    pub associated_constants: Vec<AssociatedConstant>,
    /// Whether it is visible from outside.
    pub visibility: Visibility,
    /// Whether trait objects of it are allowed.
    pub dyn_compatible: bool,
    /// `unsafe trait`.
    pub is_unsafe: bool,
}

/// An associated type of a trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssociatedType {
    /// Name.
    pub name: String,
    /// The bounds that the type has to satisfy.
    pub bounds: Vec<Bound>,
    /// Whether it has parameters of its own.
    pub is_generic: bool,
    /// Whether impls may leave it out.
    pub has_default: bool,
}

/// An associated constant of a trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssociatedConstant {
    /// Name.
    pub name: String,
    /// Its type.
    pub of: Type,
    /// Whether impls may leave it out.
    pub has_default: bool,
}

/// An impl block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impl {
    /// Generics of the block.
    pub generics: Generics,
    /// The trait, for trait impls; its arguments are in the bound.
    pub of_trait: Option<Bound>,
    /// How code outside the crate names the trait: `std::fmt::Display`, `semver::Op`; `None` if it cannot.
    pub trait_public_path: Option<String>,
    /// The type.
    pub self_type: Type,
    /// Written by `#[derive]`.
    pub derived: bool,
    /// Associated types that the block defines: name and type.
    pub associated: Vec<(String, Type)>,
    /// Position in the source.
    pub span: Option<Span>,
}
