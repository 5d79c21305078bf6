//! Shapes of closures and function pointers.

use super::{AnsweredBy, Constants, Demand, Kind, Shape};
use isolde_model::{FnSignature, StdItem, StdTrait, Type};

impl Demand<'_, '_, '_> {
    /// A closure whose results are chosen when it is called; comparison closures order their arguments.
    pub(super) fn closure(&mut self, signature: &FnSignature) -> Result<Shape, Type> {
        let FnSignature { parameters, result } = signature;
        if let [first, second] = parameters.as_slice()
            && first == second
            && result.std_item() == Some(StdItem::Ordering)
            && self.traits.implements(first, StdTrait::Ord)
        {
            return Ok(Shape::leaf(Kind::Comparison(signature.clone())));
        }
        let kind = Kind::Closure {
            signature: signature.clone(),
            by: answered_by(signature),
        };
        Ok(match result.is_unit() {
            true => Shape::leaf(kind),
            false => Shape::around(kind, self.shape(result)?),
        })
    }

    /// A function pointer. With `is_cast` its type is written, for places where nothing coerces a closure to a function pointer.
    pub(crate) fn function_pointer(
        &mut self,
        signature: &FnSignature,
        is_cast: bool,
    ) -> Result<Shape, Type> {
        let of = Type::Function(Box::new(signature.clone()));
        if !self.index.is_nameable(&of) {
            return Err(of);
        }
        let result = &signature.result;
        let returns = self.returned(result).ok_or_else(|| result.clone())?;
        Ok(Shape::leaf(Kind::FunctionPointer {
            signature: signature.clone(),
            returns,
            is_cast,
        }))
    }

    /// The constants of a type that a function pointer may return.
    fn returned(&mut self, of: &Type) -> Option<Constants> {
        let boxed = |of: Option<Constants>| of.map(Box::new);
        Some(match of {
            Type::Tuple(elements) if !elements.is_empty() => {
                let elements: Option<Vec<Constants>> =
                    elements.iter().map(|each| self.returned(each)).collect();
                Constants::Tuple(elements?)
            }
            _ if of.is_unit() => Constants::Unit,
            Type::Primitive(name) => match name.as_str() {
                "bool" => Constants::Bool,
                "char" => Constants::Char,
                "f16" | "f32" | "f64" | "f128" => Constants::Float {
                    has_nan: name == "f64",
                },
                "never" => return None,
                _ => Constants::Integer,
            },
            _ => match of.std() {
                Some((StdItem::Ordering, _)) => Constants::Ordering,
                Some((StdItem::Option, [inner])) => Constants::Option(boxed(self.returned(inner))),
                Some((StdItem::Result, [inner, error])) => {
                    let (inner, error) = (self.returned(inner), self.returned(error));
                    if inner.is_none() && error.is_none() {
                        return None;
                    }
                    Constants::Result(boxed(inner), boxed(error))
                }
                Some((StdItem::Poll, [inner])) => Constants::Poll(boxed(self.returned(inner))),
                Some((StdItem::Ready, [inner])) => {
                    Constants::Ready(Box::new(self.returned(inner)?))
                }
                _ if self.traits.implements(of, StdTrait::Default) => Constants::Default,
                _ => return None,
            },
        })
    }
}

/// What the results of closures may depend on without breaking what is expected of them: comparisons and keys must not change between calls.
fn answered_by(signature: &FnSignature) -> AnsweredBy {
    let FnSignature { parameters, result } = signature;
    if !parameters.is_empty() && parameters.iter().all(|of| literal_of(of).is_some()) {
        return AnsweredBy::Arguments;
    }
    let compares = matches!(parameters.as_slice(), [first, second] if first == second);
    let is_reference = |of: &Type| matches!(of, Type::Reference { mutable: false, .. });
    let is_key = parameters.iter().any(is_reference)
        && !result.is_primitive("bool")
        && !matches!(
            result.std_item(),
            Some(StdItem::Option | StdItem::Result | StdItem::Poll)
        );
    match compares || is_key || result.std_item() == Some(StdItem::Ordering) {
        true => AnsweredBy::Nothing,
        false => AnsweredBy::Calls,
    }
}

/// How a literal matches values of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Literal {
    /// `1`, `"a"`.
    Value,
    /// `&1`.
    Referred,
}

/// How a literal matches values of the type, if it can.
pub(crate) fn literal_of(of: &Type) -> Option<Literal> {
    let is_plain = |of: &Type| {
        matches!(of, Type::Primitive(name) if !matches!(
            name.as_str(),
            "f16" | "f32" | "f64" | "f128" | "i128" | "u128" | "never" | "str"
        ))
    };
    match of {
        _ if is_plain(of) => Some(Literal::Value),
        Type::Reference {
            mutable: false,
            target,
            ..
        } if target.is_primitive("str") => Some(Literal::Value),
        Type::Reference {
            mutable: false,
            target,
            ..
        } if is_plain(target) => Some(Literal::Referred),
        _ => None,
    }
}
