//! Mocks as candidates: the type that has exactly the traits that a parameter asks for, if the driver can declare one.
//!
//! A mock needs the supertraits too, and a type for each associated type. Both are part of its [`Type::Mock`], so that everything which depends on the
//! type can be decided without asking again.

use super::no_mock::{NoMock, Obstacle};
use super::std_mocks::is_told;
use super::{Answer, Traits};
use crate::operators::{is_itself, is_operator};
use crate::types::{Substitution, is_concrete, mentions};
use isolde_model::{Bound, Function, GenericParam, StdItem, StdTrait, TraitItem, Type};

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
        let mut rest: Vec<Bound> = bounds
            .iter()
            .filter(|bound| !bound.maybe)
            .cloned()
            .collect();
        rest.reverse();
        let mut all: Vec<Bound> = Vec::new();
        let mut is_worth_it = false;
        while let Some(mut bound) = rest.pop() {
            if let Some(known) = all.iter_mut().find(|own| is_of_same_trait(own, &bound)) {
                if !agrees(known, &bound) {
                    return None;
                }
                continue;
            }
            let is_operator = is_operator(&bound);
            let is_known = |of: &Type| is_concrete(of) || is_operator && is_itself(of);
            if !bound.arguments.iter().all(is_known) {
                return None;
            }
            if all.len() >= MOST_TRAITS {
                let of_trait = name_of(&bound);
                let why = Obstacle::TooMany;
                self.note_no_mock(bounds, &NoMock { of_trait, why });
                return None;
            }
            match bound.id.and_then(|id| self.index.model.traits.get(&id)) {
                Some(item) => {
                    is_worth_it = true;
                    match self.of_model(item, &mut bound, level) {
                        Ok(supertraits) => rest.extend(supertraits),
                        Err(why) => {
                            let of_trait = item.name.clone();
                            self.note_no_mock(bounds, &NoMock { of_trait, why });
                            return None;
                        }
                    }
                }
                None => {
                    let of_trait = bound.std_trait();
                    is_worth_it |= of_trait.is_some_and(is_told);
                    let supertraits =
                        of_trait.and_then(|of_trait| self.of_std(of_trait, &mut bound, level));
                    let Some(supertraits) = supertraits else {
                        self.note_unknown(bounds, &bound);
                        return None;
                    };
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
            return None;
        }
        if !self.rejections.allow(&mock_piece(&all)) {
            let own = bounds.iter().find(|bound| bound.id.is_some());
            let of_trait = name_of(own?);
            let why = Obstacle::Refused;
            self.note_no_mock(bounds, &NoMock { of_trait, why });
            return None;
        }
        Some(Type::Mock(all))
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
        // An impl for all types would collide with that of the mock.
        let is_blanket = |of: &Type| matches!(of, Type::Generic(_));
        if item.implementors.iter().any(is_blanket) {
            return Err(Obstacle::Blanket);
        }
        let mut methods = index.required_methods(item.id);
        if let Some(method) = methods.find(|method| !is_declarable(method)) {
            return Err(Obstacle::Method(method.name.clone()));
        }
        let is_unknown = |of: &Type| constant(of).is_none();
        let mut constants = item.associated_constants.iter();
        if let Some(each) = constants.find(|each| !each.has_default && is_unknown(&each.of)) {
            return Err(Obstacle::Constant(each.name.clone()));
        }
        let mut known = arguments_of(item, bound);
        let mut own: Vec<(String, Type)> = Vec::new();
        for each in &item.associated_types {
            if each.is_generic {
                return Err(Obstacle::GenericType(each.name.clone()));
            }
            let no_member = || Obstacle::Member(each.name.clone());
            let bounds = each.bounds.iter();
            let bounds: Vec<Bound> = bounds
                .map(|bound| index.substitute_bound(bound, &known))
                .collect();
            let prescribed = bound.associated.iter().find(|(name, _)| *name == each.name);
            let of = match prescribed {
                Some((_, of)) if is_concrete(of) => of.clone(),
                _ => self.member(&bounds, level).ok_or_else(no_member)?,
            };
            if self.satisfies_all(&of, &bounds) == Answer::No {
                return Err(no_member());
            }
            own.push((each.name.clone(), of.clone()));
            known.types.insert(each.name.clone(), of);
        }
        for method in index.required_methods(item.id) {
            if let Type::Impl(_) = &method.callable.result {
                let result = index.substitute(&method.callable.result, &known);
                self.opaque(&result)
                    .ok_or_else(|| Obstacle::Method(method.name.clone()))?;
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

    /// Notes why there is no mock with these traits.
    fn note_no_mock(&mut self, bounds: &[Bound], why: &NoMock) {
        for bound in bounds {
            let known = self.no_mocks.entry(bound.defined.clone());
            known.or_insert_with(|| why.clone());
        }
    }

    /// Notes that there is no mock with these traits, because of a trait of std that mocks do not have.
    fn note_unknown(&mut self, bounds: &[Bound], of: &Bound) {
        let own = bounds.iter().find(|bound| bound.id.is_some());
        if let Some(own) = own {
            let of_trait = name_of(own);
            let why = Obstacle::Supertrait(name_of(of));
            self.note_no_mock(bounds, &NoMock { of_trait, why });
        }
    }

    /// What is known about why there is no mock with these traits.
    pub(crate) fn no_mock(&self, bounds: &[Bound]) -> Option<&NoMock> {
        let mut bounds = bounds.iter();
        bounds.find_map(|bound| self.no_mocks.get(&bound.defined))
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

    /// A type for an associated type with these bounds, of which there are values.
    pub(super) fn member(&mut self, bounds: &[Bound], level: usize) -> Option<Type> {
        let candidates = self.candidates_within(bounds, &[], &[], level + 1);
        let is_it = |of: &&Type| {
            is_concrete(of)
                && !matches!(of, Type::Closure(_))
                && of.std_item() != Some(StdItem::Infallible)
        };
        let found = candidates.iter().find(is_it).cloned();
        found.or_else(|| match level {
            0 | 1 => self.mock(bounds, level + 1),
            _ => None,
        })
    }
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

/// The value of an associated constant of a mock.
pub(crate) fn constant(of: &Type) -> Option<&'static str> {
    match of {
        Type::Primitive(name) => match name.as_str() {
            "bool" => Some("true"),
            "char" => Some("'a'"),
            "f32" | "f64" => Some("4.0"),
            "str" | "never" | "f16" | "f128" => None,
            _ => Some("4"),
        },
        Type::Reference { target, .. } if target.is_primitive("str") => Some("\"a\""),
        Type::Reference {
            mutable: false,
            target,
            ..
        } if matches!(**target, Type::Slice(_)) => Some("&[]"),
        _ if of.is_unit() => Some("()"),
        _ => match of.std_item()? {
            StdItem::Option => Some("None"),
            StdItem::String => Some("String::new()"),
            StdItem::Vec => Some("Vec::new()"),
            StdItem::Duration => Some("std::time::Duration::ZERO"),
            _ => None,
        },
    }
}

/// Whether an impl of the method can be written.
fn is_declarable(method: &Function) -> bool {
    let callable = &method.callable;
    let is_opaque = |of: &Type| matches!(of, Type::Impl(_) | Type::Unknown(_));
    let is_unknown = |of: &Type| matches!(of, Type::Unknown(_));
    let mut parameters = callable.parameters.iter();
    let result = match &callable.result {
        // It is written as a type with these traits.
        Type::Impl(bounds) => Type::Tuple(bounds.iter().flat_map(members_of).collect()),
        result => result.clone(),
    };
    !mentions(&result, &is_opaque)
        && !parameters.any(|parameter| mentions(&parameter.of, &is_unknown))
        && !matches!(callable.receiver, Some(isolde_model::Receiver::Other))
}

/// The types that a bound mentions.
fn members_of(bound: &Bound) -> Vec<Type> {
    let associated = bound.associated.iter().map(|(_, of)| of);
    bound.arguments.iter().chain(associated).cloned().collect()
}

/// Whether the associated types that both prescribe are equal.
fn agrees(one: &Bound, other: &Bound) -> bool {
    other.associated.iter().all(|(name, of)| {
        let own = one.associated.iter().find(|(own, _)| own == name);
        !is_concrete(of) || own.is_none_or(|(_, own)| is_same(own, of))
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
