//! Shapes of closures and function pointers.

use super::lawful::Lawful;
use super::literals::literal_of;
use super::{AnsweredBy, Constants, Demand, Kind, Shape};
use isolde_model::{Fields, FnSignature, StdItem, StdTrait, Type, TypeKind, Variant};

/// Most variants of an enum that function pointers return.
const MOST_VARIANTS: usize = 4;

impl Demand<'_, '_, '_> {
    /// A closure whose results are chosen when it is called, or computed from its arguments.
    pub(super) fn closure(&mut self, signature: &FnSignature) -> Result<Shape, Type> {
        let result = &signature.result;
        let filled = self.filled(signature.parameters.iter());
        if result.is_unit() && filled.is_empty() {
            return Ok(Shape::leaf(Kind::Closure {
                signature: signature.clone(),
                by: AnsweredBy::Calls,
                filled: Vec::new(),
            }));
        }
        let lawful = self.lawful(signature);
        if let Some(Lawful { forms, is_constant }) = lawful.filter(|each| !each.forms.is_empty()) {
            let kind = Kind::Computed {
                signature: signature.clone(),
                forms,
            };
            return Ok(match is_constant {
                true => Shape::around(kind, self.shape(result)?),
                false => Shape::leaf(kind),
            });
        }
        let places = filled.iter().map(|each| (each.parameter, each.is_slice));
        let kind = Kind::Closure {
            signature: signature.clone(),
            by: self.answered_by(signature),
            filled: places.collect(),
        };
        let result = self.shape(result)?;
        let parts = filled.into_iter().map(|each| each.shape);
        let parts = parts.chain([result]).collect();
        Ok(Shape { kind, parts })
    }

    /// What the results of a closure may depend on.
    fn answered_by(&mut self, signature: &FnSignature) -> AnsweredBy {
        let parameters = &signature.parameters;
        match self.lawful(signature) {
            Some(_) => AnsweredBy::Nothing,
            None if self.is_lawful
                && !parameters.is_empty()
                && parameters.iter().all(|of| literal_of(of).is_some()) =>
            {
                AnsweredBy::Arguments
            }
            None => AnsweredBy::Calls,
        }
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
        let forms = match self.is_lawful {
            true => self.comparisons(signature).unwrap_or_default(),
            false => Vec::new(),
        };
        Ok(Shape::leaf(Kind::FunctionPointer {
            signature: signature.clone(),
            forms,
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
                _ => match self.empty_variants(of) {
                    paths if !paths.is_empty() => Constants::Variants(paths),
                    _ if self.traits.implements(of, StdTrait::Default) => Constants::Default,
                    _ => return None,
                },
            },
        })
    }

    /// The paths of an enum's variants that contain nothing, as far as code outside the package can name them.
    fn empty_variants(&self, of: &Type) -> Vec<String> {
        let item = self.index.item(of);
        let path = item.and_then(|item| item.public_path.as_ref());
        let (Some(TypeKind::Enum(variants)), Some(path)) = (item.map(|item| &item.kind), path)
        else {
            return Vec::new();
        };
        let is_empty =
            |variant: &&Variant| !variant.restricted && matches!(variant.fields, Fields::Unit);
        let empty = variants.iter().filter(is_empty).take(MOST_VARIANTS);
        empty
            .map(|variant| format!("{path}::{}", variant.name))
            .collect()
    }
}
