//! For each of the package's types, the functions that make values of it.

use super::{Index, own_id};
use crate::types::Substitution;
use isolde_model::{Container, Function, ItemId, StdItem, StdTrait, Type};
use isolde_record::Visibility;

/// A function that makes values of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Maker {
    /// The function's number among those of [`Index::functions`].
    pub function: usize,
    /// How the value is wrapped in the function's result.
    pub wrap: Wrap,
}

/// How the value that a function makes is wrapped in its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrap {
    /// Not at all.
    Plain,
    /// In an `Option` or `Result`, which is unwrapped.
    Fallible,
    /// The value is borrowed from an argument, and can be cloned.
    Borrowed,
    /// The value is the error of a `Result`.
    Error,
}

impl Index<'_> {
    /// The package's types that a function makes.
    pub(super) fn made_by(&self, function: &Function) -> Vec<(ItemId, Wrap)> {
        let callable = &function.callable;
        if callable.is_unsafe || callable.is_async || !callable.has_body || function.test_only {
            return Vec::new();
        }
        if function.visibility != Visibility::Public
            && function.public_path.is_none()
            && !matches!(function.container, Container::TraitImpl(_))
        {
            return Vec::new();
        }
        // Methods that a trait provides: `fn lines(self) -> Lines<Self>`. Those of other crates' traits are too many.
        if let Container::Trait(id) = &function.container
            && self.model.traits.get(id).is_none_or(|item| item.is_outside)
        {
            return Vec::new();
        }
        let result = self.made_type(function);
        if let Some(id) = own_id(&result) {
            return vec![(id, Wrap::Plain)];
        }
        if let Type::Reference {
            mutable: false,
            target,
            ..
        } = &result
        {
            let is_clone = |id: &ItemId| {
                let item = self.model.types.get(id);
                item.is_some_and(|item| item.implements_std(StdTrait::Clone))
            };
            return own_id(target)
                .filter(is_clone)
                .map(|id| (id, Wrap::Borrowed))
                .into_iter()
                .collect();
        }
        let (wraps, arguments): (&[Wrap], _) = match result.std() {
            Some((StdItem::Option, arguments)) => (&[Wrap::Fallible], arguments),
            Some((StdItem::Result, arguments)) => (&[Wrap::Fallible, Wrap::Error], arguments),
            _ => return Vec::new(),
        };
        arguments
            .iter()
            .zip(wraps)
            .filter_map(|(of, wrap)| Some((own_id(of)?, *wrap)))
            .collect()
    }

    /// A function's result type, with `Self` and associated types of its impl block resolved.
    pub(crate) fn made_type(&self, function: &Function) -> Type {
        let mut known = Substitution::default();
        if let Some(of) = self.self_type(function) {
            known.types.insert("Self".into(), of.clone());
        }
        let associated = match &function.callable.result {
            Type::Projection { of, name, .. } if matches!(&**of, Type::Generic(own) if own == "Self") => {
                self.block(function)
                    .and_then(|block| block.associated.iter().find(|(each, _)| each == name))
                    .map(|(_, of)| of)
            }
            _ => None,
        };
        self.substitute(associated.unwrap_or(&function.callable.result), &known)
    }
}
