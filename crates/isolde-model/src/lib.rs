//! The model of a package: its items, types, traits and bounds.
//!
//! The model is read from rustdoc JSON ([`load`], one adapter per format version). It is small and consists of our own types: rustdoc's
//! types do not appear in this crate's interface. All collections are ordered, so that two runs see the same order.
//!
//! This crate is also the only place that knows the standard library's names: [`StdItem`] and [`StdTrait`] list the types and traits on which
//! decisions in other crates depend, [`std_public_path`] tells how code names all other items, and [`world`] contains the functions that reach the
//! world outside of the program.
//!
//! The JSON of other crates can be added to that of the package ([`Reader`]): of those whose items `occurring` finds in signatures, fields and bounds.
//! Their types and traits are then known like the package's own; their functions are not explored, but they make values.
//!
//! A file is processed as follows: an adapter in `formats` turns it into a `document`; `modules` finds where items are defined, `reach`
//! what code outside the crate can name, `resolve` what types mean (aliases, `Self`, projections); `assemble` puts the [`Model`] together.

mod assemble;
mod attributes;
mod conventions;
mod crates;
mod docs;
mod document;
mod error;
mod extent;
mod formats;
mod generics;
mod id;
mod item;
mod mentions;
mod modules;
mod names;
mod occurring;
mod operators;
mod projection;
mod reach;
mod reader;
mod resolve;
mod rewrite;
mod spans;
mod std_aliases;
mod std_items;
mod std_paths;
mod std_table;
mod std_traits;
mod substitution;
mod summary;
mod text;
mod types;
pub mod world;

pub use docs::examples;
pub use error::ModelError;
pub use id::ItemId;
pub use item::{
    AssociatedConstant, AssociatedType, Callable, Constant, Container, Contract, Field, Fields,
    Function, Impl, Model, Parameter, Receiver, Span, TraitItem, TypeItem, TypeKind, Variant,
};
pub use reader::{OutsideCrate, Reader};
pub use std_items::StdItem;
pub use std_paths::{is_std, std_public_path};
pub use std_traits::StdTrait;
pub use types::{Bound, FnSignature, GenericParam, Generics, Lends, Type};

use std::path::Path;

/// Reads the model of a library from its rustdoc JSON.
///
/// `json` is what `cargo rustdoc --lib -p <package> -- -Zunstable-options --output-format json --document-private-items
/// --document-hidden-items` writes to `target/doc/<crate>.json`. `package_root` is the directory of the package's `Cargo.toml`; files in
/// [`Span`]s are relative to it.
///
/// In the types of the model, type aliases are expanded (the crate's own, and common ones of the standard library such as `std::io::Result`),
/// `NonZero<u8>` is `NonZeroU8`, omitted arguments of the crate's own types have their defaults, `Self` inside impls is the impl's type, and
/// projections to associated types that an impl of the crate defines are replaced with these types. Names are as written in code: `r#match`.
///
/// # Errors
///
/// [`ModelError`] if the text is not rustdoc JSON, its format is not supported, or private items are not in it.
pub fn load(json: &str, package_root: &Path) -> Result<Model, ModelError> {
    Reader::new(json, package_root)?.model()
}
