//! Matching types that contain parameters against concrete types.

use super::Index;
use crate::types::{Substitution, is_concrete};
use isolde_model::{FnSignature, Type};

impl Index<'_> {
    /// Matches a type that contains parameters against a concrete type; adds what the parameters stand for to `found`. Lifetimes are ignored.
    pub(crate) fn unify(&self, pattern: &Type, concrete: &Type, found: &mut Substitution) -> bool {
        match (pattern, concrete) {
            (Type::Generic(name), _) => match found.types.get(name) {
                Some(known) => known == concrete,
                None => {
                    found.types.insert(name.clone(), concrete.clone());
                    true
                }
            },
            (Type::Projection { .. }, _) => {
                let resolved = self.substitute(pattern, found);
                matches!(resolved, Type::Projection { .. }) || resolved == *concrete
            }
            (
                Type::Path {
                    defined: a,
                    id: ida,
                    arguments: x,
                    constants: c,
                },
                Type::Path {
                    defined: b,
                    id: idb,
                    arguments: y,
                    constants: d,
                },
            ) => {
                let mut x = x.clone();
                if let Some(item) = ida.and_then(|id| self.model.types.get(&id)) {
                    self.fill_defaults(&item.generics, &mut x);
                }
                (a == b || (ida.is_some() && ida == idb))
                    && x.len() == y.len()
                    && c.len() == d.len()
                    && x.iter().zip(y).all(|(x, y)| self.unify(x, y, found))
                    && c.iter()
                        .zip(d)
                        .all(|(c, d)| self.unify_constant(c, d, found))
            }
            (
                Type::Reference {
                    mutable: a,
                    target: x,
                    ..
                },
                Type::Reference {
                    mutable: b,
                    target: y,
                    ..
                },
            )
            | (
                Type::Pointer {
                    mutable: a,
                    target: x,
                },
                Type::Pointer {
                    mutable: b,
                    target: y,
                },
            ) => a == b && self.unify(x, y, found),
            (Type::Slice(x), Type::Slice(y)) => self.unify(x, y, found),
            (Type::Array(x, c), Type::Array(y, d)) => {
                self.unify(x, y, found) && self.unify_constant(c, d, found)
            }
            (Type::Tuple(x), Type::Tuple(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| self.unify(x, y, found))
            }
            _ => pattern == concrete,
        }
    }

    /// Whether a closure or function pointer with this signature has the parameters and the result that a bound asks for, as far as these are known.
    pub(crate) fn is_callable_as(&self, own: &FnSignature, wanted: &FnSignature) -> bool {
        let agrees = |wanted: &Type, own: &Type| {
            !is_concrete(wanted) || self.unify(wanted, own, &mut Substitution::default())
        };
        let parameters = wanted.parameters.iter().zip(&own.parameters);
        wanted.parameters.len() == own.parameters.len()
            && parameters
                .chain([(&wanted.result, &own.result)])
                .all(|(wanted, own)| agrees(wanted, own))
    }

    fn unify_constant(&self, pattern: &str, concrete: &str, found: &mut Substitution) -> bool {
        if pattern == concrete {
            return true;
        }
        if !self.is_constant_parameter(pattern) {
            return false;
        }
        match found.constants.get(pattern) {
            Some(known) => known == concrete,
            None => {
                found.constants.insert(pattern.into(), concrete.into());
                true
            }
        }
    }
}
