//! For each of the package's types, the functions that make values of it.

use super::{Index, own_id};
use crate::types::Substitution;
use isolde_model::{Container, Function, ItemId, StdItem, StdTrait, Type};
use isolde_record::Visibility;

/// The greatest number of wrappings around a value that are taken off.
const DEEPEST: usize = 3;
/// The largest tuple whose elements are taken out.
const LARGEST_TUPLE: usize = 4;

/// A function that makes values of a type.
#[derive(Clone, Debug)]
pub(crate) struct Maker {
    /// The function's number among those of [`Index::functions`].
    pub function: usize,
    /// How the value is wrapped in the function's result, from outside to inside.
    pub wraps: Vec<Wrap>,
    /// The value's type as the function declares it, with `Self` and associated types of its impl block resolved.
    pub value: Type,
}

/// How a value is wrapped in another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wrap {
    /// In an `Option` or `Result`, which is unwrapped.
    Fallible,
    /// The value is borrowed from an argument, and can be cloned.
    Borrowed,
    /// The value is the error of a `Result`.
    Error,
    /// The value is an element of a tuple.
    Element {
        /// The number of the element.
        number: usize,
        /// The types of all elements, as the function declares them.
        of: Vec<Type>,
    },
}

impl Index<'_> {
    /// The package's types that a function, which has this number, makes.
    pub(super) fn made_by(&self, number: usize, function: &Function) -> Vec<(ItemId, Maker)> {
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
        let mut found = Vec::new();
        self.look_inside(&self.made_type(function), &mut Vec::new(), &mut found);
        let found = found.into_iter();
        found
            .map(|(id, wraps, value)| {
                let function = number;
                (
                    id,
                    Maker {
                        function,
                        wraps,
                        value,
                    },
                )
            })
            .collect()
    }

    /// Finds the package's types in a result, and how they are wrapped.
    fn look_inside(
        &self,
        of: &Type,
        wraps: &mut Vec<Wrap>,
        found: &mut Vec<(ItemId, Vec<Wrap>, Type)>,
    ) {
        if let Some(id) = own_id(of) {
            found.push((id, wraps.clone(), of.clone()));
            return;
        }
        if wraps.len() >= DEEPEST {
            return;
        }
        let is_clone = |id: ItemId| {
            let item = self.model.types.get(&id);
            item.is_some_and(|item| item.implements_std(StdTrait::Clone))
        };
        let inner: Vec<(Wrap, &Type)> = match of {
            Type::Reference {
                mutable: false,
                target,
                ..
            } if own_id(target).is_some_and(is_clone) => vec![(Wrap::Borrowed, target)],
            Type::Tuple(elements) if elements.len() <= LARGEST_TUPLE => {
                let of = || elements.clone();
                let elements = elements.iter().enumerate();
                elements
                    .map(|(number, each)| (Wrap::Element { number, of: of() }, each))
                    .collect()
            }
            _ => match of.std() {
                Some((StdItem::Option, [inner])) => vec![(Wrap::Fallible, inner)],
                Some((StdItem::Result, [inner, error])) => {
                    let error = (Wrap::Error, error);
                    // An iterator gives `Option<Result<…>>`.
                    let is_outermost = matches!(wraps[..], [] | [Wrap::Fallible]);
                    std::iter::once((Wrap::Fallible, inner))
                        .chain(is_outermost.then_some(error))
                        .collect()
                }
                _ => Vec::new(),
            },
        };
        for (wrap, of) in inner {
            wraps.push(wrap);
            self.look_inside(of, wraps, found);
            wraps.pop();
        }
    }

    /// A function's result type, with `Self` and associated types of its impl block resolved.
    fn made_type(&self, function: &Function) -> Type {
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
