//! Mocks as candidates: the type that has exactly the traits that a parameter asks for, if the driver can declare one.
//!
//! A mock needs the supertraits too, and a type for each associated type. Both are part of its [`Type::Mock`], so that everything which depends on the
//! type can be decided without asking again.

use super::Traits;
use super::candidates::bounds_in;
use super::constants::constant;
use super::no_mock::{NoMock, Obstacle, Undeclarable};
use super::std_mocks::is_told;
use crate::operators::{is_itself, is_operator};
use crate::types::{Substitution, is_concrete};
use isolde_model::{Bound, GenericParam, StdTrait, TraitItem, Type};

/// How a mock writes the result of a method that returns `impl Trait`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Opaque {
    /// The method is `async` and gives this.
    Future {
        /// What it gives.
        output: Type,
        /// Whether the future can be sent to other threads.
        is_sent: bool,
    },
    /// This type, which has the traits.
    Type(Type),
}

/// How many traits a mock may have, with supertraits.
const MOST_TRAITS: usize = 12;

/// The name of the piece that declares a mock.
pub(crate) fn mock_piece(bounds: &[Bound]) -> String {
    format!("mock of {}", crate::describe::describe_bounds(bounds))
}

impl Traits<'_, '_> {
    /// The mock for a parameter with these bounds; `None` if there is nothing to gain from one, or if it cannot be declared.
    pub(super) fn mock(&mut self, bounds: &[Bound], level: usize) -> Option<Type> {
        if !self.with_mocks {
            return None;
        }
        self.declared(bounds, level)
            .unwrap_or_else(|(of_trait, why)| {
                if let Some(asked) = own_of(bounds) {
                    let asked = name_of(asked);
                    let no_mock = NoMock {
                        asked,
                        of_trait,
                        why,
                    };
                    self.no_mocks.insert(bounds.to_vec(), no_mock);
                }
                None
            })
    }

    /// The same, or the name of a trait that mocks cannot have, and what is in the way.
    fn declared(
        &mut self,
        bounds: &[Bound],
        level: usize,
    ) -> Result<Option<Type>, (String, Obstacle)> {
        let mut rest: Vec<Bound> = bounds
            .iter()
            .filter(|bound| !bound.maybe)
            .cloned()
            .collect();
        rest.reverse();
        let mut all: Vec<Bound> = Vec::new();
        let mut is_worth_it = false;
        while let Some(mut bound) = rest.pop() {
            let name = name_of(&bound);
            let no_mock = |why| (name.clone(), why);
            if let Some(known) = all.iter_mut().find(|own| is_of_same_trait(own, &bound)) {
                if !agrees(known, &bound) {
                    return Err(no_mock(Obstacle::Contradiction));
                }
                continue;
            }
            let may_be_itself = bound.id.is_some() || is_operator(&bound);
            let is_known = |of: &Type| is_concrete(of) || may_be_itself && is_itself(of);
            if !bound.arguments.iter().all(is_known) {
                return Err(no_mock(Obstacle::Argument));
            }
            if all.len() >= MOST_TRAITS {
                return Err(no_mock(Obstacle::TooMany));
            }
            match bound.id.and_then(|id| self.index.model.traits.get(&id)) {
                Some(item) => {
                    is_worth_it = true;
                    let supertraits = self.of_model(item, &mut bound, level);
                    rest.extend(supertraits.map_err(no_mock)?);
                }
                None => {
                    let of_trait = bound.std_trait();
                    is_worth_it |= of_trait.is_some_and(is_told);
                    let supertraits =
                        of_trait.and_then(|of_trait| self.of_std(of_trait, &mut bound, level));
                    let supertraits = supertraits.ok_or_else(|| no_mock(Obstacle::OfStd))?;
                    for supertrait in supertraits {
                        // Another trait may prescribe more of it.
                        match supertrait.associated.is_empty() {
                            true => rest.insert(0, supertrait),
                            false => rest.push(supertrait),
                        }
                    }
                }
            }
            all.push(bound);
        }
        if !is_worth_it {
            return Ok(None);
        }
        if let Some(error) = self.rejections.of(&mock_piece(&all)) {
            let of_trait = own_of(bounds).map_or_else(String::new, name_of);
            return Err((of_trait, Obstacle::Refused(error.to_string())));
        }
        Ok(Some(Type::Mock(all)))
    }

    /// Completes a bound on a trait of the model with its associated types, and gives the trait's supertraits.
    fn of_model(
        &mut self,
        item: &TraitItem,
        bound: &mut Bound,
        level: usize,
    ) -> Result<Vec<Bound>, Obstacle> {
        let index = self.index;
        index.trait_path(bound).ok_or(Obstacle::Sealed)?;
        if item.is_unsafe {
            return Err(Obstacle::Unsafe);
        }
        if self.has_blanket(item) {
            return Err(Obstacle::Blanket);
        }
        let mut methods = index.required_methods(item.id);
        let is_type = |param: &&GenericParam| matches!(param, GenericParam::Type { .. });
        let parameters = item.generics.params.iter().filter(is_type).count();
        if parameters > bound.arguments.len() {
            return Err(Obstacle::Argument);
        }
        let undeclarable = methods.find_map(|method| {
            let why = Undeclarable::of(&method.callable)?;
            Some(Obstacle::Method(method.name.clone(), why))
        });
        if let Some(why) = undeclarable {
            return Err(why);
        }
        let mut known = arguments_of(item, bound);
        let own = self.members(item, bound, &known, level)?;
        known.members = own.iter().cloned().collect();
        let is_unknown = |of: &Type| constant(index, &index.substitute(of, &known)).is_none();
        let mut constants = item.associated_constants.iter();
        if let Some(each) = constants.find(|each| !each.has_default && is_unknown(&each.of)) {
            return Err(Obstacle::Constant(each.name.clone()));
        }
        for method in index.required_methods(item.id) {
            if let Type::Impl(_) = &method.callable.result {
                let result = index.substitute(&method.callable.result, &known);
                self.opaque(&result)
                    .ok_or_else(|| Obstacle::Method(method.name.clone(), Undeclarable::Result))?;
            }
        }
        // What remains is prescribed for the supertraits.
        let is_inherited = |(name, _): &(String, Type)| own.iter().all(|(own, _)| own != name);
        let inherited: Vec<(String, Type)> = bound
            .associated
            .iter()
            .filter(|each| is_inherited(each))
            .cloned()
            .collect();
        bound.associated = own;
        let supertraits = item.supertraits.iter().filter(|bound| !bound.maybe);
        let itself = Type::Mock(vec![bound.clone()]);
        let mut of_operators = known.clone();
        let stays = Type::Generic("Self".into());
        of_operators.types.insert("Self".into(), stays);
        known.types.insert("Self".into(), itself);
        let supertraits = supertraits.map(|bound| {
            let known = match is_operator(bound) {
                true => &of_operators,
                false => &known,
            };
            let mut bound = index.substitute_bound(bound, known);
            bound.associated.extend(inherited.iter().cloned());
            bound
        });
        Ok(supertraits.collect())
    }

    /// Whether the trait has an impl for all types with which that of a mock would collide. One for all closures does not, since mocks are none; there is a
    /// mock beside it if it can show more than closures do, because the trait has methods that these leave as they are.
    fn has_blanket(&self, item: &TraitItem) -> bool {
        let index = self.index;
        let has_defaults = index.default_methods(item.id).next().is_some();
        let mut blocks = index.impls_of(&item.defined);
        blocks.any(|block| match &block.self_type {
            Type::Generic(name) => {
                let bounds = bounds_in(block, name);
                !has_defaults || bounds.iter().all(|bound| bound.signature.is_none())
            }
            _ => false,
        })
    }

    /// What is known about why there is no mock with these traits.
    pub(crate) fn no_mock(&self, bounds: &[Bound]) -> Option<&NoMock> {
        if let Some(found) = self.no_mocks.get(bounds) {
            return Some(found);
        }
        // The arguments of the bounds may have been chosen since.
        let asked = &own_of(bounds)?.defined;
        let is_of_same = |(other, _): &(&Vec<Bound>, &NoMock)| {
            own_of(other).is_some_and(|other| other.defined == *asked)
        };
        let (_, found) = self.no_mocks.iter().find(is_of_same)?;
        Some(found)
    }

    /// How a mock writes the result of a method that returns `impl Trait`.
    pub(crate) fn opaque(&mut self, of: &Type) -> Option<Opaque> {
        let Type::Impl(bounds) = of else {
            return None;
        };
        let mut futures = bounds
            .iter()
            .filter(|bound| bound.std_trait() == Some(StdTrait::Future));
        if let Some((_, output)) = futures.find_map(|bound| bound.associated.first()) {
            let mut others = bounds.iter();
            return is_concrete(output).then(|| Opaque::Future {
                output: output.clone(),
                is_sent: others.any(|bound| bound.std_trait() == Some(StdTrait::Send)),
            });
        }
        let member = self.member(bounds, 0)?;
        (!matches!(member, Type::Mock(_))).then_some(Opaque::Type(member))
    }
}

/// The first of the bounds that is on a trait of the model.
fn own_of(bounds: &[Bound]) -> Option<&Bound> {
    bounds.iter().find(|bound| bound.id.is_some())
}

/// The name of a bound's trait.
fn name_of(bound: &Bound) -> String {
    let name = bound.defined.rsplit("::").next();
    name.unwrap_or_default().to_owned()
}

/// What the parameters of a trait stand for in a bound.
pub(crate) fn arguments_of(item: &TraitItem, bound: &Bound) -> Substitution {
    let mut known = Substitution::default();
    let mut arguments = bound.arguments.iter();
    let mut constants = bound.constants.iter();
    for param in &item.generics.params {
        match param {
            GenericParam::Type { name, .. } => {
                let argument = arguments.next();
                known
                    .types
                    .extend(argument.map(|of| (name.clone(), of.clone())));
            }
            GenericParam::Const { name, of } => {
                let argument = constants.next().cloned();
                let value = argument.unwrap_or_else(|| super::constant_of(of).into());
                known.constants.insert(name.clone(), value);
            }
            GenericParam::Lifetime(_) => {}
        }
    }
    known
}

/// Whether the associated types that both prescribe are equal.
fn agrees(one: &Bound, other: &Bound) -> bool {
    other.associated.iter().all(|(name, of)| {
        let own = one.prescribed(name);
        !is_concrete(of) || own.is_none_or(|own| is_same(own, of))
    })
}

/// Whether both are bounds on one trait at the same arguments.
fn is_of_same_trait(one: &Bound, other: &Bound) -> bool {
    one.defined == other.defined
        && one.arguments == other.arguments
        && one.constants == other.constants
}

/// Whether two types are the same, if `Self` of a mock's operators stands for any mock.
fn is_same(own: &Type, of: &Type) -> bool {
    own == of || is_itself(own) && matches!(of, Type::Mock(_))
}

/// Whether the mock with these traits satisfies the bound by an impl of its own.
pub(super) fn satisfies(own: &[Bound], bound: &Bound) -> bool {
    bound.std_trait() == Some(StdTrait::Debug)
        || own.iter().any(|each| {
            let mut arguments = each.arguments.iter().zip(&bound.arguments);
            each.defined == bound.defined
                && each.constants == bound.constants
                && (each.arguments.len() == bound.arguments.len()
                    && arguments.all(|(own, of)| is_same(own, of))
                    || bound.arguments.iter().any(|of| !is_concrete(of))
                    || bound.arguments.is_empty())
                && agrees(each, bound)
        })
}
