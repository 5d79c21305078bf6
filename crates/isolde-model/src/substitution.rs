//! Replacing type parameters and constant parameters with arguments.

use crate::rewrite::Rewriter;
use crate::types::{GenericParam, Generics, Type};
use std::collections::BTreeMap;

/// Types and constants that replace parameters, by the names of the parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Substitution {
    pub types: BTreeMap<String, Type>,
    pub constants: BTreeMap<String, String>,
}

impl Substitution {
    /// Made from arguments in the order of the parameters; missing arguments take the parameters' defaults.
    pub(crate) fn of(
        generics: &Generics,
        default_type: &dyn Fn(&Type) -> Type,
        default_constants: Option<&BTreeMap<String, String>>,
        arguments: &[Type],
        constants: &[String],
    ) -> Substitution {
        let mut made = Substitution::default();
        let mut arguments = arguments.iter();
        let mut constants = constants.iter();
        for param in &generics.params {
            match param {
                GenericParam::Type { name, default, .. } => {
                    let argument = arguments
                        .next()
                        .cloned()
                        .or_else(|| default.as_ref().map(|of| made.apply(&default_type(of))));
                    made.types
                        .extend(argument.map(|argument| (name.clone(), argument)));
                }
                GenericParam::Const { name, .. } => {
                    let constant = constants.next().or_else(|| default_constants?.get(name));
                    made.constants
                        .extend(constant.map(|constant| (name.clone(), constant.clone())));
                }
                GenericParam::Lifetime(_) => {}
            }
        }
        made
    }

    /// The types and the constants in the order of the parameters.
    pub(crate) fn in_order(self, generics: &Generics) -> (Vec<Type>, Vec<String>) {
        let Substitution {
            mut types,
            mut constants,
        } = self;
        let mut in_order = (Vec::new(), Vec::new());
        for param in &generics.params {
            match param {
                GenericParam::Type { name, .. } => in_order.0.extend(types.remove(name)),
                GenericParam::Const { name, .. } => in_order.1.extend(constants.remove(name)),
                GenericParam::Lifetime(_) => {}
            }
        }
        in_order
    }

    /// The type with parameters replaced.
    pub(crate) fn apply(&self, ty: &Type) -> Type {
        let constant = |text: String| self.constants.get(&text).cloned().unwrap_or(text);
        let change = |ty: Type| match ty {
            Type::Generic(name) => self
                .types
                .get(&name)
                .cloned()
                .unwrap_or(Type::Generic(name)),
            Type::Array(of, length) => Type::Array(of, constant(length)),
            Type::Path {
                defined,
                id,
                arguments,
                constants,
            } => Type::Path {
                defined,
                id,
                arguments,
                constants: constants.into_iter().map(constant).collect(),
            },
            other => other,
        };
        Rewriter {
            change: &change,
            bound: &|bound| bound,
        }
        .ty(ty)
    }
}
