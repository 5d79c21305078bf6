//! What a package is: its items, types, traits and bounds.
//!
//! The model is read from rustdoc JSON ([`load`], one adapter per format version) and is small and of our own: no type of
//! rustdoc's crosses this crate's border. Everything is in ordered collections, so that two runs see the same order.
//!
//! What is known of the standard library's names is here, once: [`StdItem`] and [`StdTrait`] are the types and traits that other crates decide
//! by, [`std_public_path`] says how code names the rest.
//!
//! The way of a file: an adapter in `formats` turns it into a `document`; `modules` finds where items are defined, `reach` what code
//! outside can name, `resolve` what types mean (aliases, `Self`, projections); `assemble` puts the [`Model`] together.

mod assemble;
mod attributes;
mod docs;
mod document;
mod error;
mod extent;
mod formats;
mod generics;
mod id;
mod item;
mod modules;
mod names;
mod projection;
mod reach;
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

pub use error::ModelError;
pub use id::ItemId;
pub use item::{
    Callable, Constant, Container, Field, Fields, Function, Impl, Model, Parameter, Receiver, Span,
    TraitItem, TypeItem, TypeKind, Variant,
};
pub use std_items::StdItem;
pub use std_paths::{is_std, std_public_path};
pub use std_traits::StdTrait;
pub use types::{Bound, FnSignature, GenericParam, Generics, Type};

use std::path::Path;

/// Reads the model of a library from its rustdoc JSON.
///
/// `json` is what `cargo rustdoc --lib -p <package> -- -Zunstable-options --output-format json --document-private-items
/// --document-hidden-items` leaves at `target/doc/<crate>.json`. `package_root` is the directory of the package's `Cargo.toml`; files in
/// [`Span`]s are relative to it.
///
/// In the types of the model, type aliases (the crate's own, and of the standard library's those that signatures commonly have, such as
/// `std::io::Result`) are expanded, `NonZero<u8>` is `NonZeroU8`, arguments of the crate's own types that are not written take their defaults, `Self` inside impls is the impl's type, and projections to associated types that an
/// impl of the crate fixes are that type. Names are as code writes them: `r#match`.
///
/// # Errors
///
/// [`ModelError`] if the text is not rustdoc JSON, its format is not supported, or private items are not in it.
pub fn load(json: &str, package_root: &Path) -> Result<Model, ModelError> {
    assemble::model(&formats::read(json)?, package_root)
}
