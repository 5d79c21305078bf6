//! The associated types of mocks: those that a bound prescribes, or else types that satisfy their bounds.

use super::no_mock::Obstacle;
use super::{Answer, Param, Signature, Traits};
use crate::types::{Substitution, is_concrete, mentions};
use isolde_model::{AssociatedType, Bound, GenericParam, StdItem, TraitItem, Type};

impl Traits<'_, '_> {
    /// Chooses the associated types of a trait that a mock has with this bound. `known` tells what the trait's parameters stand for.
    pub(super) fn members(
        &mut self,
        item: &TraitItem,
        bound: &Bound,
        known: &Substitution,
        level: usize,
    ) -> Result<Vec<(String, Type)>, Obstacle> {
        let index = self.index;
        let mut known = known.clone();
        let prescribed = bound.associated.iter().filter(|(_, of)| is_concrete(of));
        known.members.extend(prescribed.cloned());
        let mut rest: Vec<&AssociatedType> = item.associated_types.iter().collect();
        while !rest.is_empty() {
            // One whose bounds mention another one (`type Future: Future<Output = Self::Response>`) is chosen after that.
            let is_next = |each: &&AssociatedType| {
                let names = |of: &Type| matches!(of, Type::Projection { of, name, .. } if is_self(of) && !known.members.contains_key(name) && *name != each.name);
                !mentions(&Type::Impl(each.bounds.clone()), &names)
            };
            let next = rest.iter().position(is_next).unwrap_or(0);
            let each = rest.remove(next);
            if each.is_generic {
                return Err(Obstacle::GenericType(each.name.clone()));
            }
            let bounds = each.bounds.iter();
            let mut bounds: Vec<Bound> = bounds
                .map(|bound| index.substitute_bound(bound, &known))
                .collect();
            if let Some(Type::Impl(more)) = bound.prescribed(&each.name) {
                bounds.extend(more.iter().cloned());
            }
            let of = match known.members.get(&each.name) {
                Some(of) => Some(of.clone()),
                None => self.member(&bounds, level),
            };
            let of = of.filter(|of| self.satisfies_all(of, &bounds) != Answer::No);
            let of = of.ok_or_else(|| {
                let no_mock = self.no_mocks.get(&bounds).cloned().map(Box::new);
                Obstacle::Member(each.name.clone(), bounds, no_mock)
            })?;
            known.members.insert(each.name.clone(), of);
        }
        let own = item.associated_types.iter();
        let own = own.filter_map(|each| {
            let of = known.members.get(&each.name)?;
            Some((each.name.clone(), of.clone()))
        });
        Ok(own.collect())
    }

    /// A type for an associated type with these bounds, of which there are values.
    pub(super) fn member(&mut self, bounds: &[Bound], level: usize) -> Option<Type> {
        let candidates = self.candidates_within(bounds, &[], &[], level + 1);
        let is_it = |of: &&Type| {
            is_concrete(of)
                && !matches!(of, Type::Closure(_))
                && of.std_item() != Some(StdItem::Infallible)
        };
        let mut candidates = candidates.iter().filter(is_it);
        let found = candidates.next().cloned();
        // A mock certainly implements the model's traits; that another type does may only be impossible to rule out.
        let is_certain = bounds.iter().all(|bound| bound.id.is_none())
            || found
                .as_ref()
                .is_some_and(|of| self.satisfies_all(of, bounds) == Answer::Yes);
        let sure = found.clone().filter(|_| is_certain);
        let mocked = || match level {
            0 | 1 => self.mock(bounds, level + 1),
            _ => None,
        };
        sure.or_else(mocked).or(found)
    }

    /// For each type parameter of a trait the first type that its bounds allow; nothing if there is none for one of them.
    pub(crate) fn any_arguments(&mut self, item: &TraitItem) -> Vec<Type> {
        let params = item.generics.params.iter();
        let bounds = params.filter_map(|param| match param {
            GenericParam::Type { bounds, .. } => Some(bounds),
            _ => None,
        });
        let found: Option<Vec<Type>> = bounds
            .map(|bounds| self.candidates(bounds).into_iter().next())
            .collect();
        found.unwrap_or_default()
    }

    /// Adds to the bounds on a parameter what other bounds ask of the associated types of the model's traits: `S::Error: Debug`. Gives their names.
    pub(super) fn demand_members<'s>(
        &self,
        signature: &'s Signature,
        param: &'s Param,
        known: &Substitution,
        bounds: &mut [Bound],
    ) -> Vec<&'s str> {
        let mut found = Vec::new();
        for (name, asked) in signature.bounds_of_members(&param.name) {
            let asked = asked.iter();
            let asked = asked.map(|bound| self.index.substitute_bound(bound, known));
            let asked: Vec<Bound> = asked
                .filter(|bound| is_concrete(&Type::Dyn(vec![bound.clone()])))
                .collect();
            let has_it = |bound: &&mut Bound| {
                let item = bound.id.and_then(|id| self.index.model.traits.get(&id));
                item.is_some_and(|item| item.associated_types.iter().any(|own| own.name == name))
            };
            let Some(bound) = bounds.iter_mut().find(has_it) else {
                continue;
            };
            found.push(name);
            match bound.associated.iter_mut().find(|(own, _)| own == name) {
                Some((_, Type::Impl(all))) => all.extend(asked),
                Some(_) => {}
                None => bound.associated.push((name.to_owned(), Type::Impl(asked))),
            }
        }
        found
    }

    /// Whether an associated type is, or satisfies, what a bound asks for.
    pub(super) fn is_member(&mut self, own: &Type, wanted: &Type, found: &Substitution) -> bool {
        match wanted {
            Type::Impl(bounds) => {
                !is_concrete(own) || self.satisfies_all(own, bounds) != Answer::No
            }
            _ => self.index.unify(own, wanted, &mut found.clone()),
        }
    }
}

fn is_self(of: &Type) -> bool {
    matches!(of, Type::Generic(name) if name == "Self")
}
