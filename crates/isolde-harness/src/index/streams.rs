//! Which types are streams: those with a trait whose method `poll_next` gives one item after the other. The trait may be the package's own or that of
//! another crate; std's is not stable.

use super::{Index, functions};
use isolde_model::{Container, Function, ItemId, Model, Receiver, StdItem, StdTrait, Type};
use std::collections::BTreeMap;

/// The method that polls a stream.
const NAME: &str = "poll_next";

/// The trait of a stream, as its method tells.
#[derive(Debug)]
pub(super) struct StreamTrait<'m> {
    /// How code names `poll_next`.
    poll_next: &'m str,
    /// The type of its items.
    item: &'m Type,
}

/// A type that is a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stream {
    /// The trait that makes it one.
    pub of_trait: ItemId,
    /// The type of its items, if it is known.
    pub item: Option<Type>,
}

/// The traits of streams that code can name.
pub(super) fn traits(model: &Model) -> BTreeMap<ItemId, StreamTrait<'_>> {
    let mut found = BTreeMap::new();
    for function in functions(model) {
        let Container::Trait(id) = function.container else {
            continue;
        };
        if let (Some(item), Some(poll_next)) = (item_of(function), &function.public_path) {
            found.insert(id, StreamTrait { poll_next, item });
        }
    }
    found
}

/// The type of the items, if the function is `fn poll_next(self: Pin<&mut Self>, context: &mut Context) -> Poll<Option<Item>>`.
fn item_of(function: &Function) -> Option<&Type> {
    let callable = &function.callable;
    let polls = function.name == NAME
        && callable.receiver == Some(Receiver::Pinned)
        && !callable.is_unsafe
        && callable.generics.params.is_empty();
    let [context] = callable.parameters.as_slice() else {
        return None;
    };
    let takes_context = matches!(&context.of, Type::Reference { mutable: true, target, .. }
        if target.std_item() == Some(StdItem::TaskContext));
    match callable.result.std()? {
        (StdItem::Poll, [value]) if polls && takes_context => match value.std()? {
            (StdItem::Option, [item]) => Some(item),
            _ => None,
        },
        _ => None,
    }
}

impl Index<'_> {
    /// How code names the method `poll_next` of a stream's trait.
    pub(crate) fn poll_next(&self, of_trait: ItemId) -> &str {
        let known = self.streams.get(&of_trait);
        known.map_or("", |known| known.poll_next)
    }

    /// Whether a method of this name of the trait is the one that polls a stream.
    pub(crate) fn is_polling(&self, of_trait: ItemId, name: &str) -> bool {
        name == NAME && self.streams.contains_key(&of_trait)
    }

    /// What is known about a type that is a stream; `None` if it is none. Types that can be compared are better observed as a whole.
    pub(crate) fn stream(&self, of: &Type) -> Option<Stream> {
        match of {
            Type::Impl(bounds) | Type::Dyn(bounds) => bounds.iter().find_map(|bound| {
                let of_trait = bound.id.filter(|id| self.streams.contains_key(id))?;
                let mut associated = bound.associated.iter();
                let item = associated.next().map(|(_, item)| item.clone());
                Some(Stream { of_trait, item })
            }),
            Type::Path { id: Some(_), .. } => self.own_stream(of),
            _ => match of.std()? {
                (StdItem::Pin | StdItem::Box, [inner]) => self.stream(inner),
                _ => None,
            },
        }
    }

    fn own_stream(&self, of: &Type) -> Option<Stream> {
        if self.item(of)?.implements_std(StdTrait::PartialEq) {
            return None;
        }
        self.streams.iter().find_map(|(&of_trait, known)| {
            let item = self.model.traits.get(&of_trait)?;
            let mut blocks = self.impls_of(&item.defined);
            blocks.find(|block| self.unify(&block.self_type, of, &mut Default::default()))?;
            let item = match known.item {
                Type::Projection { name, .. } => self.project(of, Some(&item.defined), name),
                other => Some(other.clone()),
            };
            Some(Stream { of_trait, item })
        })
    }
}
