//! What the parameters of a declaration stand for.

use isolde_model::{GenericParam, Type, TypeItem};
use std::collections::BTreeMap;

/// What type and constant parameters stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Substitution {
    /// Types by parameter name, including `Self`.
    pub types: BTreeMap<String, Type>,
    /// Source text by the name of the constant parameter.
    pub constants: BTreeMap<String, String>,
    /// Associated types of `Self` by their names, where these are known although `Self` is not.
    pub members: BTreeMap<String, Type>,
}

impl Substitution {
    /// What the parameters of a type's declaration stand for in a concrete type.
    pub(crate) fn of_item(item: &TypeItem, of: &Type) -> Substitution {
        let mut known = Substitution::default();
        let Type::Path {
            arguments,
            constants,
            ..
        } = of
        else {
            return known;
        };
        let (mut arguments, mut constants) = (arguments.iter(), constants.iter());
        for param in &item.generics.params {
            match param {
                GenericParam::Type { name, .. } => {
                    let argument = arguments.next();
                    known
                        .types
                        .extend(argument.map(|each| (name.clone(), each.clone())));
                }
                GenericParam::Const { name, .. } => {
                    let constant = constants.next();
                    known
                        .constants
                        .extend(constant.map(|each| (name.clone(), each.clone())));
                }
                GenericParam::Lifetime(_) => {}
            }
        }
        known.types.insert("Self".into(), of.clone());
        known
    }
}
