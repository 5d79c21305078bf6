//! Resolving names: expands aliases, replaces `Self`, fills in associated types of known impls, and replaces rustdoc's ids with the model's.

use crate::document::{Document, Key, Kind};
use crate::id::ItemId;
use crate::projection::Projections;
use crate::rewrite::Rewriter;
use crate::std_aliases;
use crate::substitution::Substitution;
use crate::types::{Bound, Generics, Type};
use std::collections::BTreeMap;

/// Resolves the types of a document.
pub(crate) struct Resolver<'d> {
    pub(crate) document: &'d Document,
    /// The model's ids for the types and traits of the crate.
    pub(crate) ids: BTreeMap<Key, ItemId>,
}

/// The place where a type is used.
#[derive(Clone, Copy, Default)]
pub(crate) struct Scope<'s> {
    /// The type that `Self` means; `None` inside traits and outside impls.
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
        self.ids.get(&self.document.entry_key(key?.0)).copied()
    }

    fn path(
        &self,
        defined: String,
        key: Option<ItemId>,
        arguments: Vec<Type>,
        constants: Vec<String>,
    ) -> Type {
        let key = key.map(|key| self.document.entry_key(key.0));
        let entry = key.and_then(|key| Some((key, &self.document.entries.get(&key)?.kind)));
        let substitution = |key, generics| {
            let defaults = self.document.constant_defaults.get(&key);
            // Only the defaults that are needed are resolved, because bounds may mention the type itself.
            let default = |of: &Type| self.ty(of, Scope::default());
            Substitution::of(generics, &default, defaults, &arguments, &constants)
        };
        match entry {
            Some((key, Kind::Alias { of, generics })) => {
                // Aliases cannot be circular. The target is resolved before the arguments are substituted, because these are resolved already.
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
