//! The types on which the provided methods of a trait are called.

use crate::instances::is_overriding;
use crate::shape::Demand;
use crate::types::{Substitution, make};
use isolde_model::{Bound, Container, Function, StdTrait, Type};
use isolde_record::SkipReason;

impl Demand<'_, '_, '_> {
    /// The `Self` types to call a provided method on; a single `None` for all other functions.
    pub(super) fn implementors(
        &mut self,
        function: &Function,
    ) -> Result<Vec<Option<Type>>, SkipReason> {
        let Container::Trait(id) = &function.container else {
            return Ok(vec![None]);
        };
        let index = self.index;
        let unknown = || SkipReason::NoInstance(function.path.clone());
        let item = index.model.traits.get(id).ok_or_else(unknown)?;
        let overrides = |of: &Type| {
            index.model.functions.iter().any(|other| {
                other.name == function.name
                    && matches!(other.container, Container::TraitImpl(_))
                    && index.block(other).is_some_and(|block| {
                        let of_trait = block.of_trait.as_ref();
                        of_trait.is_some_and(|bound| bound.id == Some(*id))
                            && index.unify(&block.self_type, of, &mut Substitution::default())
                    })
            })
        };
        let bound = Bound {
            defined: item.defined.clone(),
            id: Some(*id),
            ..make::bound(StdTrait::Sized)
        };
        let maybe_unsized = Bound {
            maybe: true,
            ..make::bound(StdTrait::Sized)
        };
        let mut candidates = self
            .traits
            .candidates(&[bound.clone(), maybe_unsized.clone()]);
        // A mock has the trait at certain arguments, for which any will do.
        let arguments = self.traits.any_arguments(item);
        if !arguments.is_empty() {
            let bound = Bound {
                arguments,
                ..bound.clone()
            };
            let mocks = self.traits.candidates(&[bound, maybe_unsized]);
            candidates.extend(mocks.into_iter().filter(|of| matches!(of, Type::Mock(_))));
        }
        let found: Vec<Option<Type>> = candidates
            .into_iter()
            .filter(|of| !overrides(of) && !is_overriding(of))
            .map(Some)
            .collect();
        match found.is_empty() {
            true => {
                let bounds = format!("Self: {}", item.name);
                Err(SkipReason::NoInstance(
                    match self.traits.no_mock(&[bound]) {
                        Some(why) => format!("{bounds}; {why}"),
                        None => bounds,
                    },
                ))
            }
            false => Ok(found),
        }
    }
}
