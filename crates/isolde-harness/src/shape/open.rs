//! Answers of generic methods, whose types are known only where the methods are called: what the bounds of a parameter can make, and what does not
//! contain any value of the parameter.

use super::library::Builder;
use super::{Demand, Kind, Shape};
use crate::types::{is_concrete, make, mentions};
use isolde_model::{Bound, GenericParam, StdItem, StdTrait, Type};

/// How a value is made of a type that only its bounds describe, or in place of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    /// `T::default()`.
    Default(String),
    /// `T::from(…)` of its part.
    From(String),
    /// `….parse()` of its part, a text.
    Parsed(String),
    /// `[…; N]` of its part, an array whose length the caller chooses.
    Repeated(String),
    /// `Err(…)` of its part, in place of a result whose value cannot be made.
    Failed,
}

impl Demand<'_, '_, '_> {
    /// The shape of a type that mentions these parameters of a method, if there is one.
    pub(super) fn open(&mut self, of: &Type, params: &[GenericParam]) -> Option<Shape> {
        if is_known(of, params) {
            return self.shape(of).ok();
        }
        if let Type::Array(element, length) = of {
            // A number or the like can be copied, and the length is the parameter itself.
            let is_simple = matches!(&**element, Type::Primitive(_)) && is_length(length, params);
            let part = self.shape(element).ok().filter(|_| is_simple)?;
            return Some(Shape::around(
                Kind::Open(Open::Repeated(length.clone())),
                part,
            ));
        }
        if let Type::Generic(name) = of {
            return self.of_parameter(name, bounds_of(name, params));
        }
        let library = |item, parts| Shape::library(Builder::Std(item), parts);
        match of.std()? {
            (item @ (StdItem::Option | StdItem::Vec), [inner]) => {
                Some(match self.open(inner, params) {
                    Some(part) => library(item, vec![part]),
                    None => Shape::leaf(Kind::Empty(Builder::Std(item))),
                })
            }
            (item @ (StdItem::Box | StdItem::Rc | StdItem::Arc), [inner]) => {
                Some(library(item, vec![self.open(inner, params)?]))
            }
            (StdItem::Result, [inner, error]) => {
                let error = self.open(error, params)?;
                Some(match self.open(inner, params) {
                    Some(part) => library(StdItem::Result, vec![part, error]),
                    None => Shape::around(Kind::Open(Open::Failed), error),
                })
            }
            _ => None,
        }
    }

    /// A value of a parameter with these bounds.
    fn of_parameter(&mut self, name: &str, bounds: &[Bound]) -> Option<Shape> {
        let has = |of_trait| {
            bounds
                .iter()
                .find(|bound| bound.std_trait() == Some(of_trait))
        };
        let name = name.to_owned();
        if let Some(bound) = has(StdTrait::From)
            && let Some(source) = bound.arguments.first()
            && is_concrete(source)
            && let Ok(part) = self.shape(source)
        {
            return Some(Shape::around(Kind::Open(Open::From(name)), part));
        }
        if has(StdTrait::FromStr).is_some() {
            let part = self.shape(&make::text()).ok()?;
            return Some(Shape::around(Kind::Open(Open::Parsed(name)), part));
        }
        has(StdTrait::Default)?;
        Some(Shape::leaf(Kind::Open(Open::Default(name))))
    }
}

/// Whether a type mentions none of these parameters of a method, and no array has one of them as its length.
pub(super) fn is_known(of: &Type, params: &[GenericParam]) -> bool {
    let is_open = |each: &Type| match each {
        Type::Array(_, length) => {
            let mut words = length.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            words.any(|word| is_length(word, params))
        }
        _ => false,
    };
    is_concrete(of) && !mentions(of, &is_open)
}

/// Whether this is the name of a constant among these parameters.
fn is_length(name: &str, params: &[GenericParam]) -> bool {
    let mut params = params.iter();
    params.any(|param| matches!(param, GenericParam::Const { name: own, .. } if own == name))
}

/// The bounds on the parameter of this name.
pub(super) fn bounds_of<'p>(name: &str, params: &'p [GenericParam]) -> &'p [Bound] {
    let found = params.iter().find_map(|param| match param {
        GenericParam::Type {
            name: own, bounds, ..
        } if own == name => Some(bounds.as_slice()),
        _ => None,
    });
    found.unwrap_or_default()
}
