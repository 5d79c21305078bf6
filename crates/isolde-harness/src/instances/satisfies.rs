//! Whether a concrete type satisfies a bound, as far as that can be determined without a compiler.

use super::candidates::closure_for;
use super::conversions::{std_as_ref, std_borrow, std_collects, std_from};
use super::excluded::is_unsized;
use super::{Answer, Traits, std_traits};
use crate::types::make::{bound, bound_with, string};
use crate::types::{Substitution, callable};
use isolde_model::{Bound, GenericParam, Impl, StdItem, StdTrait, Type, is_std};

/// The greatest nesting depth of impls whose own bounds are followed.
const DEPTH: usize = 4;

impl Traits<'_, '_> {
    /// Whether the concrete type satisfies all bounds.
    pub(crate) fn satisfies_all(&mut self, of: &Type, bounds: &[Bound]) -> Answer {
        bounds
            .iter()
            .map(|bound| self.satisfies(of, bound, 0))
            .min()
            .unwrap_or(Answer::Yes)
    }

    /// Whether the concrete type satisfies the bound; `depth` is the nesting depth of impls whose bounds are being checked.
    pub(crate) fn satisfies(&mut self, of: &Type, bound: &Bound, depth: usize) -> Answer {
        let key = (of.clone(), bound.clone());
        if let Some(answer) = self.answers.get(&key) {
            return *answer;
        }
        // If the same question comes up again while it is being answered, the answer is `Maybe`.
        self.answers.insert(key.clone(), Answer::Maybe);
        let answer = match self.look(of, bound, depth) {
            Answer::Maybe if self.is_refused(of, bound) => Answer::No,
            answer => answer,
        };
        self.answers.insert(key, answer);
        answer
    }

    fn look(&mut self, of: &Type, bound: &Bound, depth: usize) -> Answer {
        let of_std = bound.std_trait();
        if bound.maybe || of_std.is_some_and(is_given) {
            return Answer::Yes;
        }
        if depth > DEPTH {
            return Answer::Maybe;
        }
        if of_std == Some(StdTrait::Sized) {
            return (!is_unsized(of)).into();
        }
        if let Some(wanted) = closure_for(bound) {
            if let Type::Closure(own) | Type::Function(own) = of
                && !self.index.is_callable_as(own, &wanted)
            {
                return Answer::No;
            }
            if let (Some((StdItem::Box, _)), Some((own, by, _))) = (of.std(), callable(of)) {
                let can = of_std.is_some_and(|of_std| is_called_as(by, of_std));
                return (can && self.index.is_callable_as(own, &wanted)).into();
            }
        }
        if let Type::Mock(own) = of
            && super::mocks::satisfies(own, bound)
        {
            return Answer::Yes;
        }
        match self.by_impl(of, bound, depth) {
            Answer::No => {}
            found => return found,
        }
        if matches!(of, Type::Mock(_)) {
            return Answer::No;
        }
        let index = self.index;
        if let Some(id) = bound.id {
            // A trait of the package without any impl here may have impls that a macro of the user's makes.
            let item = index.model.traits.get(&id);
            let is_open = item.is_none_or(|item| item.implementors.is_empty() && !item.is_outside);
            return match is_open {
                true => Answer::Maybe,
                false => Answer::No,
            };
        }
        if !is_std(&bound.defined) {
            return match index.item(of) {
                Some(item) => item.implements.contains(&bound.defined).into(),
                None => Answer::Maybe,
            };
        }
        if let Some(answer) = of_std.and_then(|of_std| self.conversion(of, bound, of_std, depth)) {
            return answer;
        }
        if index.item(of).is_some() {
            return Answer::No;
        }
        match of_std {
            Some(StdTrait::RangeBounds) => {
                let fits = |arguments: &[Type]| {
                    let of = arguments.first();
                    of.is_none_or(|of| bound.arguments.first() == Some(of))
                };
                let is_bound = |of: &Type| matches!(of.std(), Some((StdItem::Bound, arguments)) if fits(arguments));
                match of {
                    Type::Tuple(of) => (of.len() == 2 && of.iter().all(is_bound)).into(),
                    _ => matches!(of.std(), Some((item, arguments)) if item.is_range() && fits(arguments)).into(),
                }
            }
            Some(StdTrait::Index | StdTrait::IndexMut) if indexed(of, bound) => Answer::Yes,
            Some(StdTrait::SliceIndex) => {
                (of.is_primitive("usize") || of.std_item().is_some_and(StdItem::is_range)).into()
            }
            _ => self.std_satisfies(of, bound, depth),
        }
    }

    /// Whether one of the package's impl blocks satisfies the bound, taking its arguments and its own bounds into account.
    fn by_impl(&mut self, of: &Type, bound: &Bound, depth: usize) -> Answer {
        let blocks = self.index.impls_of(&bound.defined);
        blocks
            .map(|block| self.block_satisfies(of, bound, block, depth))
            .max()
            .unwrap_or(Answer::No)
    }

    fn block_satisfies(&mut self, of: &Type, bound: &Bound, block: &Impl, depth: usize) -> Answer {
        let index = self.index;
        let Some(implemented) = &block.of_trait else {
            return Answer::No;
        };
        let mut found = Substitution::default();
        if !index.unify(&block.self_type, of, &mut found) {
            return Answer::No;
        }
        found.types.insert("Self".into(), of.clone());
        let mut arguments = implemented.arguments.iter().zip(&bound.arguments);
        if !arguments.all(|(pattern, wanted)| index.unify(pattern, wanted, &mut found)) {
            return Answer::No;
        }
        for (name, wanted) in &bound.associated {
            // `DoubleEndedIterator<Item = u8>`: the item is defined by another impl block, that of `Iterator`.
            let fixed = match block.associated.iter().find(|(each, _)| each == name) {
                Some((_, fixed)) => Some(index.substitute(fixed, &found)),
                None => index.project(of, None, name),
            };
            if fixed.is_some_and(|fixed| !self.is_member(&fixed, wanted, &found)) {
                return Answer::No;
            }
        }
        let of_params = block
            .generics
            .params
            .iter()
            .filter_map(|param| match param {
                GenericParam::Type { name, bounds, .. } => {
                    Some((found.types.get(name)?.clone(), bounds))
                }
                _ => None,
            });
        of_params
            .flat_map(|(of, bounds)| bounds.iter().map(move |bound| (of.clone(), bound)))
            .map(|(of, bound)| {
                self.satisfies(&of, &index.substitute_bound(bound, &found), depth + 1)
            })
            .min()
            .unwrap_or(Answer::Yes)
    }

    /// Answers for conversions and for traits with blanket impls; `None` for all other traits.
    fn conversion(
        &mut self,
        of: &Type,
        wanted: &Bound,
        of_std: StdTrait,
        depth: usize,
    ) -> Option<Answer> {
        let argument = wanted.arguments.first();
        Some(match (of_std, argument) {
            (StdTrait::Into | StdTrait::TryInto, Some(target)) => {
                let from = match of_std {
                    StdTrait::Into => StdTrait::From,
                    _ => StdTrait::TryFrom,
                };
                if of == target {
                    Answer::Yes
                } else {
                    self.satisfies(target, &bound_with(from, vec![of.clone()]), depth + 1)
                }
            }
            (StdTrait::From, Some(source)) if source == of => Answer::Yes,
            (StdTrait::From, Some(source)) => std_from(of, source),
            (StdTrait::TryFrom, Some(source)) => match (of, source) {
                (Type::Primitive(_), Type::Primitive(_)) => Answer::Yes,
                _ => std_from(of, source),
            },
            (StdTrait::AsRef, Some(target)) => std_as_ref(of, target),
            (StdTrait::AsMut, Some(target)) => match of {
                Type::Reference { .. } => Answer::No,
                _ => match of.std_item() {
                    Some(StdItem::PathBuf | StdItem::OsString) => Answer::No,
                    _ => std_as_ref(of, target),
                },
            },
            (StdTrait::Borrow | StdTrait::BorrowMut, Some(target)) => {
                (of == target || std_borrow(of, target)).into()
            }
            (StdTrait::Extend | StdTrait::FromIterator, Some(element)) => {
                std_collects(of, element)?.into()
            }
            (StdTrait::PartialEq | StdTrait::PartialOrd, Some(other)) if other != of => {
                self.compares(of, other, of_std, depth)?
            }
            (StdTrait::ToString, _) => self.satisfies(of, &bound(StdTrait::Display), depth + 1),
            (StdTrait::ToOwned, _) => self.satisfies(of, &bound(StdTrait::Clone), depth + 1),
            (StdTrait::IntoIterator | StdTrait::IntoFuture, _) => {
                let by = match of_std {
                    StdTrait::IntoIterator => StdTrait::Iterator,
                    _ => StdTrait::Future,
                };
                let bound = Bound {
                    defined: by.defined().into(),
                    ..wanted.clone()
                };
                match self.satisfies(of, &bound, depth + 1) {
                    Answer::Yes => Answer::Yes,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn std_satisfies(&mut self, of: &Type, bound: &Bound, depth: usize) -> Answer {
        let of_std = bound.std_trait();
        let is_iteration = matches!(
            of_std,
            Some(
                StdTrait::Iterator
                    | StdTrait::IntoIterator
                    | StdTrait::DoubleEndedIterator
                    | StdTrait::ExactSizeIterator
            )
        );
        if is_iteration && !self.item_agrees(of, bound) {
            return Answer::No;
        }
        if let Type::Reference {
            mutable, target, ..
        } = of
        {
            return self.reference_satisfies(*mutable, target, bound, depth);
        }
        if let Type::Dyn(bounds) = of {
            let mut all = bounds.iter();
            return all.any(|each| each.defined == bound.defined).into();
        }
        match std_traits::of_type(of, of_std) {
            std_traits::Known::Answer(answer) => answer,
            std_traits::Known::AsParts(parts) => parts
                .iter()
                .map(|each| self.satisfies(each, bound, depth + 1))
                .min()
                .unwrap_or(Answer::Yes),
        }
    }

    fn reference_satisfies(
        &mut self,
        mutable: bool,
        target: &Type,
        bound: &Bound,
        depth: usize,
    ) -> Answer {
        use StdTrait as T;
        match bound.std_trait() {
            Some(T::Clone | T::Copy) => (!mutable).into(),
            Some(T::Fn) if mutable => Answer::No,
            Some(T::Fn) => self.satisfies(target, bound, depth + 1),
            Some(T::Deref) => Answer::Yes,
            Some(T::Default) => {
                (!mutable && matches!(target, Type::Slice(_)) || target.is_primitive("str")).into()
            }
            Some(
                T::Debug
                | T::Display
                | T::PartialEq
                | T::Eq
                | T::PartialOrd
                | T::Ord
                | T::Hash
                | T::Error,
            ) => self.satisfies(target, bound, depth + 1),
            Some(T::IntoIterator) => match target {
                Type::Slice(_) | Type::Array(..) => Answer::Yes,
                _ => target
                    .std_item()
                    .is_some_and(|item| item == StdItem::Vec || item.is_collection())
                    .into(),
            },
            Some(T::Read | T::BufRead) => {
                (!mutable && *target == crate::types::make::bytes()).into()
            }
            _ if mutable => self.satisfies(target, bound, depth + 1).min(Answer::Maybe),
            _ => Answer::No,
        }
    }

    /// Whether the `Item` that the bound prescribes, if any, is that of the type.
    fn item_agrees(&self, of: &Type, bound: &Bound) -> bool {
        let Some(wanted) = bound.prescribed("Item") else {
            return true;
        };
        match self.index.project(of, None, "Item") {
            Some(item) => self
                .index
                .unify(wanted, &item, &mut Substitution::default()),
            None => true,
        }
    }
}

/// Whether what is called by the first of two traits of functions can be called by the second one.
fn is_called_as(by: StdTrait, wanted: StdTrait) -> bool {
    match wanted {
        StdTrait::FnOnce => true,
        StdTrait::FnMut => by != StdTrait::FnOnce,
        StdTrait::Fn => by == StdTrait::Fn,
        _ => false,
    }
}

/// Whether the trait is one that nearly every type implements.
fn is_given(of_trait: StdTrait) -> bool {
    matches!(
        of_trait,
        StdTrait::Send
            | StdTrait::Sync
            | StdTrait::Unpin
            | StdTrait::UnwindSafe
            | StdTrait::RefUnwindSafe
            | StdTrait::Any
            | StdTrait::Freeze
    )
}

/// Whether a list or a map has elements under the index that a bound on `Index` or `IndexMut` names, of the type that it asks for. Elements of maps cannot be
/// changed in this way.
fn indexed(of: &Type, bound: &Bound) -> bool {
    let output = bound.prescribed("Output");
    let gives = |element: &Type| output.is_none_or(|of| of == element);
    let index = bound.arguments.first();
    match of.std() {
        Some((StdItem::Vec | StdItem::VecDeque, [element, ..])) => {
            gives(element) && index.is_some_and(|index| index.is_primitive("usize"))
        }
        Some((StdItem::BTreeMap | StdItem::HashMap, [key, element, ..])) => {
            let is_key =
                |target: &Type| target == key || target.is_primitive("str") && *key == string();
            let is_of_key = matches!(index, Some(Type::Reference { mutable: false, target, .. }) if is_key(target));
            gives(element) && is_of_key && bound.std_trait() == Some(StdTrait::Index)
        }
        _ => false,
    }
}
