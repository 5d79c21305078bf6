//! The instantiations to try for a generic function.

use super::{Answer, Param, Place, Signature, Traits, constant_of};
use crate::describe::describe_bounds;
use crate::types::{Substitution, is_concrete};
use isolde_model::{Bound, Type};

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
        let order = signature.order();
        let mut found: Vec<Substitution> = Vec::new();
        let mut missing = None;
        let rounds = if order
            .iter()
            .all(|param| base.types.contains_key(&param.name))
        {
            1
        } else {
            MOST
        };
        for round in 0..rounds {
            match self.choose(signature, &order, base.clone(), round) {
                Ok(mut instance) => {
                    if let Some(of) = &signature.self_type {
                        let of = self.index.substitute(of, &instance);
                        instance.types.insert("Self".into(), of);
                    }
                    if !found.contains(&instance) && self.holds(signature, &instance) {
                        found.push(instance);
                    }
                }
                Err(bounds) => missing = Some(bounds),
            }
        }
        match (found.is_empty(), missing) {
            (false, _) => Ok(found),
            (true, Some(bounds)) => Err(bounds),
            (true, None) => Err("where clauses".into()),
        }
    }

    /// One choice for every parameter: candidate number `round`, for parameters that have so many candidates.
    fn choose(
        &mut self,
        signature: &Signature,
        order: &[&Param],
        mut known: Substitution,
        round: usize,
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
            let bounds: Vec<Bound> = param.bounds.iter().map(substituted).collect();
            let items: Vec<Bound> = signature
                .bounds_of_item(&param.name)
                .map(|bound| self.index.substitute_bound(bound, &known))
                .collect();
            if let Some(of) = self.determined(signature, &param.name, &known) {
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
                return Err(format!(
                    "{}: {}",
                    param.name,
                    describe_bounds(&param.bounds)
                ));
            }
            let chosen = candidates[round % candidates.len()].clone();
            // Code cannot name the type of a closure, which becomes an argument of the method's own type.
            let chosen = match chosen {
                Type::Closure(of) if param.place == Place::Block => Type::Function(of),
                other => other,
            };
            known.types.insert(param.name.clone(), chosen);
        }
        Ok(known)
    }

    /// The type that a where clause prescribes for a parameter, as for `E` in `&'a I: IntoIterator<Item = E>`.
    fn determined(&self, signature: &Signature, name: &str, known: &Substitution) -> Option<Type> {
        signature.bounds.iter().find_map(|(of, bounds)| {
            let of = self.index.substitute(of, known);
            let associated = bounds.iter().flat_map(|bound| &bound.associated);
            let mut equal =
                associated.filter(|(_, each)| matches!(each, Type::Generic(each) if each == name));
            let (member, _) = equal.next().filter(|_| is_concrete(&of))?;
            self.index.project(&of, None, member)
        })
    }

    /// Whether no bound is known to be violated.
    fn holds(&mut self, signature: &Signature, instance: &Substitution) -> bool {
        let index = self.index;
        let bare = signature
            .params
            .iter()
            .filter_map(|param| Some((instance.types.get(&param.name)?.clone(), &param.bounds)));
        let others = signature
            .bounds
            .iter()
            .map(|(of, bounds)| (index.substitute(of, instance), bounds));
        bare.chain(others).all(|(of, bounds)| {
            let bounds: Vec<Bound> = bounds
                .iter()
                .map(|bound| index.substitute_bound(bound, instance))
                .collect();
            !is_concrete(&of) || self.satisfies_all(&of, &bounds) != Answer::No
        })
    }
}
