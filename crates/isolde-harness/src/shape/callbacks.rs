//! Functions that are given to a faked function or to a mock's method, which may be called with chosen arguments.

use super::{Demand, Shape};
use crate::types::is_concrete;
use isolde_model::{Bound, FnSignature, StdItem, StdTrait, Type};

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
    /// Its arguments.
    pub arguments: Vec<Shape>,
}

impl Demand<'_, '_, '_> {
    /// How a parameter of this type is called, if it is a function whose arguments can be made.
    pub(super) fn called(&mut self, parameter: usize, of: &Type) -> Option<Called> {
        let (signature, of_trait, is_owned) = callable(of)?;
        let mut arguments = Vec::new();
        for of in &signature.parameters {
            let inner = match of {
                Type::Reference { mutable: true, .. } => return None,
                Type::Reference { target, .. } => target,
                of => of,
            };
            // What lives only as long as the call is not made here.
            if !is_concrete(of) || self.index.has_lifetime(inner) {
                return None;
            }
            arguments.push(self.shape(of).ok()?);
        }
        Some(Called {
            parameter,
            is_once: of_trait == StdTrait::FnOnce,
            is_mutable: is_owned && of_trait == StdTrait::FnMut,
            has_result: !signature.result.is_unit(),
            arguments,
        })
    }
}

/// The signature of a type that can be called, the trait by which it is called, and whether it owns what is called.
fn callable(of: &Type) -> Option<(&FnSignature, StdTrait, bool)> {
    let (signature, of_trait, is_owned) = match of {
        Type::Function(signature) => (&**signature, StdTrait::Fn, false),
        Type::Reference {
            mutable, target, ..
        } => {
            let (signature, of_trait) = object(target)?;
            let can_call = of_trait == StdTrait::Fn || *mutable && of_trait == StdTrait::FnMut;
            can_call.then_some(())?;
            (signature, of_trait, false)
        }
        Type::Impl(bounds) => {
            let (signature, of_trait) = signature_of(bounds)?;
            (signature, of_trait, true)
        }
        of => match of.std()? {
            (StdItem::Box, [target]) => {
                let (signature, of_trait) = object(target)?;
                (signature, of_trait, true)
            }
            (StdItem::Rc | StdItem::Arc, [target]) => {
                let (signature, of_trait) = object(target)?;
                (of_trait == StdTrait::Fn).then_some(())?;
                (signature, of_trait, true)
            }
            _ => return None,
        },
    };
    matches!(of_trait, StdTrait::Fn | StdTrait::FnMut | StdTrait::FnOnce)
        .then_some((signature, of_trait, is_owned))
}

/// The signature of a trait object that can be called, and the trait.
fn object(of: &Type) -> Option<(&FnSignature, StdTrait)> {
    match of {
        Type::Dyn(bounds) => signature_of(bounds),
        _ => None,
    }
}

/// The signature of a type with these bounds that can be called, and the trait.
fn signature_of(bounds: &[Bound]) -> Option<(&FnSignature, StdTrait)> {
    let mut bounds = bounds.iter();
    bounds.find_map(|bound| Some((bound.signature.as_deref()?, bound.std_trait()?)))
}
