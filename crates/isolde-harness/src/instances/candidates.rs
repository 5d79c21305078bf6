//! Types to try for a type parameter, derived from its bounds; the most informative first.

use super::compared::is_any;
use super::excluded::{is_too_deep, is_unsized};
use super::std_candidates::anything;
use super::{Answer, Question, Traits};
use crate::operators::is_operator;
use crate::types::make::{primitive, std, string};
use crate::types::{Substitution, is_concrete, mentions};
use isolde_model::{Bound, FnSignature, GenericParam, Impl, StdItem, StdTrait, Type, is_std};

/// The largest number of candidates kept for one parameter.
const MOST: usize = 16;

impl Traits<'_, '_> {
    /// Concrete types for a parameter with these bounds (after substitution), best first.
    pub(crate) fn candidates(&mut self, bounds: &[Bound]) -> Vec<Type> {
        self.candidates_within(bounds, &[], &[], 0)
    }

    /// The same, with bounds on the parameter's `Item` and on references to the parameter. `level` is the nesting depth of impls whose parameters
    /// are being chosen.
    pub(super) fn candidates_within(
        &mut self,
        bounds: &[Bound],
        items: &[Bound],
        references: &[Bound],
        level: usize,
    ) -> Vec<Type> {
        let question = Question {
            bounds: bounds.to_vec(),
            items: items.to_vec(),
            references: references.to_vec(),
            level,
        };
        if let Some(known) = self.candidates.get(&question) {
            return known.clone();
        }
        // If the same question comes up again while it is being answered (two traits, each implemented for all types that have the other), there are none.
        self.candidates.insert(question.clone(), Vec::new());
        let found = self.find_candidates(&question);
        self.candidates.insert(question, found.clone());
        found
    }

    fn find_candidates(&mut self, question: &Question) -> Vec<Type> {
        let Question {
            bounds,
            items,
            references,
            level,
        } = question;
        let mut found = Vec::new();
        // Bounds on the package's own traits and on conversions are more specific than, say, `Clone`.
        let mut order: Vec<&Bound> = bounds.iter().filter(|bound| !bound.maybe).collect();
        order.sort_by_key(|bound| specificity(bound));
        for bound in order {
            found.extend(self.suggestions(bound, items, *level));
        }
        for bound in references {
            let mut bound = bound.clone();
            // When a reference to a collection is iterated, the items are references; this leaves the collection's own items open.
            bound.associated.retain_mut(|(_, of)| match of {
                Type::Reference { target, .. } => {
                    *of = target.as_ref().clone();
                    is_concrete(of)
                }
                _ => false,
            });
            let suggestions = self.suggestions(&bound, items, *level);
            found.splice(0..0, suggestions);
        }
        // Code that asks nothing of a type does the same for all types, except those that it compares it with.
        if found.is_empty() {
            found.extend([primitive("u8"), string()]);
        }
        if is_any(bounds) && items.is_empty() && references.is_empty() {
            let others = found.len().min(2);
            found.splice(others..others, self.compared(bounds));
        }
        let may_be_unsized = bounds.iter().any(|bound| bound.maybe);
        let mut kept: Vec<(Answer, Type)> = Vec::new();
        for candidate in found {
            if !is_concrete(&candidate)
                || is_too_deep(&candidate)
                || kept.iter().any(|(_, each)| *each == candidate)
                || !may_be_unsized && is_unsized(&candidate)
            {
                continue;
            }
            let mut known = Substitution::default();
            known.types.insert("Self".into(), candidate.clone());
            let bounds = bounds.iter();
            let bounds = bounds.map(|bound| self.index.substitute_bound(bound, &known));
            let bounds: Vec<Bound> = bounds.collect();
            match self.satisfies_all(&candidate, &bounds) {
                Answer::No => {}
                answer => kept.push((answer, candidate)),
            }
        }
        // A stable sort: certain candidates first, each group in the order in which they were suggested.
        kept.sort_by_key(|(answer, _)| *answer != Answer::Yes);
        kept.truncate(MOST);
        if *level == 0
            && items.is_empty()
            && references.is_empty()
            && let Some(mock) = self.mock(bounds, *level)
            && self.satisfies_all(&mock, bounds) == Answer::Yes
            && !(is_arithmetic(&mock) && kept.iter().any(|(answer, _)| *answer == Answer::Yes))
        {
            // What is not known to implement one of the model's traits is not needed any more.
            if bounds.iter().any(|bound| bound.id.is_some()) {
                kept.retain(|(answer, _)| *answer == Answer::Yes);
            }
            let mocks = self.with_variations(mock);
            kept.truncate(MOST - mocks.len());
            kept.extend(mocks.into_iter().map(|mock| (Answer::Yes, mock)));
        }
        let kept = kept.into_iter();
        kept.map(|(answer, candidate)| {
            if *level == 0 && answer == Answer::Maybe {
                let mut known = Substitution::default();
                known.types.insert("Self".into(), candidate.clone());
                let bounds = bounds.iter();
                let bounds = bounds.map(|bound| self.index.substitute_bound(bound, &known));
                self.ask(&candidate, &bounds.collect::<Vec<_>>());
            }
            candidate
        })
        .collect()
    }

    fn suggestions(&mut self, bound: &Bound, items: &[Bound], level: usize) -> Vec<Type> {
        if let Some(signature) = closure_for(bound) {
            return vec![Type::Closure(signature)];
        }
        if bound.id.is_some() || !is_std(&bound.defined) {
            let mut found = self.implementors(bound, level);
            if bound.id.is_none() || found.is_empty() {
                found.extend(anything());
            }
            return found;
        }
        let mut found = self.std_suggestions(bound, items, level);
        // The package's types that implement the trait come last: a bound like `T: Error` may be meant for any error.
        if level == 0 && specificity(bound) < 3 {
            found.extend(self.implementors(bound, level));
        }
        found
    }

    /// The types for which the model knows an impl of the bound's trait, with types chosen for the impl's parameters: all such types for the traits
    /// that the model knows, the package's own types for other traits.
    fn implementors(&mut self, bound: &Bound, level: usize) -> Vec<Type> {
        let index = self.index;
        let mut found: Vec<(Type, bool)> = Vec::new();
        if level > 2 {
            return Vec::new();
        }
        for block in index.impls_of(&bound.defined) {
            let Some(implemented) = &block.of_trait else {
                continue;
            };
            if let Type::Generic(name) = &block.self_type {
                let any = self.under_blanket(block, name, bound, level).into_iter();
                found.extend(any.map(|of| (of, true)));
                continue;
            }
            // Impls for tuples and combinators with many parameters reveal little more than those with few, but cost much.
            let params = block
                .generics
                .params
                .iter()
                .filter(|param| matches!(param, GenericParam::Type { .. }))
                .count();
            if params > if level == 0 { 4 } else { 0 } || found.len() >= 2 * MOST {
                continue;
            }
            let mut known = Substitution::default();
            let mut arguments = implemented.arguments.iter().zip(&bound.arguments);
            if !arguments.all(|(pattern, wanted)| {
                !is_concrete(wanted) || index.unify(pattern, wanted, &mut known)
            }) {
                continue;
            }
            for param in &block.generics.params {
                match param {
                    GenericParam::Type { name, bounds, .. } if !known.types.contains_key(name) => {
                        let bounds: Vec<Bound> = bounds
                            .iter()
                            .map(|bound| index.substitute_bound(bound, &known))
                            .collect();
                        let candidates = self.candidates_within(&bounds, &[], &[], level + 1);
                        if let Some(first) = candidates.into_iter().next() {
                            known.types.insert(name.clone(), first);
                        }
                    }
                    GenericParam::Const { name, of } => {
                        known
                            .constants
                            .entry(name.clone())
                            .or_insert_with(|| constant_of(of).into());
                    }
                    _ => {}
                }
            }
            let of = index.substitute(&block.self_type, &known);
            if index.is_nameable(&of) {
                found.push((of, params > 0));
            }
        }
        // Plain types come before types that forward to another (`Box<T>`, `&mut T`), and non-empty arrays before empty ones. Another crate's trait may
        // be implemented for all of std's types: those that differ most come first. Types of which nothing makes values come last, those with a single value
        // late.
        let is_own_trait = index.is_own_trait(bound);
        found.sort_by_key(|(of, is_generic)| {
            let is_small = matches!(of, Type::Array(_, length) if length == "0" || length == "1");
            let is_other = !is_own_trait && index.item(of).is_none_or(|item| item.is_outside);
            let place = if is_own_trait { 0 } else { familiarity(of) };
            (
                !index.has_values(of),
                *is_generic,
                index.has_one_value(of),
                is_small,
                is_other,
                place,
            )
        });
        found.into_iter().map(|(of, _)| of).collect()
    }

    /// The types to try for an impl for all types that satisfy its bounds: `impl<T: Alphabet> Encoding for T`, `impl<T, F: Fn(T)> Consumer<T> for F`.
    fn under_blanket(
        &mut self,
        block: &Impl,
        name: &str,
        wanted: &Bound,
        level: usize,
    ) -> Vec<Type> {
        let index = self.index;
        let mut known = Substitution::default();
        let implemented = block.of_trait.iter().flat_map(|bound| &bound.arguments);
        for (pattern, wanted) in implemented.zip(&wanted.arguments) {
            if is_concrete(wanted) && !index.unify(pattern, wanted, &mut known) {
                return Vec::new();
            }
        }
        for (member, wanted) in &wanted.associated {
            let own = block.associated.iter().find(|(own, _)| own == member);
            if is_concrete(wanted)
                && own.is_some_and(|(_, own)| !index.unify(own, wanted, &mut known))
            {
                return Vec::new();
            }
        }
        let bounds = bounds_in(block, name);
        // The result of a closure may depend on parameters that nothing else fixes: `impl<I, O, F: Fn(I) -> O> Parser<I> for F`.
        for param in &block.generics.params {
            let GenericParam::Type { name: other, .. } = param else {
                continue;
            };
            let is_it = |each: &Type| matches!(each, Type::Generic(each) if each == other);
            let is_open = other != name
                && !known.types.contains_key(other)
                && mentions(&Type::Impl(bounds.clone()), &is_it);
            if is_open {
                let own = bounds_in(block, other);
                let own: Vec<Bound> = own
                    .iter()
                    .map(|bound| index.substitute_bound(bound, &known))
                    .collect();
                let candidates = self.candidates_within(&own, &[], &[], level);
                let first = candidates.into_iter().next();
                known.types.extend(first.map(|of| (other.clone(), of)));
            }
        }
        let bounds: Vec<Bound> = bounds
            .iter()
            .map(|bound| index.substitute_bound(bound, &known))
            .collect();
        self.candidates_within(&bounds, &[], &[], level)
    }
}

/// The bounds on a parameter of an impl block.
pub(super) fn bounds_in(block: &Impl, name: &str) -> Vec<Bound> {
    let mut params = block.generics.params.iter();
    let declared = params.find_map(|param| match param {
        GenericParam::Type {
            name: own, bounds, ..
        } if own == name => Some(bounds),
        _ => None,
    });
    let clauses = block.generics.bounds.iter();
    let clauses = clauses
        .filter(|(of, _)| matches!(of, Type::Generic(own) if own == name))
        .map(|(_, bounds)| bounds);
    declared
        .into_iter()
        .chain(clauses)
        .flatten()
        .cloned()
        .collect()
}

/// The place of a type in the order in which std's types are tried where all of them would do; others have the last place.
fn familiarity(of: &Type) -> usize {
    let order = [
        "i32", "f64", "u8", "u64", "usize", "i64", "f32", "u32", "i8", "u16", "i16", "u128",
        "i128", "isize", "bool", "char",
    ];
    let place = order.iter().position(|name| of.is_primitive(name));
    place.unwrap_or(order.len())
}

/// A value for a constant parameter of this type.
pub(crate) fn constant_of(of: &str) -> &'static str {
    match of {
        "bool" => "true",
        "char" => "'a'",
        _ => "4",
    }
}

/// A rank for bounds: 0 for the package's own traits and closures, and greater the less specific a bound is.
fn specificity(bound: &Bound) -> u32 {
    use StdTrait as T;
    if bound.signature.is_some() || bound.id.is_some() {
        return 0;
    }
    match bound.std_trait() {
        Some(
            T::AsRef
            | T::Into
            | T::From
            | T::TryInto
            | T::TryFrom
            | T::Borrow
            | T::AsMut
            | T::BorrowMut
            | T::Read
            | T::BufRead
            | T::FmtWrite
            | T::IoWrite
            | T::Hasher
            | T::BuildHasher
            | T::Error
            | T::Iterator
            | T::IntoIterator
            | T::DoubleEndedIterator
            | T::ExactSizeIterator
            | T::FusedIterator
            | T::Extend
            | T::FromIterator
            | T::Deref
            | T::DerefMut
            | T::ToString
            | T::Future
            | T::IntoFuture
            | T::RangeBounds
            | T::SliceIndex,
        ) => 1,
        Some(
            T::Clone
            | T::Debug
            | T::Default
            | T::PartialEq
            | T::Eq
            | T::Hash
            | T::Display
            | T::PartialOrd
            | T::Ord,
        ) => 3,
        Some(T::Send | T::Sync | T::Sized | T::Unpin | T::UnwindSafe | T::RefUnwindSafe) => 9,
        _ => 2,
    }
}

/// Whether it is a mock with operators: these have laws, so that types which exist say more.
fn is_arithmetic(of: &Type) -> bool {
    matches!(of, Type::Mock(bounds) if bounds.iter().any(is_operator))
}

/// The signature of the closures that satisfy a bound; `None` if the bound is not on a trait of functions.
pub(super) fn closure_for(bound: &Bound) -> Option<Box<FnSignature>> {
    use StdTrait as T;
    let mut signature = bound.signature.clone()?;
    // A closure that returns a future is an asynchronous function.
    if let Some(T::AsyncFn | T::AsyncFnMut | T::AsyncFnOnce) = bound.std_trait() {
        signature.result = std(StdItem::Ready, vec![signature.result.clone()]);
    }
    Some(signature)
}
