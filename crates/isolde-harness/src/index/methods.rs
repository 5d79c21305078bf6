//! Which function a method call means: `x.len()` may call another method than that of the trait under test.
//!
//! The compiler looks for methods with `self`, then `&self`, then `&mut self`; among equal ones, inherent methods come first. It gives no warning
//! when one method hides another, so a call is written as a method call only if it is certain that no other method hides the one meant.

use super::{Index, own_id};
use isolde_model::{Container, Function, Receiver, StdTrait, Type, is_std};
use std::collections::{BTreeMap, BTreeSet};

/// Methods of the traits that are always in scope, by how they take `self`.
const BY_VALUE: &[&str] = &["into", "try_into", "into_iter", "max", "min", "clamp"];
const SHARED: &[&str] = &[
    "clone",
    "to_owned",
    "to_string",
    "as_ref",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "cmp",
    "partial_cmp",
];
const MUTABLE: &[&str] = &["as_mut", "clone_from", "extend"];
/// The same, for methods that only iterators have.
const OF_ITERATORS_BY_VALUE: &[&str] = &[
    "count",
    "last",
    "step_by",
    "chain",
    "zip",
    "map",
    "for_each",
    "filter",
    "filter_map",
    "enumerate",
    "peekable",
    "skip_while",
    "take_while",
    "map_while",
    "map_windows",
    "skip",
    "take",
    "scan",
    "flat_map",
    "flatten",
    "fuse",
    "inspect",
    "collect",
    "collect_into",
    "partition",
    "is_partitioned",
    "fold",
    "reduce",
    "max_by",
    "max_by_key",
    "min_by",
    "min_by_key",
    "rev",
    "unzip",
    "copied",
    "cloned",
    "cycle",
    "sum",
    "product",
    "cmp_by",
    "partial_cmp_by",
    "eq_by",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "eq",
    "cmp",
    "partial_cmp",
    "is_sorted",
    "is_sorted_by",
    "is_sorted_by_key",
    "intersperse",
    "intersperse_with",
    "array_chunks",
    "rfold",
];
const OF_ITERATORS_SHARED: &[&str] = &["len", "size_hint", "is_empty"];
const OF_ITERATORS_MUTABLE: &[&str] = &[
    "next",
    "next_back",
    "nth",
    "try_fold",
    "all",
    "any",
    "find",
    "find_map",
    "position",
    "rposition",
    "by_ref",
    "advance_by",
    "try_for_each",
    "try_find",
    "next_chunk",
    "advance_back_by",
    "nth_back",
    "try_rfold",
    "rfind",
];

/// The names of methods.
#[derive(Debug, Default)]
pub(super) struct Methods {
    /// The inherent methods of the package's types.
    inherent: BTreeSet<(isolde_model::ItemId, String)>,
    /// For each method name, the defining paths of the traits that have such a method: the package's own traits and those that it implements.
    traits: BTreeMap<String, BTreeSet<String>>,
}

impl Methods {
    /// Enters a function.
    pub(super) fn add(&mut self, index: &Index, function: &Function) {
        match &function.container {
            Container::Module => {}
            Container::Inherent(_) => {
                if let Some(id) = index.self_type(function).and_then(own_id) {
                    self.inherent.insert((id, function.name.clone()));
                }
            }
            Container::TraitImpl(_) | Container::Trait(_) => {
                if let Some(of_trait) = trait_of(index, function) {
                    let name = function.name.clone();
                    self.traits.entry(name).or_default().insert(of_trait);
                }
            }
        }
    }
}

/// The defining path of the trait that a method belongs to.
fn trait_of(index: &Index, function: &Function) -> Option<String> {
    match &function.container {
        Container::Trait(id) => Some(index.model.traits.get(id)?.defined.clone()),
        _ => Some(index.block(function)?.of_trait.as_ref()?.defined.clone()),
    }
}

impl Index<'_> {
    /// Whether it is certain that the type has no inherent method of this name: it is one of the package's types, whose methods are known.
    pub(crate) fn has_no_inherent(&self, of: &Type, name: &str) -> bool {
        match of {
            Type::Reference { target, .. } => self.has_no_inherent(target, name),
            _ => own_id(of).is_some() && !self.has_inherent(of, name),
        }
    }

    /// Whether the type is known to have an inherent function of this name, which would hide that of a trait.
    pub(crate) fn has_inherent(&self, of: &Type, name: &str) -> bool {
        own_id(of).is_some_and(|id| self.methods.inherent.contains(&(id, name.to_owned())))
    }

    /// Whether a method call in a test certainly means this function, if the only traits in scope are the function's own and those of the
    /// prelude.
    pub(crate) fn is_meant(&self, function: &Function, of: &Type) -> bool {
        let Some(receiver) = function.callable.receiver else {
            return false;
        };
        let prelude = self.of_prelude(of, &function.name);
        match &function.container {
            Container::Module => false,
            // A prelude method that takes `self` is found before a method that takes `&self`, even an inherent one.
            Container::Inherent(_) => prelude.is_none_or(|other| rank(other) >= rank(receiver)),
            Container::TraitImpl(_) | Container::Trait(_) => {
                let own = trait_of(self, function);
                let of_std = own.as_deref().is_some_and(is_std);
                let others = self.methods.traits.get(&function.name);
                let is_alone = others.is_none_or(|others| others.len() < 2);
                self.has_no_inherent(of, &function.name)
                    && (of_std || is_alone && prelude.is_none())
            }
        }
    }

    /// How `self` is taken by the method of this name that a prelude trait may provide for the type.
    fn of_prelude(&self, of: &Type, name: &str) -> Option<Receiver> {
        let has = |list: &[&str]| list.contains(&name);
        let is_iterator = self
            .item(of)
            .is_none_or(|item| item.implements_std(StdTrait::Iterator));
        match is_iterator {
            _ if has(BY_VALUE) => Some(Receiver::Value),
            true if has(OF_ITERATORS_BY_VALUE) => Some(Receiver::Value),
            _ if has(SHARED) => Some(Receiver::Shared),
            true if has(OF_ITERATORS_SHARED) => Some(Receiver::Shared),
            _ if has(MUTABLE) => Some(Receiver::Mutable),
            true if has(OF_ITERATORS_MUTABLE) => Some(Receiver::Mutable),
            _ => None,
        }
    }
}

/// The rank of a receiver in the order in which the compiler looks for methods.
fn rank(receiver: Receiver) -> u8 {
    match receiver {
        Receiver::Value | Receiver::Pinned | Receiver::Owned(_) | Receiver::Other => 0,
        Receiver::Shared => 1,
        Receiver::Mutable => 2,
    }
}
