//! Names resolved: aliases expanded, `Self` replaced, associated types of known impls filled in, ids made the model's own.

use crate::document::{Document, Key, Kind};
use crate::item::ItemId;
use crate::projection::Projections;
use crate::rewrite::Rewriter;
use crate::std_aliases;
use crate::types::{Bound, GenericParam, Generics, Type};
use std::collections::BTreeMap;

/// Resolves the types of a document.
pub(crate) struct Resolver<'d> {
    pub(crate) document: &'d Document,
    /// The model's ids of the types and traits of the crate.
    pub(crate) ids: BTreeMap<Key, ItemId>,
}

/// Where a type stands.
#[derive(Clone, Copy, Default)]
pub(crate) struct Scope<'s> {
    /// What `Self` is; `None` inside traits and outside impls.
    pub self_type: Option<&'s Type>,
    /// Associated types of known impls.
    pub projections: Option<&'s Projections>,
}

impl Resolver<'_> {
    /// The resolved type.
    pub(crate) fn ty(&self, of: &Type, scope: Scope<'_>) -> Type {
        self.with(scope, |rewriter| rewriter.ty(of))
    }

    /// The resolved bounds.
    pub(crate) fn bounds(&self, of: &[Bound], scope: Scope<'_>) -> Vec<Bound> {
        self.with(scope, |rewriter| rewriter.bounds(of))
    }

    /// The resolved bound.
    pub(crate) fn bound(&self, of: &Bound, scope: Scope<'_>) -> Bound {
        self.with(scope, |rewriter| rewriter.bound(of))
    }

    /// The resolved generics.
    pub(crate) fn generics(&self, of: &Generics, scope: Scope<'_>) -> Generics {
        self.with(scope, |rewriter| rewriter.generics(of))
    }

    fn with<T>(&self, scope: Scope<'_>, rewrite: impl FnOnce(&Rewriter<'_>) -> T) -> T {
        let change = |ty: Type| match ty {
            Type::Generic(name) if name == "Self" => {
                scope.self_type.cloned().unwrap_or(Type::Generic(name))
            }
            Type::Path {
                defined,
                id,
                arguments,
                constants,
            } => self.path(defined, id, arguments, constants),
            Type::Projection { .. } => scope
                .projections
                .and_then(|known| known.find(&ty))
                .unwrap_or(ty),
            other => other,
        };
        let bound = |bound: Bound| Bound {
            id: self.own(bound.id),
            ..bound
        };
        rewrite(&Rewriter {
            change: &change,
            bound: &bound,
        })
    }

    fn own(&self, key: Option<ItemId>) -> Option<ItemId> {
        self.ids.get(&key?.0).copied()
    }

    fn path(
        &self,
        defined: String,
        key: Option<ItemId>,
        arguments: Vec<Type>,
        constants: Vec<String>,
    ) -> Type {
        let entry = key.and_then(|key| Some((key.0, &self.document.entries.get(&key.0)?.kind)));
        let substitution = |key, generics| {
            let defaults = self.document.constant_defaults.get(&key);
            // Only defaults that are needed are resolved: bounds may speak of the type itself.
            let default = |of: &Type| self.ty(of, Scope::default());
            Substitution::of(generics, &default, defaults, &arguments, &constants)
        };
        match entry {
            Some((key, Kind::Alias { of, generics })) => {
                // Aliases cannot be circular. The target is resolved before the arguments go in, for these are resolved already.
                substitution(key, generics).apply(&self.ty(of, Scope::default()))
            }
            Some((
                key,
                Kind::Struct { generics, .. }
                | Kind::Enum { generics, .. }
                | Kind::Union { generics },
            )) => {
                let (arguments, constants) = substitution(key, generics).in_order(generics);
                Type::Path {
                    defined,
                    id: self.ids.get(&key).copied(),
                    arguments,
                    constants,
                }
            }
            Some(_) => Type::Path {
                defined,
                id: None,
                arguments,
                constants,
            },
            None => match std_aliases::normal_form(&defined, &arguments) {
                Some(expanded) => expanded,
                None => Type::Path {
                    defined,
                    id: None,
                    arguments,
                    constants,
                },
            },
        }
    }
}

/// Types and constants by the names of the parameters that they stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Substitution {
    pub types: BTreeMap<String, Type>,
    pub constants: BTreeMap<String, String>,
}

impl Substitution {
    /// Arguments in the order of the parameters, and the defaults of those that are missing.
    fn of(
        generics: &Generics,
        default_type: &dyn Fn(&Type) -> Type,
        default_constants: Option<&BTreeMap<String, String>>,
        arguments: &[Type],
        constants: &[String],
    ) -> Substitution {
        let mut made = Substitution::default();
        let mut arguments = arguments.iter();
        let mut constants = constants.iter();
        for param in &generics.params {
            match param {
                GenericParam::Type { name, default, .. } => {
                    let argument = arguments
                        .next()
                        .cloned()
                        .or_else(|| default.as_ref().map(|of| made.apply(&default_type(of))));
                    made.types
                        .extend(argument.map(|argument| (name.clone(), argument)));
                }
                GenericParam::Const { name, .. } => {
                    let constant = constants.next().or_else(|| default_constants?.get(name));
                    made.constants
                        .extend(constant.map(|constant| (name.clone(), constant.clone())));
                }
                GenericParam::Lifetime(_) => {}
            }
        }
        made
    }

    /// The types and the constants in the order of the parameters.
    fn in_order(self, generics: &Generics) -> (Vec<Type>, Vec<String>) {
        let Substitution {
            mut types,
            mut constants,
        } = self;
        let mut in_order = (Vec::new(), Vec::new());
        for param in &generics.params {
            match param {
                GenericParam::Type { name, .. } => in_order.0.extend(types.remove(name)),
                GenericParam::Const { name, .. } => in_order.1.extend(constants.remove(name)),
                GenericParam::Lifetime(_) => {}
            }
        }
        in_order
    }

    /// The type with parameters replaced.
    pub(crate) fn apply(&self, ty: &Type) -> Type {
        let constant = |text: String| self.constants.get(&text).cloned().unwrap_or(text);
        let change = |ty: Type| match ty {
            Type::Generic(name) => self
                .types
                .get(&name)
                .cloned()
                .unwrap_or(Type::Generic(name)),
            Type::Array(of, length) => Type::Array(of, constant(length)),
            Type::Path {
                defined,
                id,
                arguments,
                constants,
            } => Type::Path {
                defined,
                id,
                arguments,
                constants: constants.into_iter().map(constant).collect(),
            },
            other => other,
        };
        Rewriter {
            change: &change,
            bound: &|bound| bound,
        }
        .ty(ty)
    }
}
