//! The model with the indices that the other rooms look things up by.

use crate::dispatch::Methods;
use crate::satisfies::Answer;
use crate::substitute::Substitution;
use isolde_model::{Bound, Function, Impl, ItemId, Model, Type, TypeItem};
use isolde_record::Visibility;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// What candidates depend on: bounds, bounds on items, bounds on references, level.
pub(crate) type CandidateKey = (Vec<Bound>, Vec<Bound>, Vec<Bound>, usize);

/// The model with indices.
pub struct Context<'m> {
    /// The package.
    pub model: &'m Model,
    /// Functions that can be called from outside and whose result holds the type, by type.
    pub makers: BTreeMap<ItemId, Vec<Maker>>,
    /// Answers of [`Context::satisfies`] and [`Context::candidates`] so far: both recurse through impls, and are asked the same again and again.
    pub(crate) answers: RefCell<BTreeMap<(Type, Bound), Answer>>,
    pub(crate) candidates: RefCell<BTreeMap<CandidateKey, Vec<Type>>>,
    /// Which names methods have.
    pub(crate) methods: Methods,
}

/// A function that makes values of a type.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    /// Index in the model's functions.
    pub function: usize,
    /// What has to be taken off its result.
    pub wrap: Wrap,
}

/// What surrounds the value that a function makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// Nothing.
    Plain,
    /// `Option` or `Result`: `unwrap`.
    Fallible,
    /// It is borrowed from an argument, and can be cloned.
    Borrowed,
    /// It is the error of a `Result`.
    Error,
}

impl<'m> Context<'m> {
    /// Indexes the model.
    pub fn new(model: &'m Model) -> Context<'m> {
        let mut context = Context {
            model,
            makers: BTreeMap::new(),
            answers: RefCell::default(),
            candidates: RefCell::default(),
            methods: Methods::default(),
        };
        for (index, function) in model.functions.iter().enumerate() {
            for (id, wrap) in context.made_by(function) {
                context.makers.entry(id).or_default().push(Maker {
                    function: index,
                    wrap,
                });
            }
        }
        let mut methods = Methods::default();
        for function in &model.functions {
            methods.add(&context, function);
        }
        context.methods = methods;
        context
    }

    /// The impl block of a method.
    pub fn block(&self, function: &Function) -> Option<&'m Impl> {
        match function.container {
            isolde_model::Container::Inherent(index)
            | isolde_model::Container::TraitImpl(index) => self.model.impls.get(index),
            _ => None,
        }
    }

    /// The type that a method is of, as its impl writes it.
    pub fn self_type(&self, function: &Function) -> Option<&'m Type> {
        self.block(function).map(|block| &block.self_type)
    }

    /// The package's type item that a type names.
    pub fn item(&self, of: &Type) -> Option<&'m TypeItem> {
        own_id(of).and_then(|id| self.model.types.get(&id))
    }

    /// The package's types that a function makes.
    fn made_by(&self, function: &Function) -> Vec<(ItemId, Wrap)> {
        let callable = &function.callable;
        if callable.is_unsafe || callable.is_async || !callable.has_body || function.test_only {
            return Vec::new();
        }
        if function.visibility != Visibility::Public
            && function.public_path.is_none()
            && !self.is_trait_impl(function)
        {
            return Vec::new();
        }
        let result = self.made_type(function);
        if let Some(id) = own_id(&result) {
            return vec![(id, Wrap::Plain)];
        }
        if let Type::Reference {
            mutable: false,
            target,
            ..
        } = &result
        {
            let is_clone = |id: &ItemId| {
                let item = self.model.types.get(id);
                item.is_some_and(|item| {
                    item.implements
                        .iter()
                        .any(|each| each == "core::clone::Clone")
                })
            };
            return own_id(target)
                .filter(is_clone)
                .map(|id| (id, Wrap::Borrowed))
                .into_iter()
                .collect();
        }
        let Type::Path {
            defined, arguments, ..
        } = &result
        else {
            return Vec::new();
        };
        let wraps: &[Wrap] = match defined.as_str() {
            "core::option::Option" => &[Wrap::Fallible],
            "core::result::Result" => &[Wrap::Fallible, Wrap::Error],
            _ => &[],
        };
        arguments
            .iter()
            .zip(wraps)
            .filter_map(|(of, wrap)| Some((own_id(of)?, *wrap)))
            .collect()
    }

    /// A function's result with `Self` and associated types of its impl block looked up.
    pub fn made_type(&self, function: &Function) -> Type {
        let mut known = Substitution::default();
        if let Some(of) = self.self_type(function) {
            known.types.insert("Self".into(), of.clone());
        }
        let associated = match &function.callable.result {
            Type::Projection { of, name, .. } if matches!(&**of, Type::Generic(own) if own == "Self") => {
                self.block(function)
                    .and_then(|block| block.associated.iter().find(|(each, _)| each == name))
                    .map(|(_, of)| of)
            }
            _ => None,
        };
        self.substitute(associated.unwrap_or(&function.callable.result), &known)
    }

    fn is_trait_impl(&self, function: &Function) -> bool {
        matches!(function.container, isolde_model::Container::TraitImpl(_))
    }
}

/// The item of a type that belongs to the package.
pub fn own_id(of: &Type) -> Option<ItemId> {
    match of {
        Type::Path { id, .. } => *id,
        _ => None,
    }
}

/// Whether a type or a type within it has a lifetime parameter or is a reference.
pub fn has_lifetime(context: &Context, of: &Type) -> bool {
    crate::substitute::mentions(of, &|each| match each {
        Type::Reference { .. } => true,
        _ => context.item(each).is_some_and(|item| {
            item.generics
                .params
                .iter()
                .any(|param| matches!(param, isolde_model::GenericParam::Lifetime(_)))
        }),
    })
}
