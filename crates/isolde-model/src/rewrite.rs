//! Rebuilding types from the inside out.

use crate::types::{Bound, FnSignature, GenericParam, Generics, Type};

/// Rebuilds a type by applying `change` to each of its parts, the innermost first, and finally to the type itself; `bound` is applied to each
/// bound inside the type, after its arguments.
pub(crate) struct Rewriter<'a> {
    pub(crate) change: &'a dyn Fn(Type) -> Type,
    pub(crate) bound: &'a dyn Fn(Bound) -> Bound,
}

impl Rewriter<'_> {
    pub(crate) fn ty(&self, ty: &Type) -> Type {
        let rebuilt = match ty {
            Type::Primitive(_) | Type::Generic(_) | Type::Unknown(_) => ty.clone(),
            Type::Path {
                defined,
                id,
                arguments,
                constants,
            } => Type::Path {
                defined: defined.clone(),
                id: *id,
                arguments: self.types(arguments),
                constants: constants.clone(),
            },
            Type::Reference {
                mutable,
                is_static,
                target,
            } => Type::Reference {
                mutable: *mutable,
                is_static: *is_static,
                target: Box::new(self.ty(target)),
            },
            Type::Pointer { mutable, target } => Type::Pointer {
                mutable: *mutable,
                target: Box::new(self.ty(target)),
            },
            Type::Slice(of) => Type::Slice(Box::new(self.ty(of))),
            Type::Array(of, length) => Type::Array(Box::new(self.ty(of)), length.clone()),
            Type::Tuple(of) => Type::Tuple(self.types(of)),
            Type::Function(of) => Type::Function(Box::new(self.signature(of))),
            Type::Closure(of) => Type::Closure(Box::new(self.signature(of))),
            Type::Dyn(of) => Type::Dyn(self.bounds(of)),
            Type::Mock(of) => Type::Mock(self.bounds(of)),
            Type::Impl(of) => Type::Impl(self.bounds(of)),
            Type::Projection { of, of_trait, name } => Type::Projection {
                of: Box::new(self.ty(of)),
                of_trait: of_trait.clone(),
                name: name.clone(),
            },
        };
        (self.change)(rebuilt)
    }

    pub(crate) fn types(&self, types: &[Type]) -> Vec<Type> {
        types.iter().map(|of| self.ty(of)).collect()
    }

    fn signature(&self, of: &FnSignature) -> FnSignature {
        FnSignature {
            parameters: self.types(&of.parameters),
            result: self.ty(&of.result),
            lends: of.lends.clone(),
        }
    }

    pub(crate) fn bound(&self, of: &Bound) -> Bound {
        (self.bound)(Bound {
            defined: of.defined.clone(),
            id: of.id,
            arguments: self.types(&of.arguments),
            constants: of.constants.clone(),
            associated: of
                .associated
                .iter()
                .map(|(name, of)| (name.clone(), self.ty(of)))
                .collect(),
            signature: of.signature.as_ref().map(|of| Box::new(self.signature(of))),
            maybe: of.maybe,
        })
    }

    pub(crate) fn bounds(&self, of: &[Bound]) -> Vec<Bound> {
        of.iter().map(|of| self.bound(of)).collect()
    }

    pub(crate) fn generics(&self, of: &Generics) -> Generics {
        Generics {
            params: of
                .params
                .iter()
                .map(|param| match param {
                    GenericParam::Type {
                        name,
                        bounds,
                        default,
                    } => GenericParam::Type {
                        name: name.clone(),
                        bounds: self.bounds(bounds),
                        default: default.as_ref().map(|of| self.ty(of)),
                    },
                    GenericParam::Lifetime(_) | GenericParam::Const { .. } => param.clone(),
                })
                .collect(),
            bounds: of
                .bounds
                .iter()
                .map(|(on, bounds)| (self.ty(on), self.bounds(bounds)))
                .collect(),
        }
    }
}
