//! Functions that are given to a faked function or to a mock's method, which may be called with chosen arguments.

use super::open::bounds_of;
use super::{Demand, Shape};
use crate::types::{callable, is_concrete, mentions};
use isolde_model::{GenericParam, StdTrait, Type};

/// A parameter that is a function.
#[derive(Clone, Debug)]
pub(crate) struct Called {
    /// The number of the parameter.
    pub parameter: usize,
    /// Whether it can be called only once.
    pub is_once: bool,
    /// Whether the parameter has to be declared as mutable for that.
    pub is_mutable: bool,
    /// Whether it returns something.
    pub has_result: bool,
    /// Whether it may keep its arguments: they contain a reference that lives forever.
    pub keeps: bool,
    /// Its arguments.
    pub arguments: Vec<Shape>,
}

impl Demand<'_, '_, '_> {
    /// How a parameter of this type is called, if it is a function whose arguments can be made.
    pub(super) fn called(&mut self, parameter: usize, of: &Type) -> Option<Called> {
        let (signature, of_trait, is_owned) = callable(of)?;
        let mut arguments = Vec::new();
        for of in &signature.parameters {
            if !is_concrete(of) {
                return None;
            }
            arguments.push(self.shape(of).ok()?);
        }
        Some(Called {
            parameter,
            is_once: of_trait == StdTrait::FnOnce,
            is_mutable: is_owned && of_trait == StdTrait::FnMut,
            has_result: !signature.result.is_unit(),
            keeps: signature
                .parameters
                .iter()
                .any(|of| mentions(of, &lives_forever)),
            arguments,
        })
    }
}

fn lives_forever(of: &Type) -> bool {
    matches!(
        of,
        Type::Reference {
            is_static: true,
            ..
        }
    )
}

/// Parameters of a method with `impl Trait` in place of the names of the method's own parameters.
pub(super) fn with_bounds(
    parameters: &[(String, Type)],
    generics: &[GenericParam],
) -> Vec<(String, Type)> {
    let bounded = |of: &Type| match of {
        Type::Generic(own) => Type::Impl(bounds_of(own, generics).to_vec()),
        of => of.clone(),
    };
    let parameters = parameters.iter().map(|(name, of)| {
        let mut of = bounded(of);
        if let Type::Reference { target, .. } = &mut of {
            **target = bounded(target);
        }
        (name.clone(), of)
    });
    parameters.collect()
}
