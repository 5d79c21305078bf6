//! Whether the compiler chooses the impl that a call means by the types of the arguments: then nothing tells it, or coerces, the types of literals.

use super::{Call, FunctionPath, Syntax};
use crate::index::{Index, own_id};
use crate::types::{Substitution, mentions};
use isolde_model::{Bound, StdTrait, Type};

impl Index<'_> {
    /// Whether the inputs of a call must be written with their exact types.
    pub(crate) fn is_dispatched(&self, call: &Call) -> bool {
        match (&call.callee.path, &call.syntax) {
            // `<Type as Trait<Argument>>::name(…)` says which impl is meant.
            (_, Syntax::Path) => false,
            (FunctionPath::OfTrait { of, bound, .. }, _) => self.has_rivals(of, bound),
            _ => false,
        }
    }

    /// Whether a type may have several impls of the trait of `bound`, so that the arguments of the trait must be inferred.
    pub(crate) fn has_rivals(&self, of: &Type, bound: &Bound) -> bool {
        if bound.arguments.is_empty() {
            return false;
        }
        let is_slice = |each: &Type| matches!(each, Type::Slice(_));
        let is_reflexive = matches!(
            bound.std_trait(),
            Some(StdTrait::From | StdTrait::Into | StdTrait::TryFrom | StdTrait::TryInto)
        );
        // Every type is made from itself, so a reference to an array is not taken for one to a slice.
        if is_reflexive && bound.arguments.iter().any(|each| mentions(each, &is_slice)) {
            return true;
        }
        let mut own = of;
        while let Type::Reference { target, .. } = own {
            own = target;
        }
        // The standard library has impls of its own for its types.
        if own_id(own).is_none() {
            return true;
        }
        let impls = self.model.impls.iter().filter(|block| {
            let of_trait = block.of_trait.as_ref();
            of_trait.is_some_and(|other| other.defined == bound.defined)
                && self.unify(&block.self_type, of, &mut Substitution::default())
        });
        let mut count = 0;
        let mut is_open = false;
        for block in impls {
            count += 1;
            let arguments = block.of_trait.iter().flat_map(|other| &other.arguments);
            let is_generic = |each: &Type| matches!(each, Type::Generic(name) if name != "Self");
            is_open |= arguments
                .into_iter()
                .any(|each| mentions(each, &is_generic));
        }
        count > 1 || is_open
    }
}
