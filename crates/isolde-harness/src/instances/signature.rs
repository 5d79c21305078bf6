//! A function's signature, together with everything that it takes from its impl block.

use crate::index::{Index, Wrap};
use crate::types::{Substitution, make, mentions};
use isolde_model::{
    Bound, Container, Function, GenericParam, Generics, Receiver, Type, TypeItem, TypeKind,
};

/// A type parameter to choose.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    /// Its name; `impl Trait` parameters have invented ones.
    pub name: String,
    /// Its bounds.
    pub bounds: Vec<Bound>,
    /// Bounds that the constructors of the method's type have in addition: without them, there may be no value to call the method on.
    pub wishes: Vec<Bound>,
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
    /// Bounds on types other than bare parameters.
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

impl Index<'_> {
    /// Gathers the signature of a function. For provided methods of a trait, `Self` is the given implementor.
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
            result: match callable.is_async {
                true => make::future(callable.result.clone()),
                false => callable.result.clone(),
            },
        };
        if let Some(block) = self.block(function) {
            signature.add(&block.generics, Place::Block);
        }
        if let Container::Trait(id) = &function.container
            && let Some(item) = self.model.traits.get(id)
        {
            signature.add(&item.generics, Place::Block);
            // The trait's parameters depend on the type that has the trait.
            if let Some(of) = implementor {
                let params = item.generics.params.iter();
                let arguments = params.filter_map(|param| match param {
                    GenericParam::Type { name, .. } => Some(Type::Generic(name.clone())),
                    _ => None,
                });
                let of_trait = Bound {
                    arguments: arguments.collect(),
                    ..make::bound_of(item)
                };
                signature.bounds.push((of.clone(), vec![of_trait]));
            }
        }
        self.add_wishes(&mut signature);
        signature.add(&callable.generics, Place::Function);
        for parameter in &callable.parameters {
            let of = signature.name_anonymous(&parameter.of);
            signature.parameters.push((parameter.name.clone(), of));
        }
        signature
    }
}

impl Index<'_> {
    /// Adds the bounds of the constructor that asks for the least.
    fn add_wishes(&self, signature: &mut Signature) {
        let Some(of) = signature.self_type.clone() else {
            return;
        };
        let is_open = |item: &TypeItem| match &item.kind {
            TypeKind::Struct(fields) => !item.non_exhaustive && fields.all_public(),
            TypeKind::Enum(_) => true,
            TypeKind::Union => false,
        };
        if signature.params.is_empty() || self.item(&of).is_none_or(is_open) {
            return;
        }
        let asked = self.makers(&of).iter().filter_map(|maker| {
            let function = self.maker(maker);
            let mut known = Substitution::default();
            // The parameters of the two declarations may have the same names for different things.
            let made = &maker.value;
            if maker.wraps.contains(&Wrap::Error) || !self.unify(made, &of, &mut known) {
                return None;
            }
            let mut bounds = Vec::new();
            let of_block = match &function.container {
                // `fn take(self) -> Take<Self>` of a trait.
                Container::Trait(id) => {
                    let item = self.model.traits.get(id)?;
                    if let Some(Type::Generic(name)) = known.types.get("Self") {
                        bounds.push((name.clone(), vec![make::bound_of(item)]));
                    }
                    Some(&item.generics)
                }
                _ if function.callable.receiver.is_some() => return None,
                _ => self.block(function).map(|block| &block.generics),
            };
            let of_block = of_block.into_iter().flat_map(|generics| &generics.params);
            let params = of_block.chain(&function.callable.generics.params);
            bounds.extend(params.filter_map(|param| match param {
                GenericParam::Type { name, bounds, .. } => {
                    let Some(Type::Generic(name)) = known.types.get(name) else {
                        return None;
                    };
                    let bounds = bounds
                        .iter()
                        .map(|bound| self.substitute_bound(bound, &known));
                    Some((name.clone(), bounds.collect::<Vec<_>>()))
                }
                _ => None,
            }));
            Some(bounds)
        });
        let count = |asked: &Vec<(String, Vec<Bound>)>| -> usize {
            asked.iter().map(|(_, bounds)| bounds.len()).sum()
        };
        for (name, bounds) in asked.min_by_key(count).into_iter().flatten() {
            if let Some(param) = signature.params.iter_mut().find(|param| param.name == name) {
                param.wishes.extend(bounds);
            }
        }
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
                        wishes: Vec::new(),
                        place,
                    });
                }
                GenericParam::Const { name, of } => self.constants.push((name.clone(), of.clone())),
                GenericParam::Lifetime(_) => {}
            }
        }
        for (of, bounds) in &generics.bounds {
            // A method's `where T: …` may add bounds to a parameter of the block.
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

    /// Whether a declared parameter type is, or contains, an `impl Trait`.
    pub(crate) fn is_anonymous(&self, declared: &Type) -> bool {
        mentions(declared, &|each| {
            matches!(each, Type::Generic(name) if self.params.iter().any(|param| {
                param.place == Place::Anonymous && param.name == *name
            }))
        })
    }

    /// Whether the bounds on a parameter tell the compiler what kind of closure it is.
    pub(crate) fn expects_closure(&self, declared: &Type) -> bool {
        let Type::Generic(name) = declared else {
            return true;
        };
        let mut params = self.params.iter().filter(|param| param.name == *name);
        params.any(|param| param.bounds.iter().any(|bound| bound.signature.is_some()))
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

    /// Replaces each `impl Trait` with a parameter that has an invented name.
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
                    wishes: Vec::new(),
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

    /// The parameters, ordered so that each comes after those that its bounds mention, as far as that is possible. With `by_members`, a parameter that is
    /// a member of another one (`N` for `G: Graph<Node = N>`) comes after that one instead of before it.
    pub(super) fn order(&self, by_members: bool) -> Vec<&Param> {
        let mut rest: Vec<&Param> = self.params.iter().collect();
        let mut order = Vec::new();
        while !rest.is_empty() {
            let free = rest.iter().position(|param| {
                rest.iter().all(|other| {
                    other.name == param.name || !self.depends(param, &other.name, by_members)
                })
            });
            order.push(rest.remove(free.unwrap_or(0)));
        }
        order
    }

    /// The members that bounds set equal to a parameter: the type with the member, and the member's name. Bounds on parameters themselves count only
    /// with `by_members`.
    pub(super) fn members<'s>(
        &'s self,
        param: &'s str,
        by_members: bool,
    ) -> impl Iterator<Item = (Type, &'s str)> {
        let bare = self.params.iter().filter(move |_| by_members);
        let bare = bare.map(|each| (Type::Generic(each.name.clone()), &each.bounds));
        let others = self.bounds.iter().map(|(of, bounds)| (of.clone(), bounds));
        bare.chain(others).flat_map(move |(of, bounds)| {
            let associated = bounds.iter().flat_map(|bound| &bound.associated);
            let equal = associated
                .filter(move |(_, each)| matches!(each, Type::Generic(each) if each == param));
            equal.map(move |(member, _)| (of.clone(), member.as_str()))
        })
    }

    fn depends(&self, param: &Param, on: &str, by_members: bool) -> bool {
        let generic = |each: &Type| matches!(each, Type::Generic(name) if name == on);
        let in_bounds = |bounds: &[Bound]| {
            let mut bounds = bounds.to_vec();
            if by_members {
                let all = bounds.iter_mut();
                all.for_each(|bound| bound.associated.retain(|(_, each)| !generic(each)));
            }
            mentions(&Type::Impl(bounds), &generic)
        };
        let mut members = self.members(&param.name, by_members);
        members.any(|(of, _)| mentions(&of, &generic))
            || in_bounds(&param.bounds)
            || self
                .bounds_of_item(&param.name)
                .any(|bound| in_bounds(std::slice::from_ref(bound)))
    }

    /// Bounds on references to a parameter.
    pub(super) fn bounds_of_reference<'s>(
        &'s self,
        param: &'s str,
    ) -> impl Iterator<Item = &'s Bound> {
        self.bounds
            .iter()
            .filter(move |(of, _)| {
                matches!(of, Type::Reference { target, .. } if matches!(&**target, Type::Generic(each) if each == param))
            })
            .flat_map(|(_, bounds)| bounds)
    }

    /// Bounds on the `Item` of a parameter.
    pub(super) fn bounds_of_item<'s>(&'s self, param: &'s str) -> impl Iterator<Item = &'s Bound> {
        let members = self.bounds_of_members(param);
        members
            .filter(|(name, _)| *name == "Item")
            .flat_map(|(_, bounds)| bounds)
    }

    /// Bounds on the associated types of a parameter.
    pub(super) fn bounds_of_members<'s>(
        &'s self,
        param: &'s str,
    ) -> impl Iterator<Item = (&'s str, &'s [Bound])> {
        self.bounds.iter().filter_map(move |(of, bounds)| match of {
            Type::Projection { of, name, .. } if matches!(&**of, Type::Generic(each) if each == param) => {
                Some((name.as_str(), bounds.as_slice()))
            }
            _ => None,
        })
    }
}
