//! Types that can be called.

use isolde_model::{Bound, FnSignature, StdItem, StdTrait, Type};

/// The signature of a type that can be called, the trait by which it is called, and whether it owns what is called.
pub(crate) fn callable(of: &Type) -> Option<(&FnSignature, StdTrait, bool)> {
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

/// The signature of a trait object, or of another type with bounds, that can be called, and the trait.
fn object(of: &Type) -> Option<(&FnSignature, StdTrait)> {
    match of {
        Type::Dyn(bounds) | Type::Impl(bounds) => signature_of(bounds),
        _ => None,
    }
}

/// The signature of a type with these bounds that can be called, and the trait.
fn signature_of(bounds: &[Bound]) -> Option<(&FnSignature, StdTrait)> {
    let mut bounds = bounds.iter();
    bounds.find_map(|bound| Some((bound.signature.as_deref()?, bound.std_trait()?)))
}
