//! What the passes need to know about mocks: the methods of traits, and the names of the types.

use super::Index;
use crate::describe::describe_short;
use crate::names::snake;
use crate::operators::is_itself;
use isolde_model::{Bound, Container, Function, ItemId, Model, StdTrait, Type};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The names of the mocks that were asked for.
#[derive(Debug, Default)]
pub(super) struct MockNames(RefCell<BTreeMap<Vec<Bound>, String>>);

/// For each trait, the methods that an impl of it must have, in the order of the source.
pub(super) fn required_methods(model: &Model) -> BTreeMap<ItemId, Vec<&Function>> {
    let mut found: BTreeMap<ItemId, Vec<&Function>> = BTreeMap::new();
    for function in super::functions(model) {
        if let (Container::Trait(id), false) = (&function.container, function.callable.has_body) {
            found.entry(*id).or_default().push(function);
        }
    }
    for methods in found.values_mut() {
        methods.sort_by_key(|method| method.span.as_ref().map(|span| span.line));
    }
    found
}

impl<'m> Index<'m> {
    /// The methods that an impl of a trait must have, in the order of the source.
    pub(crate) fn required_methods(
        &self,
        of_trait: ItemId,
    ) -> impl Iterator<Item = &'m Function> + use<'_, 'm> {
        self.required_methods
            .get(&of_trait)
            .into_iter()
            .flatten()
            .copied()
    }

    /// The name of the mock with these traits, `MockSource` for one of `Source`. It is the same whenever it is asked for.
    pub(crate) fn mock_name(&self, bounds: &[Bound]) -> String {
        let mut names = self.mock_names.0.borrow_mut();
        if let Some(known) = names.get(bounds) {
            return known.clone();
        }
        let name = words(bounds);
        let is_taken = |name: &String| names.values().any(|other| other == name);
        let mut unique = name.clone();
        let mut number = 2;
        while is_taken(&unique) {
            unique = format!("{name}{number}");
            number += 1;
        }
        names.insert(bounds.to_vec(), unique.clone());
        unique
    }
}

/// `MockSourceU8` for one of `Source<u8>`. Supertraits and traits that nearly every type has say little.
fn words(bounds: &[Bound]) -> String {
    let is_telling = |bound: &&Bound| !bound.std_trait().is_some_and(is_common);
    let first = bounds.iter().find(is_telling).or(bounds.first());
    let mut words = vec!["mock".to_owned()];
    if let Some(bound) = first {
        words.extend(bound.defined.rsplit("::").next().map(snake));
        words.extend(bound.arguments.iter().map(|of| snake(&describe_short(of))));
    }
    let parts = words.iter().flat_map(|word| word.split('_'));
    let capitalized = |part: &str| {
        let mut letters = part.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    parts.map(capitalized).collect()
}

fn is_common(of_trait: StdTrait) -> bool {
    matches!(
        of_trait,
        StdTrait::Send
            | StdTrait::Sync
            | StdTrait::Sized
            | StdTrait::Unpin
            | StdTrait::Any
            | StdTrait::Debug
            | StdTrait::Clone
    )
}

impl Index<'_> {
    /// The associated type of a mock.
    pub(super) fn project_mock(&self, of: &Type, name: &str) -> Option<Type> {
        let Type::Mock(bounds) = of else {
            return None;
        };
        let mut associated = bounds.iter().flat_map(|bound| &bound.associated);
        let (_, found) = associated.find(|(own, _)| own == name)?;
        Some(match is_itself(found) {
            true => of.clone(),
            false => found.clone(),
        })
    }
}
