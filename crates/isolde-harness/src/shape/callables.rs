//! Shapes of closures and function pointers.

use super::{Constants, Demand, Kind, Shape};
use isolde_model::{FnSignature, StdItem, StdTrait, Type};

impl Demand<'_, '_, '_> {
    /// A closure that ignores its arguments and returns a value chosen beforehand; comparison closures order their arguments.
    pub(super) fn closure(&mut self, signature: &FnSignature) -> Result<Shape, Type> {
        let FnSignature { parameters, result } = signature;
        if let [first, second] = parameters.as_slice()
            && first == second
            && result.std_item() == Some(StdItem::Ordering)
            && self.traits.implements(first, StdTrait::Ord)
        {
            return Ok(Shape::leaf(Kind::Comparison(signature.clone())));
        }
        let kind = Kind::Closure(signature.clone());
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
        let returns = match result {
            _ if result.is_unit() => Constants::Unit,
            Type::Primitive(name) => match name.as_str() {
                "bool" => Constants::Bool,
                "char" => Constants::Char,
                "f16" | "f32" | "f64" | "f128" => Constants::Float {
                    has_nan: name == "f64",
                },
                "never" => return Err(result.clone()),
                _ => Constants::Integer,
            },
            _ if result.std_item() == Some(StdItem::Ordering) => Constants::Ordering,
            _ if self.traits.implements(result, StdTrait::Default) => Constants::Default,
            _ => return Err(result.clone()),
        };
        Ok(Shape::leaf(Kind::FunctionPointer {
            signature: signature.clone(),
            returns,
            is_cast,
        }))
    }
}
