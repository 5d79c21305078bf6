//! What the passes need to know about mocks: the methods of traits, and the names of the types.

use super::Index;
use crate::describe::describe_short;
use crate::instances::{overrides, prescribed};
use crate::names::snake;
use crate::operators::is_itself;
use isolde_model::{Bound, Container, Function, ItemId, Model, StdTrait, Type};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The names of the mocks that were asked for.
#[derive(Debug, Default)]
pub(super) struct MockNames(RefCell<BTreeMap<Vec<Bound>, String>>);

/// For each trait, its methods with or without a body, in the order of the source.
pub(super) fn methods_of_traits(
    model: &Model,
    with_body: bool,
) -> BTreeMap<ItemId, Vec<&Function>> {
    let mut found: BTreeMap<ItemId, Vec<&Function>> = BTreeMap::new();
    for function in super::functions(model) {
        if let Container::Trait(id) = &function.container
            && function.callable.has_body == with_body
        {
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

    /// The methods that an impl of a trait may leave out, in the order of the source.
    pub(crate) fn default_methods(
        &self,
        of_trait: ItemId,
    ) -> impl Iterator<Item = &'m Function> + use<'_, 'm> {
        self.default_methods
            .get(&of_trait)
            .into_iter()
            .flatten()
            .copied()
    }

    /// The name of the mock with these traits, `MockSource` for one of `Source`; if another one has this name, that of all its traits. It is the same
    /// whenever it is asked for.
    pub(crate) fn mock_name(&self, bounds: &[Bound]) -> String {
        let mut names = self.mock_names.0.borrow_mut();
        if let Some(known) = names.get(bounds) {
            return known.clone();
        }
        let telling: Vec<&Bound> = bounds.iter().filter(is_telling).collect();
        let first = telling.first().copied().or(bounds.first());
        let mut name = words(first.into_iter());
        if bounds.iter().any(overrides) {
            name += "Overriding";
        }
        // A type with other constants than usual.
        for bound in bounds {
            let item = bound.id.and_then(|id| self.model.traits.get(&id));
            let constants = item.into_iter().flat_map(|item| &item.associated_constants);
            for constant in constants {
                if let Some(value) = prescribed(bound, &constant.name) {
                    name += &capitalized(&constant.name.to_lowercase());
                    name += &telling_part(&value);
                }
            }
        }
        let of_all = words(telling.iter().copied().filter(|bound| bound.id.is_some()));
        // A number behind the name of an argument would look like a part of that.
        let bare = first.map(|bound| Bound {
            arguments: Vec::new(),
            ..bound.clone()
        });
        let bare = words(bare.iter());
        let numbered = (2..).map(|number| format!("{bare}{number}"));
        let is_free = |name: &String| names.values().all(|other| other != name);
        let mut candidates = [name.clone(), of_all].into_iter().chain(numbered);
        let unique = candidates.find(is_free).unwrap_or(name);
        names.insert(bounds.to_vec(), unique.clone());
        unique
    }
}

/// Whether a trait says something about a mock: traits that nearly every type has do not.
fn is_telling(bound: &&Bound) -> bool {
    !bound.std_trait().is_some_and(is_common)
}

/// `MockSourceU8` for one of `Source<u8>`.
fn words<'b>(bounds: impl Iterator<Item = &'b Bound>) -> String {
    let mut words = vec!["mock".to_owned()];
    for bound in bounds {
        words.extend(bound.defined.rsplit("::").next().map(snake));
        let arguments = bound.arguments.iter().filter(|of| !is_itself(of));
        words.extend(arguments.map(|of| snake(&describe_short(of))));
    }
    words.iter().map(|word| capitalized(word)).collect()
}

/// The part of a name that tells a value: `Slow` of `toy::Mode::Slow`, `9` of `[9; 3]`.
fn telling_part(value: &str) -> String {
    let last = value.rsplit("::").next().unwrap_or_default();
    let first = last.split(';').next().unwrap_or_default();
    let is_other = |letter: char| !letter.is_ascii_alphanumeric();
    first.split(is_other).map(capitalized).collect()
}

/// The words with upper-case initials, without `_` in between.
fn capitalized(words: &str) -> String {
    let parts = words.split('_').map(|part| {
        let mut letters = part.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    parts.collect()
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
