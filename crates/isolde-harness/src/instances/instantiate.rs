//! The instantiations to try for a generic function.

use super::{Answer, Param, Place, Signature, Traits, constant_of};
use crate::describe::{describe, describe_bounds};
use crate::types::make::boxed_closure;
use crate::types::{Substitution, callable, is_concrete, mentions};
use isolde_model::{Bound, FnSignature, StdTrait, Type};

/// The largest number of instantiations considered for one function.
const MOST: usize = 16;

impl Traits<'_, '_> {
    /// Instantiations in the order to try them, or the bounds that no type satisfies. `known` fixes some parameters beforehand.
    pub(crate) fn instances(
        &mut self,
        signature: &Signature,
        known: &Substitution,
    ) -> Result<Vec<Substitution>, String> {
        let mut base = known.clone();
        for (name, of) in &signature.constants {
            base.constants
                .entry(name.clone())
                .or_insert_with(|| constant_of(of).into());
        }
        let mut found: Vec<Substitution> = Vec::new();
        let (mut missing, mut violated) = (None, None);
        // Usually a parameter is chosen before those whose members it is; a graph, say, has to be chosen before its nodes.
        for by_members in [false, true] {
            let order = signature.order(by_members);
            let is_fixed = |param: &&Param| base.types.contains_key(&param.name);
            let rounds = match order.iter().all(is_fixed) {
                true => 1,
                false => MOST,
            };
            for round in 0..rounds {
                match self.choose(signature, &order, base.clone(), round, by_members) {
                    Ok(mut instance) => {
                        if let Some(of) = &signature.self_type {
                            let of = self.index.substitute(of, &instance);
                            instance.types.insert("Self".into(), of);
                        }
                        if found.contains(&instance) {
                            continue;
                        }
                        match self.violated(signature, &instance) {
                            None => found.push(instance),
                            Some(bounds) => match self.with_pointers(signature, &instance, &base) {
                                Some(other) if !found.contains(&other) => found.push(other),
                                _ => violated = violated.or(Some(bounds)),
                            },
                        }
                    }
                    Err(bounds) => missing = missing.or(Some(bounds)),
                }
            }
            let has_members = signature
                .params
                .iter()
                .any(|param| signature.members(&param.name, true).next().is_some());
            let is_real = |instance: &Substitution| !has_mocks(instance);
            if found.iter().any(is_real) || !has_members {
                break;
            }
        }
        // Mocks come after types that exist.
        found.sort_by_key(has_mocks);
        match (found.is_empty(), missing.or(violated)) {
            (true, Some(bounds)) => Err(bounds),
            _ => Ok(found),
        }
    }

    /// One choice for every parameter: candidate number `round`, for parameters that have so many candidates. With `by_members`, parameters that are not
    /// chosen yet may be members of those that are.
    fn choose(
        &mut self,
        signature: &Signature,
        order: &[&Param],
        mut known: Substitution,
        round: usize,
        by_members: bool,
    ) -> Result<Substitution, String> {
        if let Some(of) = &signature.self_type
            && is_concrete(of)
        {
            known.types.insert("Self".into(), of.clone());
        }
        for param in order {
            if known.types.contains_key(&param.name) {
                continue;
            }
            // The parameter's bounds may mention the parameter: `T: Pow<u8, Output = T>`.
            let mut with_self = known.clone();
            let itself = Type::Generic("Self".into());
            with_self.types.insert(param.name.clone(), itself);
            let substituted = |bound| self.index.substitute_bound(bound, &with_self);
            let mut bounds: Vec<Bound> = param.bounds.iter().map(substituted).collect();
            if by_members {
                bounds.iter_mut().for_each(leave_open);
            }
            let demanded = self.demand_members(signature, param, &known, &mut bounds);
            let items: Vec<Bound> = signature
                .bounds_of_item(&param.name)
                .filter(|_| !demanded.contains(&"Item"))
                .map(|bound| self.index.substitute_bound(bound, &known))
                .collect();
            if let Some(of) = self.determined(signature, &param.name, &known, by_members) {
                known.types.insert(param.name.clone(), of);
                continue;
            }
            let references: Vec<Bound> = signature
                .bounds_of_reference(&param.name)
                .map(|bound| self.index.substitute_bound(bound, &known))
                .collect();
            let mut wishes: Vec<Bound> = bounds.clone();
            let substituted = |bound| self.index.substitute_bound(bound, &with_self);
            wishes.extend(param.wishes.iter().map(substituted));
            let mut candidates = self.candidates_within(&wishes, &items, &references, 0);
            if candidates.is_empty() {
                candidates = self.candidates_within(&bounds, &items, &references, 0);
            }
            if candidates.is_empty() {
                let missing = format!("{}: {}", param.name, describe_bounds(&param.bounds));
                return Err(self.with_no_mock(missing, &bounds));
            }
            let chosen = candidates[round % candidates.len()].clone();
            // Code cannot name the type of a closure, which becomes an argument of the method's own type.
            let chosen = match chosen {
                Type::Closure(of) if param.place == Place::Block => self.callable_for(of, &bounds),
                other => other,
            };
            known.types.insert(param.name.clone(), chosen);
        }
        Ok(known)
    }

    /// A type with a name that can be called like a closure: a boxed closure if that meets the bounds, and otherwise a function pointer.
    fn callable_for(&mut self, signature: Box<FnSignature>, bounds: &[Bound]) -> Type {
        let is_bound = |of: StdTrait| bounds.iter().any(|bound| bound.std_trait() == Some(of));
        let excluded = [StdTrait::UnwindSafe, StdTrait::RefUnwindSafe];
        let is_async = [
            StdTrait::AsyncFn,
            StdTrait::AsyncFnMut,
            StdTrait::AsyncFnOnce,
        ];
        if !excluded.iter().chain(&is_async).any(|of| is_bound(*of)) {
            let also = [StdTrait::Send, StdTrait::Sync];
            let also = also.into_iter().filter(|of| is_bound(*of));
            let boxed = boxed_closure(signature.clone(), also);
            if self.satisfies_all(&boxed, bounds) == Answer::Yes {
                return boxed;
            }
        }
        Type::Function(signature)
    }

    /// The instance with function pointers in the place of boxed closures, except those of `base`, if that meets all bounds.
    fn with_pointers(
        &mut self,
        signature: &Signature,
        instance: &Substitution,
        base: &Substitution,
    ) -> Option<Substitution> {
        let mut other = instance.clone();
        for (name, of) in &mut other.types {
            if let (false, Some((signature, _, true))) =
                (base.types.contains_key(name), callable(of))
            {
                *of = Type::Function(Box::new(signature.clone()));
            }
        }
        if let Some(of) = &signature.self_type {
            let of = self.index.substitute(of, &other);
            other.types.insert("Self".into(), of);
        }
        (other != *instance && self.violated(signature, &other).is_none()).then_some(other)
    }

    /// The type that another bound prescribes for a parameter, as for `E` in `&'a I: IntoIterator<Item = E>`.
    fn determined(
        &self,
        signature: &Signature,
        name: &str,
        known: &Substitution,
        by_members: bool,
    ) -> Option<Type> {
        signature
            .members(name, by_members)
            .find_map(|(of, member)| {
                let of = self.index.substitute(&of, known);
                let found = is_concrete(&of).then(|| self.index.project(&of, None, member));
                found.flatten().filter(is_concrete)
            })
    }

    /// A bound that is known to be violated; `None` if there is none.
    fn violated(&mut self, signature: &Signature, instance: &Substitution) -> Option<String> {
        let index = self.index;
        let bare = signature.params.iter();
        let bare = bare.map(|param| (Type::Generic(param.name.clone()), &param.bounds));
        let others = signature.bounds.iter();
        let others = others.map(|(of, bounds)| (of.clone(), bounds));
        let all: Vec<(Type, &Vec<Bound>, Type, Vec<Bound>)> = bare
            .chain(others)
            .map(|(declared, asked)| {
                let of = index.substitute(&declared, instance);
                let bounds = asked.iter();
                let bounds = bounds.map(|bound| index.substitute_bound(bound, instance));
                (declared, asked, of, bounds.collect())
            })
            .filter(|(_, _, of, _)| is_concrete(of))
            .collect();
        let mut violated = all
            .iter()
            .filter(|(_, _, of, bounds)| self.satisfies_all(of, bounds) == Answer::No);
        if let Some((declared, asked, _, bounds)) = violated.next() {
            let text = format!("{}: {}", describe(declared), describe_bounds(asked));
            // Only what a parameter itself stands for could be a mock.
            return Some(match declared {
                Type::Generic(_) => self.with_no_mock(text, bounds),
                _ => text,
            });
        }
        all.iter()
            .for_each(|(_, _, of, bounds)| self.ask(of, bounds));
        None
    }

    /// Bounds as text, and why there is no mock that satisfies them.
    fn with_no_mock(&self, text: String, bounds: &[Bound]) -> String {
        match self.no_mock(bounds) {
            Some(why) => format!("{text}; {why}"),
            None => text,
        }
    }
}

/// Whether a parameter stands for a type that is, or contains, a mock.
pub(crate) fn has_mocks(instance: &Substitution) -> bool {
    let mut types = instance.types.values();
    types.any(|of| mentions(of, &|each| matches!(each, Type::Mock(_))))
}

/// Leaves the members of a type open that are parameters which are not chosen yet.
fn leave_open(bound: &mut Bound) {
    let is_open = |of: &Type| {
        mentions(
            of,
            &|each| matches!(each, Type::Generic(name) if name != "Self"),
        )
    };
    bound.associated.retain(|(_, of)| !is_open(of));
}
