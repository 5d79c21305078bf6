//! The model with the indices that all later passes use. Built once, then only read.

mod futures;
mod makers;
mod methods;
mod mocks;
mod streams;
mod substitute;
mod unify;
mod world;

pub(crate) use makers::{Maker, Wrap};

use isolde_model::{
    Bound, Container, Function, GenericParam, Impl, ItemId, Model, Receiver, StdItem, StdTrait,
    Type, TypeItem, TypeKind,
};
use isolde_record::Visibility;
use methods::Methods;
use mocks::MockNames;
use std::collections::{BTreeMap, BTreeSet};
use streams::StreamTrait;

/// The model with indices.
#[derive(Debug)]
pub(crate) struct Index<'m> {
    /// The package.
    pub model: &'m Model,
    /// For each type, the functions that can be called from outside the package and whose result contains the type.
    makers: BTreeMap<ItemId, Vec<Maker>>,
    /// For each type, the numbers of the methods that may change a value of it.
    changers: BTreeMap<ItemId, Vec<usize>>,
    /// The names of methods.
    methods: Methods,
    /// For each trait by its defining path, the numbers of the impl blocks of it.
    impls: BTreeMap<&'m str, Vec<usize>>,
    /// For each name of an associated type, the numbers of the impl blocks that define one.
    associated: BTreeMap<&'m str, Vec<usize>>,
    /// The traits of streams.
    streams: BTreeMap<ItemId, StreamTrait<'m>>,
    /// For each trait, the methods that an impl of it must have.
    required_methods: BTreeMap<ItemId, Vec<&'m Function>>,
    /// For each trait, the methods that an impl of it may leave out.
    default_methods: BTreeMap<ItemId, Vec<&'m Function>>,
    /// The names of mocks.
    mock_names: MockNames,
    /// Names of the constant parameters that anything in the package declares.
    constant_parameters: BTreeSet<&'m str>,
}

impl<'m> Index<'m> {
    /// Indexes the model.
    pub(crate) fn new(model: &'m Model) -> Index<'m> {
        let mut index = Index {
            model,
            makers: BTreeMap::new(),
            changers: BTreeMap::new(),
            methods: Methods::default(),
            impls: BTreeMap::new(),
            associated: BTreeMap::new(),
            streams: streams::traits(model),
            required_methods: mocks::methods_of_traits(model, false),
            default_methods: mocks::methods_of_traits(model, true),
            mock_names: MockNames::default(),
            constant_parameters: constant_parameters(model),
        };
        for (number, block) in model.impls.iter().enumerate() {
            if let Some(of_trait) = &block.of_trait {
                let of_this = index.impls.entry(&of_trait.defined).or_default();
                of_this.push(number);
            }
            for (name, _) in &block.associated {
                index.associated.entry(name).or_default().push(number);
            }
        }
        for (number, function) in functions(model).enumerate() {
            for (id, maker) in index.made_by(number, function) {
                index.makers.entry(id).or_default().push(maker);
            }
            if let Some(id) = index.changed_by(function) {
                index.changers.entry(id).or_default().push(number);
            }
        }
        let mut methods = Methods::default();
        for function in functions(model) {
            methods.add(&index, function);
        }
        index.methods = methods;
        index
    }

    /// The type of an item of the package without parameters.
    pub(crate) fn type_of(&self, item: &TypeItem) -> Type {
        let blocks = self.model.impls.iter().map(|block| &block.self_type);
        let results = functions(self.model).map(|function| &function.callable.result);
        let is_it = |of: &&Type| own_id(of) == Some(item.id);
        let found = blocks.chain(results).find(is_it);
        found.cloned().unwrap_or_else(|| Type::Path {
            defined: item.crate_path.replacen("crate", &self.model.crate_name, 1),
            id: Some(item.id),
            arguments: Vec::new(),
            constants: Vec::new(),
        })
    }

    /// The functions that make values of the type.
    pub(crate) fn makers(&self, of: &Type) -> &[Maker] {
        own_id(of)
            .and_then(|id| self.makers.get(&id))
            .map_or(&[], Vec::as_slice)
    }

    /// The methods that may change a value of the type.
    pub(crate) fn changers(&self, of: &Type) -> impl Iterator<Item = &'m Function> {
        let numbers = own_id(of).and_then(|id| self.changers.get(&id));
        let numbers = numbers.into_iter().flatten();
        numbers.map(|&number| self.function(number))
    }

    /// The function of a maker.
    pub(crate) fn maker(&self, maker: &Maker) -> &'m Function {
        self.function(maker.function)
    }

    /// The function with this number among those of the package and of other crates.
    fn function(&self, number: usize) -> &'m Function {
        let own = &self.model.functions;
        match number.checked_sub(own.len()) {
            None => &own[number],
            Some(number) => &self.model.outside[number],
        }
    }

    /// The type whose values a function may change: that of a public method that takes it by value or by `&mut`, or by `&` if it contains cells or locks
    /// and the method is more than a look at it.
    fn changed_by(&self, function: &Function) -> Option<ItemId> {
        let callable = &function.callable;
        let is_changer = matches!(function.container, Container::Inherent(_))
            && function.visibility == Visibility::Public
            && !callable.is_unsafe
            && !callable.is_async
            && !function.hidden
            && !function.test_only
            && match callable.receiver {
                Some(Receiver::Mutable | Receiver::Value) => true,
                Some(Receiver::Shared) => {
                    says_nothing(&callable.result) || !callable.parameters.is_empty()
                }
                _ => false,
            };
        let of = self.self_type(function).filter(|_| is_changer)?;
        let is_shared = callable.receiver == Some(Receiver::Shared);
        (!is_shared || self.has_shared_state(of, 0)).then(|| own_id(of))?
    }

    /// Whether values of the type contain what those who share them can change.
    fn has_shared_state(&self, of: &Type, depth: usize) -> bool {
        let is_shared = |each: &Type| each.std_item().is_some_and(StdItem::is_shared_state);
        let inner = |item: &TypeItem| match &item.kind {
            TypeKind::Struct(fields) => {
                let mut fields = fields.list().iter();
                fields.any(|field| self.has_shared_state(&field.of, depth + 1))
            }
            TypeKind::Enum(_) | TypeKind::Union => false,
        };
        crate::types::mentions(of, &|each| {
            is_shared(each) || depth < MOST_NESTED && self.item(each).is_some_and(inner)
        })
    }

    /// The impl blocks of the trait with this defining path.
    pub(crate) fn impls_of(&self, defined: &str) -> impl Iterator<Item = &'m Impl> + use<'m> {
        let numbers = self.impls.get(defined).cloned().unwrap_or_default();
        let model = self.model;
        numbers.into_iter().map(move |number| &model.impls[number])
    }

    /// The impl blocks that define an associated type of this name.
    pub(crate) fn impls_with(&self, name: &str) -> impl Iterator<Item = &'m Impl> + use<'_, 'm> {
        let numbers = self.associated.get(name).into_iter().flatten();
        numbers.map(|number| &self.model.impls[*number])
    }

    /// Whether the trait belongs to the package.
    pub(crate) fn is_own_trait(&self, bound: &Bound) -> bool {
        let item = bound.id.and_then(|id| self.model.traits.get(&id));
        item.is_some_and(|item| !item.is_outside)
    }

    /// Whether something is known to make values of the type.
    pub(crate) fn has_values(&self, of: &Type) -> bool {
        let Some(item) = self.item(of) else {
            return true;
        };
        let is_literal = match &item.kind {
            TypeKind::Struct(fields) => !item.non_exhaustive && fields.all_public(),
            TypeKind::Enum(_) => true,
            TypeKind::Union => false,
        };
        is_literal || item.implements_std(StdTrait::Default) || !self.makers(of).is_empty()
    }

    /// Whether the type has no fields, so that all its values are the same.
    pub(crate) fn has_one_value(&self, of: &Type) -> bool {
        let item = self.item(of);
        item.is_some_and(|item| match &item.kind {
            TypeKind::Struct(fields) => fields.list().is_empty(),
            TypeKind::Enum(_) | TypeKind::Union => false,
        })
    }

    /// The impl block of a method.
    pub(crate) fn block(&self, function: &Function) -> Option<&'m Impl> {
        match function.container {
            Container::Inherent(index) | Container::TraitImpl(index) => self.model.impls.get(index),
            _ => None,
        }
    }

    /// The type that a method belongs to, as its impl block writes it.
    pub(crate) fn self_type(&self, function: &Function) -> Option<&'m Type> {
        self.block(function).map(|block| &block.self_type)
    }

    /// The package's item for a type.
    pub(crate) fn item(&self, of: &Type) -> Option<&'m TypeItem> {
        own_id(of).and_then(|id| self.model.types.get(&id))
    }

    /// Whether a constant argument with this text is a parameter.
    pub(crate) fn is_constant_parameter(&self, text: &str) -> bool {
        self.constant_parameters.contains(text)
    }

    /// Whether a type or a type within it has a lifetime parameter or is a reference.
    pub(crate) fn has_lifetime(&self, of: &Type) -> bool {
        crate::types::mentions(of, &|each| match each {
            Type::Reference { .. } => true,
            _ => self.item(each).is_some_and(|item| {
                item.generics
                    .params
                    .iter()
                    .any(|param| matches!(param, GenericParam::Lifetime(_)))
            }),
        })
    }

    /// Whether values of the type are iterators that are better observed by their items.
    pub(crate) fn is_iterator(&self, of: &Type) -> bool {
        let is_iterator = |bound: &Bound| {
            matches!(
                bound.std_trait(),
                Some(
                    StdTrait::Iterator
                        | StdTrait::DoubleEndedIterator
                        | StdTrait::ExactSizeIterator
                )
            )
        };
        match of {
            Type::Impl(bounds) | Type::Dyn(bounds) => bounds.iter().any(is_iterator),
            // Collections that also implement `Iterator` are better observed as collections.
            Type::Path { id: Some(_), .. } => self.item(of).is_some_and(|item| {
                item.implements_std(StdTrait::Iterator)
                    && !item.implements_std(StdTrait::PartialEq)
                    && self.has_no_inherent(of, "take")
            }),
            _ => match of.std() {
                Some((isolde_model::StdItem::Box, [inner])) => {
                    matches!(inner, Type::Dyn(_)) && self.is_iterator(inner)
                }
                Some((item, _)) => item.is_iterator(),
                None => false,
            },
        }
    }
}

/// How deep cells and locks are looked for in the types of fields.
const MOST_NESTED: usize = 3;

/// Whether a method with this result is called for what it does.
pub(crate) fn says_nothing(result: &Type) -> bool {
    let is_fallible = matches!(result.std(), Some((StdItem::Result, [of, _])) if of.is_unit());
    let is_itself = matches!(result, Type::Reference { target, .. } if matches!(&**target, Type::Generic(name) if name == "Self"));
    result.is_unit() || is_fallible || is_itself
}

/// The functions of a crate, and those of its dependencies that it may call.
pub(crate) fn functions(model: &Model) -> impl Iterator<Item = &Function> {
    model.functions.iter().chain(&model.outside)
}

fn constant_parameters(model: &Model) -> BTreeSet<&str> {
    let functions = functions(model).map(|of| &of.callable.generics);
    let impls = model.impls.iter().map(|of| &of.generics);
    let types = model.types.values().map(|of| &of.generics);
    let traits = model.traits.values().map(|of| &of.generics);
    functions
        .chain(impls)
        .chain(types)
        .chain(traits)
        .flat_map(|generics| &generics.params)
        .filter_map(|param| match param {
            GenericParam::Const { name, .. } => Some(name.as_str()),
            _ => None,
        })
        .collect()
}

/// The item of a type that belongs to the package or to another crate that the model knows.
pub(crate) fn own_id(of: &Type) -> Option<ItemId> {
    match of {
        Type::Path { id, .. } => *id,
        _ => None,
    }
}

/// Whether the type is one of those that [`own_id`] knows, or has one within it.
pub(crate) fn mentions_own(of: &Type) -> bool {
    crate::types::mentions(of, &|each| own_id(each).is_some())
}
