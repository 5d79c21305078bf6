//! Functions that compute with values of a type parameter: whether such a computation overflows is up to the type that the caller chooses.

use crate::conventions;
use crate::item::{Container, Function, Model};
use crate::std_traits::StdTrait;
use crate::types::{Bound, GenericParam, Generics};

impl Model {
    /// Whether a type parameter of a function, or of its impl block, has an operator of the standard library among its bounds.
    pub fn computes_with_parameters(&self, function: &Function) -> bool {
        let block = match function.container {
            Container::Inherent(block) | Container::TraitImpl(block) => self.impls.get(block),
            Container::Module | Container::Trait(_) => None,
        };
        let generics = block.map(|block| &block.generics);
        generics
            .into_iter()
            .chain([&function.callable.generics])
            .any(has_operator)
    }
}

fn has_operator(generics: &Generics) -> bool {
    let is_operator = |bound: &Bound| {
        StdTrait::at(&bound.defined).is_some_and(|of| {
            let is_index = matches!(of, StdTrait::Index | StdTrait::IndexMut);
            !is_index && !conventions::of_trait(of).is_empty()
        })
    };
    generics.params.iter().any(|param| match param {
        GenericParam::Type { bounds, .. } => bounds.iter().any(is_operator),
        GenericParam::Lifetime(_) | GenericParam::Const { .. } => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(defined: &str) -> Generics {
        Generics {
            params: vec![GenericParam::Type {
                name: "T".into(),
                bounds: vec![Bound {
                    defined: defined.into(),
                    id: None,
                    arguments: Vec::new(),
                    associated: Vec::new(),
                    constants: Vec::new(),
                    signature: None,
                    maybe: false,
                }],
                default: None,
            }],
            bounds: Vec::new(),
        }
    }

    #[test]
    fn operators_on_a_parameter_are_found() {
        assert!(has_operator(&parameter("core::ops::arith::Mul")));
        assert!(has_operator(&parameter("core::ops::arith::Neg")));
        assert!(!has_operator(&parameter("core::ops::index::Index")));
        assert!(!has_operator(&parameter("core::clone::Clone")));
        assert!(!has_operator(&Generics::default()));
    }
}
