//! Type parameters and what they stand for: substitution, matching and associated types.

use crate::context::Context;
use crate::std_types;
use isolde_model::{Bound, FnSignature, GenericParam, Generics, Type};
use std::collections::BTreeMap;

/// What type and constant parameters stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Substitution {
    /// Types by name of the parameter; `Self` among them.
    pub types: BTreeMap<String, Type>,
    /// Source text by name of the constant parameter.
    pub constants: BTreeMap<String, String>,
}

impl Context<'_> {
    /// The type with parameters replaced, associated types looked up, every reference `'static` and default arguments filled in.
    /// Parameters without a replacement stay.
    pub fn substitute(&self, of: &Type, with: &Substitution) -> Type {
        let all = |types: &[Type]| {
            types
                .iter()
                .map(|each| self.substitute(each, with))
                .collect::<Vec<_>>()
        };
        match of {
            Type::Generic(name) => with.types.get(name).cloned().unwrap_or_else(|| of.clone()),
            Type::Path {
                defined,
                id,
                arguments,
                constants,
            } => {
                let mut arguments = all(arguments);
                if let Some(item) = id.and_then(|id| self.model.types.get(&id)) {
                    self.fill_defaults(&item.generics, &mut arguments);
                }
                let constants = constants
                    .iter()
                    .map(|text| {
                        with.constants
                            .get(text)
                            .cloned()
                            .unwrap_or_else(|| text.clone())
                    })
                    .collect();
                Type::Path {
                    defined: defined.clone(),
                    id: *id,
                    arguments,
                    constants,
                }
            }
            Type::Reference {
                mutable, target, ..
            } => Type::Reference {
                mutable: *mutable,
                is_static: true,
                target: Box::new(self.substitute(target, with)),
            },
            Type::Pointer { mutable, target } => Type::Pointer {
                mutable: *mutable,
                target: Box::new(self.substitute(target, with)),
            },
            Type::Slice(element) => Type::Slice(Box::new(self.substitute(element, with))),
            Type::Array(element, length) => {
                let length = with
                    .constants
                    .get(length)
                    .cloned()
                    .unwrap_or_else(|| length.clone());
                Type::Array(Box::new(self.substitute(element, with)), length)
            }
            Type::Tuple(elements) => Type::Tuple(all(elements)),
            Type::Function(signature) => {
                let mut signature = signature.clone();
                signature.parameters = all(&signature.parameters);
                signature.result = self.substitute(&signature.result, with);
                Type::Function(signature)
            }
            Type::Dyn(bounds) => Type::Dyn(
                bounds
                    .iter()
                    .map(|bound| self.substitute_bound(bound, with))
                    .collect(),
            ),
            Type::Impl(bounds) => Type::Impl(
                bounds
                    .iter()
                    .map(|bound| self.substitute_bound(bound, with))
                    .collect(),
            ),
            Type::Projection { of, of_trait, name } => {
                let of = self.substitute(of, with);
                self.project(&of, of_trait.as_deref(), name)
                    .unwrap_or(Type::Projection {
                        of: Box::new(of),
                        of_trait: of_trait.clone(),
                        name: name.clone(),
                    })
            }
            Type::Primitive(_) | Type::Unknown(_) => of.clone(),
        }
    }

    /// The bound with parameters replaced in its arguments, associated types and signature.
    pub fn substitute_bound(&self, bound: &Bound, with: &Substitution) -> Bound {
        let mut bound = bound.clone();
        for argument in &mut bound.arguments {
            *argument = self.substitute(argument, with);
        }
        if let Some(item) = bound.id.and_then(|id| self.model.traits.get(&id)) {
            self.fill_defaults(&item.generics, &mut bound.arguments);
        }
        for (_, of) in &mut bound.associated {
            *of = self.substitute(of, with);
        }
        if let Some(signature) = &mut bound.signature {
            for parameter in &mut signature.parameters {
                *parameter = self.substitute(parameter, with);
            }
            signature.result = self.substitute(&signature.result, with);
        }
        bound
    }

    fn fill_defaults(&self, generics: &Generics, arguments: &mut Vec<Type>) {
        let params = generics.params.iter().filter_map(|param| match param {
            GenericParam::Type { name, default, .. } => Some((name, default)),
            _ => None,
        });
        let mut known = Substitution::default();
        for (index, (name, default)) in params.enumerate() {
            if index >= arguments.len() {
                match default {
                    Some(default) => arguments.push(self.substitute(default, &known)),
                    None => return,
                }
            }
            known.types.insert(name.clone(), arguments[index].clone());
        }
    }

    /// `<of as of_trait>::name`, from the package's impls or from what is known of std.
    pub fn project(&self, of: &Type, of_trait: Option<&str>, name: &str) -> Option<Type> {
        if matches!(
            of,
            Type::Generic(_) | Type::Impl(_) | Type::Projection { .. }
        ) {
            return None;
        }
        let own = self.model.impls.iter().find_map(|block| {
            let (_, associated) = block.associated.iter().find(|(each, _)| each == name)?;
            let implemented = block.of_trait.as_ref()?;
            if of_trait.is_some_and(|wanted| wanted != implemented.defined) {
                return None;
            }
            let mut found = Substitution::default();
            self.unify(&block.self_type, of, &mut found).then(|| {
                found.types.insert("Self".into(), of.clone());
                self.substitute(associated, &found)
            })
        });
        own.or_else(|| std_types::projection(of, name))
    }

    /// Matches a type written with parameters against a concrete one, adding what the parameters stand for. Lifetimes are ignored.
    pub fn unify(&self, pattern: &Type, concrete: &Type, found: &mut Substitution) -> bool {
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
                    && c.iter().zip(d).all(|(c, d)| unify_constant(c, d, found))
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
                self.unify(x, y, found) && unify_constant(c, d, found)
            }
            (Type::Tuple(x), Type::Tuple(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| self.unify(x, y, found))
            }
            _ => pattern == concrete,
        }
    }
}

fn unify_constant(pattern: &str, concrete: &str, found: &mut Substitution) -> bool {
    if pattern == concrete {
        return true;
    }
    // A name in upper case is a parameter (or a constant of the package, which no other text can equal anyway).
    if !pattern.starts_with(|first: char| first.is_ascii_uppercase()) || pattern.contains("::") {
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

/// Whether nothing in the type is left to be chosen.
pub fn is_concrete(of: &Type) -> bool {
    !mentions(of, &|each| {
        matches!(
            each,
            Type::Generic(_) | Type::Impl(_) | Type::Projection { .. } | Type::Unknown(_)
        )
    })
}

/// Whether the type itself or a type within it has the property.
pub fn mentions(of: &Type, property: &dyn Fn(&Type) -> bool) -> bool {
    if property(of) {
        return true;
    }
    let any = |types: &[Type]| types.iter().any(|each| mentions(each, property));
    let bounds = |bounds: &[Bound]| {
        bounds.iter().any(|bound| {
            any(&bound.arguments)
                || bound
                    .associated
                    .iter()
                    .any(|(_, each)| mentions(each, property))
                || bound.signature.as_ref().is_some_and(|signature| {
                    any(&signature.parameters) || mentions(&signature.result, property)
                })
        })
    };
    match of {
        Type::Path { arguments, .. } => any(arguments),
        Type::Reference { target, .. } | Type::Pointer { target, .. } => mentions(target, property),
        Type::Slice(element) | Type::Array(element, _) => mentions(element, property),
        Type::Tuple(elements) => any(elements),
        Type::Function(signature) => {
            any(&signature.parameters) || mentions(&signature.result, property)
        }
        Type::Dyn(all) | Type::Impl(all) => bounds(all),
        Type::Projection { of, .. } => mentions(of, property),
        Type::Primitive(_) | Type::Generic(_) | Type::Unknown(_) => false,
    }
}

/// Levels of nesting of a type.
pub fn depth(of: &Type) -> usize {
    let deepest = |types: &[Type]| types.iter().map(depth).max().unwrap_or(0);
    let of_signature =
        |signature: &FnSignature| deepest(&signature.parameters).max(depth(&signature.result));
    let of_bounds = |bounds: &[Bound]| {
        let depths = bounds.iter().map(|bound| {
            let associated = bound
                .associated
                .iter()
                .map(|(_, each)| depth(each))
                .max()
                .unwrap_or(0);
            let signature = bound.signature.as_deref().map_or(0, of_signature);
            deepest(&bound.arguments).max(associated).max(signature)
        });
        depths.max().unwrap_or(0)
    };
    1 + match of {
        Type::Path { arguments, .. } => deepest(arguments),
        Type::Reference { target, .. } | Type::Pointer { target, .. } => depth(target),
        Type::Slice(element) | Type::Array(element, _) => depth(element),
        Type::Tuple(elements) => deepest(elements),
        Type::Function(signature) => of_signature(signature),
        Type::Dyn(bounds) | Type::Impl(bounds) => of_bounds(bounds),
        Type::Projection { of, .. } => depth(of),
        Type::Primitive(_) | Type::Generic(_) | Type::Unknown(_) => 0,
    }
}
