//! A function with everything that its signature draws from its impl block gathered in one place, and the instantiations to try.

use super::{Answer, Traits, constant_of};
use crate::describe::describe_bounds;
use crate::index::Index;
use crate::types::{Substitution, is_concrete, mentions};
use isolde_model::{Bound, Container, Function, GenericParam, Generics, Receiver, Type};

/// A type parameter to choose.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    /// Its name; `impl Trait` parameters have invented ones.
    pub name: String,
    /// Its bounds.
    pub bounds: Vec<Bound>,
    /// Where it is declared.
    pub place: Place,
}

/// Where a type parameter is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// By the impl block.
    Block,
    /// By the function.
    Function,
    /// `impl Trait` in argument position.
    Anonymous,
}

/// A function's signature with the parameters of its impl block.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    /// Type parameters.
    pub params: Vec<Param>,
    /// Constant parameters: name and type.
    pub constants: Vec<(String, String)>,
    /// Bounds on types that are no bare parameter.
    pub bounds: Vec<(Type, Vec<Bound>)>,
    /// How it takes `self`.
    pub receiver: Option<Receiver>,
    /// `Self`, for methods.
    pub self_type: Option<Type>,
    /// Names and types of the parameters.
    pub parameters: Vec<(String, Type)>,
    /// Result.
    pub result: Type,
}

/// Instantiations looked at for one function.
const MOST: usize = 16;

impl Index<'_> {
    /// Gathers the signature of a function. For provided methods of a trait, `Self` is the implementor given.
    pub(crate) fn signature(&self, function: &Function, implementor: Option<&Type>) -> Signature {
        let callable = &function.callable;
        let mut signature = Signature {
            params: Vec::new(),
            constants: Vec::new(),
            bounds: Vec::new(),
            receiver: callable.receiver,
            self_type: implementor
                .cloned()
                .or_else(|| self.self_type(function).cloned()),
            parameters: Vec::new(),
            result: callable.result.clone(),
        };
        if let Some(block) = self.block(function) {
            signature.add(&block.generics, Place::Block);
        }
        if let Container::Trait(id) = &function.container
            && let Some(item) = self.model.traits.get(id)
        {
            signature.add(&item.generics, Place::Block);
        }
        signature.add(&callable.generics, Place::Function);
        for parameter in &callable.parameters {
            let of = signature.name_anonymous(&parameter.of);
            signature.parameters.push((parameter.name.clone(), of));
        }
        signature
    }
}

impl Traits<'_, '_> {
    /// Instantiations in the order to try them, or the bounds that nothing satisfies. `known` fixes some parameters beforehand.
    pub(crate) fn instances(
        &mut self,
        signature: &Signature,
        known: &Substitution,
    ) -> Result<Vec<Substitution>, String> {
        let mut base = known.clone();
        for (name, of) in &signature.constants {
            base.constants
                .entry(name.clone())
                .or_insert_with(|| constant_of(of).into());
        }
        let order = signature.order();
        let mut found: Vec<Substitution> = Vec::new();
        let mut missing = None;
        let rounds = if order
            .iter()
            .all(|param| base.types.contains_key(&param.name))
        {
            1
        } else {
            MOST
        };
        for round in 0..rounds {
            match self.choose(signature, &order, base.clone(), round) {
                Ok(mut instance) => {
                    if let Some(of) = &signature.self_type {
                        let of = self.index.substitute(of, &instance);
                        instance.types.insert("Self".into(), of);
                    }
                    if !found.contains(&instance) && self.holds(signature, &instance) {
                        found.push(instance);
                    }
                }
                Err(bounds) => missing = Some(bounds),
            }
        }
        match (found.is_empty(), missing) {
            (false, _) => Ok(found),
            (true, Some(bounds)) => Err(bounds),
            (true, None) => Err("where clauses".into()),
        }
    }

    /// One choice for every parameter: candidate number `round` of each that has so many.
    fn choose(
        &mut self,
        signature: &Signature,
        order: &[&Param],
        mut known: Substitution,
        round: usize,
    ) -> Result<Substitution, String> {
        if let Some(of) = &signature.self_type
            && is_concrete(of)
        {
            known.types.insert("Self".into(), of.clone());
        }
        for param in order {
            if known.types.contains_key(&param.name) {
                continue;
            }
            let bounds: Vec<Bound> = param
                .bounds
                .iter()
                .map(|bound| self.index.substitute_bound(bound, &known))
                .collect();
            let items: Vec<Bound> = signature
                .bounds_of_item(&param.name)
                .map(|bound| self.index.substitute_bound(bound, &known))
                .collect();
            if let Some(of) = self.determined(signature, &param.name, &known) {
                known.types.insert(param.name.clone(), of);
                continue;
            }
            let references: Vec<Bound> = signature
                .bounds_of_reference(&param.name)
                .map(|bound| self.index.substitute_bound(bound, &known))
                .collect();
            let candidates = self.candidates_within(&bounds, &items, &references, 0);
            if candidates.is_empty() {
                return Err(format!(
                    "{}: {}",
                    param.name,
                    describe_bounds(&param.bounds)
                ));
            }
            let chosen = candidates[round % candidates.len()].clone();
            known.types.insert(param.name.clone(), chosen);
        }
        Ok(known)
    }

    /// What a parameter must be because a where clause says so: `E` in `&'a I: IntoIterator<Item = E>`.
    fn determined(&self, signature: &Signature, name: &str, known: &Substitution) -> Option<Type> {
        signature.bounds.iter().find_map(|(of, bounds)| {
            let of = self.index.substitute(of, known);
            let associated = bounds.iter().flat_map(|bound| &bound.associated);
            let mut equal =
                associated.filter(|(_, each)| matches!(each, Type::Generic(each) if each == name));
            let (member, _) = equal.next().filter(|_| is_concrete(&of))?;
            self.index.project(&of, None, member)
        })
    }

    /// Whether no bound is known to be violated.
    fn holds(&mut self, signature: &Signature, instance: &Substitution) -> bool {
        let index = self.index;
        let bare = signature
            .params
            .iter()
            .filter_map(|param| Some((instance.types.get(&param.name)?.clone(), &param.bounds)));
        let others = signature
            .bounds
            .iter()
            .map(|(of, bounds)| (index.substitute(of, instance), bounds));
        bare.chain(others).all(|(of, bounds)| {
            let bounds: Vec<Bound> = bounds
                .iter()
                .map(|bound| index.substitute_bound(bound, instance))
                .collect();
            !is_concrete(&of) || self.satisfies_all(&of, &bounds) != Answer::No
        })
    }
}

impl Signature {
    fn add(&mut self, generics: &Generics, place: Place) {
        for param in &generics.params {
            match param {
                GenericParam::Type { name, bounds, .. } => {
                    self.params.push(Param {
                        name: name.clone(),
                        bounds: bounds.clone(),
                        place,
                    });
                }
                GenericParam::Const { name, of } => self.constants.push((name.clone(), of.clone())),
                GenericParam::Lifetime(_) => {}
            }
        }
        for (of, bounds) in &generics.bounds {
            // `where T: …` of a method may add to a parameter of the block.
            match of {
                Type::Generic(name) => {
                    match self.params.iter_mut().find(|param| param.name == *name) {
                        Some(param) => param.bounds.extend(bounds.iter().cloned()),
                        None => self.bounds.push((of.clone(), bounds.clone())),
                    }
                }
                _ => self.bounds.push((of.clone(), bounds.clone())),
            }
        }
    }

    /// Whether a declared parameter type is, or holds, an `impl Trait`.
    pub(crate) fn is_anonymous(&self, declared: &Type) -> bool {
        mentions(declared, &|each| {
            matches!(each, Type::Generic(name) if self.params.iter().any(|param| {
                param.place == Place::Anonymous && param.name == *name
            }))
        })
    }

    /// `Self` of a method at an instantiation; `None` for functions without `self`.
    pub(crate) fn receiver_type(&self, index: &Index, instance: &Substitution) -> Option<Type> {
        self.receiver?;
        self.own_type(index, instance)
    }

    /// `Self` at an instantiation.
    pub(crate) fn own_type(&self, index: &Index, instance: &Substitution) -> Option<Type> {
        let of = self.self_type.as_ref()?;
        Some(index.substitute(of, instance))
    }

    /// Replaces `impl Trait` by parameters of invented names.
    fn name_anonymous(&mut self, of: &Type) -> Type {
        let mut all = |types: &[Type]| {
            types
                .iter()
                .map(|each| self.name_anonymous(each))
                .collect::<Vec<_>>()
        };
        match of {
            Type::Impl(bounds) => {
                let bounds = bounds
                    .iter()
                    .map(|bound| {
                        let mut bound = bound.clone();
                        bound.arguments = bound
                            .arguments
                            .iter()
                            .map(|each| self.name_anonymous(each))
                            .collect();
                        for (_, each) in &mut bound.associated {
                            *each = self.name_anonymous(each);
                        }
                        bound
                    })
                    .collect();
                let name = format!("impl#{}", self.params.len());
                self.params.push(Param {
                    name: name.clone(),
                    bounds,
                    place: Place::Anonymous,
                });
                Type::Generic(name)
            }
            Type::Path {
                defined,
                id,
                arguments,
                constants,
            } => Type::Path {
                defined: defined.clone(),
                id: *id,
                arguments: all(arguments),
                constants: constants.clone(),
            },
            Type::Tuple(elements) => Type::Tuple(all(elements)),
            Type::Reference {
                mutable,
                is_static,
                target,
            } => Type::Reference {
                mutable: *mutable,
                is_static: *is_static,
                target: Box::new(self.name_anonymous(target)),
            },
            Type::Slice(element) => Type::Slice(Box::new(self.name_anonymous(element))),
            Type::Array(element, length) => {
                Type::Array(Box::new(self.name_anonymous(element)), length.clone())
            }
            _ => of.clone(),
        }
    }

    /// Parameters such that each comes after those that its bounds mention, as far as that is possible.
    fn order(&self) -> Vec<&Param> {
        let mut rest: Vec<&Param> = self.params.iter().collect();
        let mut order = Vec::new();
        while !rest.is_empty() {
            let free = rest.iter().position(|param| {
                rest.iter()
                    .all(|other| other.name == param.name || !self.depends(param, &other.name))
            });
            order.push(rest.remove(free.unwrap_or(0)));
        }
        order
    }

    fn depends(&self, param: &Param, on: &str) -> bool {
        let generic = |each: &Type| matches!(each, Type::Generic(name) if name == on);
        let in_bounds = |bounds: &[Bound]| mentions(&Type::Impl(bounds.to_vec()), &generic);
        let determines = self.bounds.iter().any(|(of, bounds)| {
            let names_param = bounds
                .iter()
                .flat_map(|bound| &bound.associated)
                .any(|(_, each)| matches!(each, Type::Generic(name) if *name == param.name));
            names_param && mentions(of, &generic)
        });
        determines
            || in_bounds(&param.bounds)
            || self
                .bounds_of_item(&param.name)
                .any(|bound| in_bounds(std::slice::from_ref(bound)))
    }

    /// Bounds on references to a parameter.
    fn bounds_of_reference<'s>(&'s self, param: &'s str) -> impl Iterator<Item = &'s Bound> {
        self.bounds
            .iter()
            .filter(move |(of, _)| {
                matches!(of, Type::Reference { target, .. } if matches!(&**target, Type::Generic(each) if each == param))
            })
            .flat_map(|(_, bounds)| bounds)
    }

    /// Bounds on the `Item` of a parameter.
    fn bounds_of_item<'s>(&'s self, param: &'s str) -> impl Iterator<Item = &'s Bound> {
        self.bounds
            .iter()
            .filter(move |(of, _)| {
                matches!(of, Type::Projection { of, name, .. } if name == "Item" && matches!(&**of, Type::Generic(each) if each == param))
            })
            .flat_map(|(_, bounds)| bounds)
    }
}
