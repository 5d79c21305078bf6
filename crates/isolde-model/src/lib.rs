//! What a package is: its items, types, traits and bounds.
//!
//! The model is read from rustdoc JSON (`load`, one adapter per format version) and is small and of our own: no type of
//! rustdoc's crosses this crate's border. Everything is in ordered collections, so that two runs see the same order.

pub mod item;
pub mod types;

pub use item::{
    Callable, Container, Field, Fields, Function, Impl, ItemId, Model, Parameter, Receiver, Span, TraitItem, TypeItem,
    TypeKind, Variant,
};
pub use types::{Bound, FnSignature, GenericParam, Generics, Type};
