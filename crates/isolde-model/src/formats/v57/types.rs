//! Types, bounds and generics of format 57.

use super::lends::lends;
use crate::document::Key;
use crate::generics;
use crate::id::ItemId;
use crate::types::{Bound, FnSignature, GenericParam, Generics, Type};
use rustdoc_types_57 as format;
use std::collections::BTreeMap;

/// Looks up in the file where a named item is defined.
pub(super) struct Names<'a> {
    pub(super) krate: &'a format::Crate,
    /// The key of the file's item 0.
    pub(super) first: Key,
    /// What paths call the crates, by the file's numbers.
    pub(super) labels: BTreeMap<u32, String>,
}

impl Names<'_> {
    pub(super) fn key(&self, id: format::Id) -> Key {
        self.first.saturating_add(id.0)
    }

    /// The defining path of an item, with the crate's label.
    pub(super) fn path_of(&self, summary: &format::ItemSummary) -> String {
        let label = self.labels.get(&summary.crate_id);
        let rest = summary.path.get(1..).unwrap_or_default();
        match (label, summary.path.first()) {
            (Some(label), Some(_)) => [label].into_iter().chain(rest).cloned().collect::<Vec<_>>(),
            _ => summary.path.clone(),
        }
        .join("::")
    }

    fn defined(&self, path: &format::Path) -> String {
        match self.krate.paths.get(&path.id) {
            Some(summary) => self.path_of(summary),
            None => path.path.clone(),
        }
    }

    pub(super) fn ty(&self, ty: &format::Type) -> Type {
        use format::Type as T;
        match ty {
            T::ResolvedPath(path) => {
                let arguments = Arguments::of(self, path.args.as_deref());
                Type::Path {
                    defined: self.defined(path),
                    id: Some(ItemId(self.key(path.id))),
                    arguments: arguments.types,
                    constants: arguments.constants,
                }
            }
            T::DynTrait(of) => Type::Dyn(
                of.traits
                    .iter()
                    .map(|of| self.bound(&of.trait_, false))
                    .collect(),
            ),
            T::Generic(name) => Type::Generic(name.clone()),
            T::Primitive(name) => primitive(name),
            T::FunctionPointer(of) => {
                let inputs = of.sig.inputs.iter().map(|(_, of)| of);
                Type::Function(Box::new(self.signature(inputs, of.sig.output.as_ref())))
            }
            T::Tuple(of) => Type::Tuple(of.iter().map(|of| self.ty(of)).collect()),
            T::Slice(of) => Type::Slice(Box::new(self.ty(of))),
            T::Array { type_, len } => Type::Array(Box::new(self.ty(type_)), len.clone()),
            T::Pat { type_, .. } => self.ty(type_),
            T::ImplTrait(bounds) => Type::Impl(self.bounds(bounds)),
            T::Infer => Type::Unknown("_".to_owned()),
            T::RawPointer { is_mutable, type_ } => Type::Pointer {
                mutable: *is_mutable,
                target: Box::new(self.ty(type_)),
            },
            T::BorrowedRef {
                lifetime,
                is_mutable,
                type_,
            } => Type::Reference {
                mutable: *is_mutable,
                is_static: lifetime.as_deref() == Some("'static"),
                target: Box::new(self.ty(type_)),
            },
            T::QualifiedPath {
                name,
                self_type,
                trait_,
                ..
            } => Type::Projection {
                of: Box::new(self.ty(self_type)),
                of_trait: trait_.as_ref().map(|path| self.defined(path)),
                name: name.clone(),
            },
        }
    }

    pub(super) fn result(&self, output: Option<&format::Type>) -> Type {
        output.map_or_else(|| Type::Tuple(Vec::new()), |of| self.ty(of))
    }

    fn signature<'f>(
        &self,
        inputs: impl Iterator<Item = &'f format::Type> + Clone,
        output: Option<&format::Type>,
    ) -> FnSignature {
        FnSignature {
            lends: output.map_or_else(Vec::new, |output| lends(inputs.clone(), output)),
            ..FnSignature::new(inputs.map(|of| self.ty(of)).collect(), self.result(output))
        }
    }

    pub(super) fn bounds(&self, bounds: &[format::GenericBound]) -> Vec<Bound> {
        bounds
            .iter()
            .filter_map(|bound| match bound {
                format::GenericBound::TraitBound {
                    trait_, modifier, ..
                } => Some(self.bound(trait_, *modifier == format::TraitBoundModifier::Maybe)),
                format::GenericBound::Outlives(_) | format::GenericBound::Use(_) => None,
            })
            .collect()
    }

    pub(super) fn bound(&self, path: &format::Path, maybe: bool) -> Bound {
        let arguments = Arguments::of(self, path.args.as_deref());
        Bound {
            defined: self.defined(path),
            id: Some(ItemId(self.key(path.id))),
            arguments: arguments.types,
            constants: arguments.constants,
            associated: arguments.associated,
            signature: arguments.signature.map(Box::new),
            maybe,
        }
    }

    pub(super) fn generics(&self, of: &format::Generics) -> Generics {
        let params = of
            .params
            .iter()
            .filter_map(|param| self.param(param))
            .collect();
        let predicates = of
            .where_predicates
            .iter()
            .filter_map(|predicate| match predicate {
                format::WherePredicate::BoundPredicate { type_, bounds, .. } => {
                    Some((self.ty(type_), self.bounds(bounds)))
                }
                format::WherePredicate::LifetimePredicate { .. }
                | format::WherePredicate::EqPredicate { .. } => None,
            });
        generics::merge(params, predicates.collect())
    }

    /// `None` for the parameters that rustdoc invents for `impl Trait` arguments.
    fn param(&self, param: &format::GenericParamDef) -> Option<GenericParam> {
        use format::GenericParamDefKind as K;
        match &param.kind {
            K::Lifetime { .. } => Some(GenericParam::Lifetime(param.name.clone())),
            K::Type {
                is_synthetic: true, ..
            } => None,
            K::Type {
                bounds, default, ..
            } => Some(GenericParam::Type {
                name: param.name.clone(),
                bounds: self.bounds(bounds),
                default: default.as_ref().map(|of| self.ty(of)),
            }),
            K::Const { type_, .. } => Some(GenericParam::Const {
                name: param.name.clone(),
                of: self.ty(type_).to_string(),
            }),
        }
    }
}

/// In the model, `!` has the name `never`.
fn primitive(name: &str) -> Type {
    Type::Primitive(if name == "!" {
        "never".to_owned()
    } else {
        name.to_owned()
    })
}

/// The generic arguments in the angle brackets or parentheses after a path.
#[derive(Default)]
struct Arguments {
    types: Vec<Type>,
    constants: Vec<String>,
    associated: Vec<(String, Type)>,
    signature: Option<FnSignature>,
}

impl Arguments {
    fn of(names: &Names<'_>, arguments: Option<&format::GenericArgs>) -> Arguments {
        let mut read = Arguments::default();
        match arguments {
            Some(format::GenericArgs::AngleBracketed { args, constraints }) => {
                for argument in args {
                    match argument {
                        format::GenericArg::Lifetime(_) => {}
                        format::GenericArg::Type(of) => read.types.push(names.ty(of)),
                        format::GenericArg::Const(of) => read.constants.push(of.expr.clone()),
                        format::GenericArg::Infer => read.types.push(Type::Unknown("_".to_owned())),
                    }
                }
                read.associated = constraints
                    .iter()
                    .filter_map(|of| constraint(names, of))
                    .collect();
            }
            Some(format::GenericArgs::Parenthesized { inputs, output }) => {
                read.signature = Some(names.signature(inputs.iter(), output.as_ref()));
            }
            Some(format::GenericArgs::ReturnTypeNotation) | None => {}
        }
        read
    }
}

/// `Item = u8`. For `Item: Display`, the associated type is represented as `impl Display`.
fn constraint(names: &Names<'_>, of: &format::AssocItemConstraint) -> Option<(String, Type)> {
    let ty = match &of.binding {
        format::AssocItemConstraintKind::Equality(format::Term::Type(ty)) => names.ty(ty),
        format::AssocItemConstraintKind::Equality(format::Term::Constant(_)) => return None,
        format::AssocItemConstraintKind::Constraint(bounds) => Type::Impl(names.bounds(bounds)),
    };
    Some((of.name.clone(), ty))
}
