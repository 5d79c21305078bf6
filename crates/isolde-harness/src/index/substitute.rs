//! Replacing parameters with what they stand for, and resolving associated types.

use super::Index;
use crate::operators::is_itself;
use crate::types::{Substitution, of_std};
use isolde_model::{Bound, FnSignature, GenericParam, Generics, Type};

impl Index<'_> {
    /// The type with parameters replaced, associated types resolved, every reference `'static` and default arguments filled in.
    /// Parameters without a replacement stay.
    pub(crate) fn substitute(&self, of: &Type, with: &Substitution) -> Type {
        self.substituted(of, with, false)
    }

    /// The same; with `lends`, a reference that is not `'static` stays one, unless it belongs to a replacement.
    fn substituted(&self, of: &Type, with: &Substitution, lends: bool) -> Type {
        let one = |of: &Type| self.substituted(of, with, lends);
        let all = |types: &[Type]| types.iter().map(one).collect::<Vec<_>>();
        match of {
            Type::Generic(name) => with.types.get(name).cloned().unwrap_or_else(|| of.clone()),
            Type::Path {
                defined,
                id,
                arguments,
                constants,
            } => {
                let mut arguments = all(arguments);
                if let Some(item) = id.and_then(|id| self.model.types.get(&id)) {
                    self.fill_defaults(&item.generics, &mut arguments);
                }
                let constants = constants
                    .iter()
                    .map(|text| {
                        with.constants
                            .get(text)
                            .cloned()
                            .unwrap_or_else(|| text.clone())
                    })
                    .collect();
                Type::Path {
                    defined: defined.clone(),
                    id: *id,
                    arguments,
                    constants,
                }
            }
            Type::Reference {
                mutable,
                is_static,
                target,
            } => Type::Reference {
                mutable: *mutable,
                is_static: *is_static || !lends,
                target: Box::new(one(target)),
            },
            Type::Pointer { mutable, target } => Type::Pointer {
                mutable: *mutable,
                target: Box::new(one(target)),
            },
            Type::Slice(element) => Type::Slice(Box::new(one(element))),
            Type::Array(element, length) => {
                let length = with
                    .constants
                    .get(length)
                    .cloned()
                    .unwrap_or_else(|| length.clone());
                Type::Array(Box::new(one(element)), length)
            }
            Type::Tuple(elements) => Type::Tuple(all(elements)),
            Type::Function(signature) => {
                Type::Function(Box::new(self.substitute_signature(signature, with)))
            }
            Type::Closure(signature) => {
                Type::Closure(Box::new(self.substitute_signature(signature, with)))
            }
            Type::Dyn(bounds) => Type::Dyn(
                bounds
                    .iter()
                    .map(|bound| self.substitute_bound(bound, with))
                    .collect(),
            ),
            Type::Impl(bounds) => Type::Impl(
                bounds
                    .iter()
                    .map(|bound| self.substitute_bound(bound, with))
                    .collect(),
            ),
            Type::Projection { of, of_trait, name } => {
                let of = self.substitute(of, with);
                let member = with.members.get(name).filter(|_| is_itself(&of));
                member
                    .cloned()
                    .or_else(|| self.project(&of, of_trait.as_deref(), name))
                    .unwrap_or(Type::Projection {
                        of: Box::new(of),
                        of_trait: of_trait.clone(),
                        name: name.clone(),
                    })
            }
            // It has no parameters.
            Type::Primitive(_) | Type::Unknown(_) | Type::Mock(_) => of.clone(),
        }
    }

    /// The bound with parameters replaced in its arguments, associated types and signature.
    pub(crate) fn substitute_bound(&self, bound: &Bound, with: &Substitution) -> Bound {
        let mut bound = bound.clone();
        for argument in &mut bound.arguments {
            *argument = self.substitute(argument, with);
        }
        if let Some(item) = bound.id.and_then(|id| self.model.traits.get(&id)) {
            self.fill_defaults(&item.generics, &mut bound.arguments);
        }
        for constant in &mut bound.constants {
            if let Some(value) = with.constants.get(constant) {
                constant.clone_from(value);
            }
        }
        for (_, of) in &mut bound.associated {
            *of = self.substitute(of, with);
        }
        if let Some(signature) = &mut bound.signature {
            **signature = self.substitute_signature(signature, with);
        }
        bound
    }

    /// The signature with parameters replaced. References in parameters, which may have any lifetime, can still be told from those that are `'static`, and in
    /// a result that borrows from an argument those that do so from others.
    fn substitute_signature(&self, of: &FnSignature, with: &Substitution) -> FnSignature {
        let parameters = of.parameters.iter();
        FnSignature {
            parameters: parameters
                .map(|each| self.substituted(each, with, true))
                .collect(),
            result: self.substituted(&of.result, with, !of.lends.is_empty()),
            lends: of.lends.clone(),
        }
    }

    pub(super) fn fill_defaults(&self, generics: &Generics, arguments: &mut Vec<Type>) {
        let params = generics.params.iter().filter_map(|param| match param {
            GenericParam::Type { name, default, .. } => Some((name, default)),
            _ => None,
        });
        let mut known = Substitution::default();
        for (index, (name, default)) in params.enumerate() {
            if index >= arguments.len() {
                match default {
                    Some(default) => arguments.push(self.substitute(default, &known)),
                    None => return,
                }
            }
            known.types.insert(name.clone(), arguments[index].clone());
        }
    }

    /// `<of as of_trait>::name`, from the package's impls or from what is known about std.
    pub(crate) fn project(&self, of: &Type, of_trait: Option<&str>, name: &str) -> Option<Type> {
        if matches!(
            of,
            Type::Generic(_) | Type::Impl(_) | Type::Projection { .. }
        ) {
            return None;
        }
        let own = self.impls_with(name).find_map(|block| {
            let (_, associated) = block.associated.iter().find(|(each, _)| each == name)?;
            let implemented = block.of_trait.as_ref()?;
            if of_trait.is_some_and(|wanted| wanted != implemented.defined) {
                return None;
            }
            let mut found = Substitution::default();
            self.unify(&block.self_type, of, &mut found).then(|| {
                found.types.insert("Self".into(), of.clone());
                self.substitute(associated, &found)
            })
        });
        own.or_else(|| self.project_mock(of, name))
            .or_else(|| of_std(of, name))
    }
}
