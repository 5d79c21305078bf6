//! Associated types that impls of the crate define: `<Gauge as Measure>::Unit` is `u8`.

use crate::item::Impl;
use crate::substitution::Substitution;
use crate::types::{GenericParam, Generics, Type};

/// The associated types of all impls.
pub(crate) struct Projections {
    known: Vec<Known>,
}

struct Known {
    generics: Generics,
    self_type: Type,
    of_trait: String,
    associated: Vec<(String, Type)>,
}

impl Projections {
    pub(crate) fn of(impls: &[Impl]) -> Projections {
        let known = impls
            .iter()
            .filter(|of| !of.associated.is_empty())
            // A blanket impl tells nothing about a certain type, which may not satisfy its bounds.
            .filter(|of| !matches!(of.self_type, Type::Generic(_)))
            .filter_map(|of| {
                Some(Known {
                    generics: of.generics.clone(),
                    self_type: of.self_type.clone(),
                    of_trait: of.of_trait.as_ref()?.defined.clone(),
                    associated: of.associated.clone(),
                })
            })
            .collect();
        Projections { known }
    }

    /// The type that a projection stands for, if exactly one is possible. There may be several if the trait is implemented with different
    /// arguments (`Add<u8>` and `Add<u16>`), because a projection does not contain these.
    pub(crate) fn find(&self, projection: &Type) -> Option<Type> {
        let Type::Projection { of, of_trait, name } = projection else {
            return None;
        };
        let mut found = self
            .known
            .iter()
            .filter(|known| of_trait.as_ref().is_none_or(|of| *of == known.of_trait));
        let mut answer: Option<Type> = None;
        for known in &mut found {
            let Some((_, ty)) = known
                .associated
                .iter()
                .find(|(associated, _)| associated == name)
            else {
                continue;
            };
            let mut substitution = Substitution::default();
            if !unify(&known.self_type, of, &known.generics, &mut substitution) {
                continue;
            }
            let ty = substitution.apply(ty);
            match &answer {
                Some(other) if *other != ty => return None,
                _ => answer = Some(ty),
            }
        }
        answer
    }
}

fn is_parameter(generics: &Generics, name: &str) -> bool {
    generics.params.iter().any(|param| match param {
        GenericParam::Type { name: of, .. } | GenericParam::Const { name: of, .. } => of == name,
        GenericParam::Lifetime(_) => false,
    })
}

/// Whether `pattern`, a type with the parameters of `generics` as unknowns, equals `actual` for some types in place of these.
fn unify(pattern: &Type, actual: &Type, generics: &Generics, found: &mut Substitution) -> bool {
    let all = |patterns: &[Type], actuals: &[Type], found: &mut Substitution| {
        patterns.len() == actuals.len()
            && patterns
                .iter()
                .zip(actuals)
                .all(|(pattern, actual)| unify(pattern, actual, generics, found))
    };
    match (pattern, actual) {
        (Type::Generic(name), _) if is_parameter(generics, name) => match found.types.get(name) {
            Some(before) => before == actual,
            None => {
                found.types.insert(name.clone(), actual.clone());
                true
            }
        },
        (
            Type::Path {
                defined,
                arguments,
                constants,
                ..
            },
            Type::Path {
                defined: actual,
                arguments: actuals,
                constants: values,
                ..
            },
        ) => {
            defined == actual
                && all(arguments, actuals, found)
                && constants.len() == values.len()
                && constants
                    .iter()
                    .zip(values)
                    .all(|(of, value)| constant(of, value, generics, found))
        }
        (
            Type::Reference {
                mutable, target, ..
            },
            Type::Reference {
                mutable: actual,
                target: actual_target,
                ..
            },
        )
        | (
            Type::Pointer { mutable, target },
            Type::Pointer {
                mutable: actual,
                target: actual_target,
            },
        ) => mutable == actual && unify(target, actual_target, generics, found),
        (Type::Slice(of), Type::Slice(actual)) => unify(of, actual, generics, found),
        (Type::Array(of, length), Type::Array(actual, value)) => {
            unify(of, actual, generics, found) && constant(length, value, generics, found)
        }
        (Type::Tuple(of), Type::Tuple(actual)) => all(of, actual, found),
        _ => pattern == actual,
    }
}

fn constant(pattern: &str, actual: &str, generics: &Generics, found: &mut Substitution) -> bool {
    if !is_parameter(generics, pattern) {
        return pattern == actual;
    }
    match found.constants.get(pattern) {
        Some(before) => before == actual,
        None => {
            found
                .constants
                .insert(pattern.to_owned(), actual.to_owned());
            true
        }
    }
}
