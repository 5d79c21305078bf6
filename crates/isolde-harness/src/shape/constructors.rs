//! Constructors of a type: functions of the package whose result is, or contains, a value of the type.

use super::{Alternative, Demand, Making, Shape, Unwrap};
use crate::call::{By, Call, FunctionPath, Syntax};
use crate::describe::describe;
use crate::index::{Maker, Wrap, own_id};
use crate::instances::{Answer, Signature};
use crate::types::{Substitution, make, mentions};
use isolde_model::{Container, Function, ItemId, Receiver, StdTrait, Type};

/// The largest number of constructors kept for one type.
const MOST: usize = 8;
/// How many of these may be methods of values (`builder.build()`).
const MOST_METHODS: usize = 3;

/// Kinds of constructors, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Group {
    /// Associated functions.
    Associated,
    /// Free functions, conversions, constants and defaults.
    Free,
    /// Parsing, collecting, and errors of other constructors.
    Indirect,
    /// Methods of other types.
    Method,
    /// Methods of the type itself.
    OwnMethod,
}

/// A constructor at an instantiation.
struct Candidate<'f> {
    function: &'f Function,
    signature: Signature,
    instance: Substitution,
    unwrap: Unwrap,
    /// Name of the piece.
    piece: String,
}

impl Demand<'_, '_, '_> {
    /// Ways to make a value of the type other than literals, best first: those of the groups up to this one.
    pub(super) fn constructors(&mut self, of: &Type, text: &str, most: Group) -> Vec<Alternative> {
        let mut found: Vec<(Group, Alternative)> = Vec::new();
        if self.traits.implements(of, StdTrait::Default) {
            let alternative = Alternative {
                piece: format!("default of {text}"),
                making: Making::Default,
                is_empty: false,
            };
            found.push((Group::Free, alternative));
        }
        let constants = self.constants(of, text).into_iter();
        found.extend(constants.map(|alternative| (Group::Free, alternative)));
        let index = self.index;
        let outer = std::mem::replace(&mut self.is_inner, true);
        for maker in index.makers(of) {
            let function = index.maker(*maker);
            if function.derived || (function.deprecated && found.len() > 2) || function.hidden {
                continue;
            }
            found.extend(self.constructor(of, text, function, *maker));
        }
        self.is_inner = outer;
        found.retain(|(group, _)| *group <= most);
        // Within a group, constructors that need fewer builders come first; the sort is stable.
        found.sort_by_key(|(group, alternative)| (*group, alternative.needs().len()));
        let mut methods = 0;
        let mut places = MOST;
        let mut kept: Vec<Alternative> = Vec::new();
        for (group, alternative) in found {
            methods += usize::from(group >= Group::Method);
            let is_known = kept.iter().any(|each| each.piece == alternative.piece);
            if places == 0 || methods > MOST_METHODS || is_known {
                continue;
            }
            if self.rejections.allow(&alternative.piece) {
                places -= 1;
                kept.push(alternative);
            } else if self.rejections.are_final_for(&alternative.piece) {
                places -= 1;
            }
        }
        kept
    }

    /// The function as an alternative, if it can make values of the type.
    fn constructor(
        &mut self,
        of: &Type,
        text: &str,
        function: &Function,
        maker: Maker,
    ) -> Option<(Group, Alternative)> {
        let candidate = self.candidate(of, text, function, maker)?;
        let Container::TraitImpl(_) = function.container else {
            return self.call(of, candidate);
        };
        if maker.wrap == Wrap::Borrowed {
            return None;
        }
        let bound = self.index.block(function)?.of_trait.as_ref()?;
        match bound.std_trait() {
            Some(StdTrait::FromStr) => self.parse(candidate),
            Some(StdTrait::From | StdTrait::TryFrom) => self.conversion(candidate, Group::Free),
            Some(StdTrait::FromIterator) => self.conversion(candidate, Group::Indirect),
            Some(StdTrait::IntoIterator) => self.call(of, candidate),
            Some(_) => None,
            // Only associated functions of the package's own traits: readers may not know those of foreign traits. For types of other crates there may
            // be nothing better.
            None => {
                let is_outside = self.index.item(of).is_some_and(|item| item.is_outside);
                let is_known = self.index.is_own_trait(bound) || is_outside && bound.id.is_some();
                (is_known && candidate.signature.receiver.is_none())
                    .then(|| self.call(of, candidate))
                    .flatten()
            }
        }
    }

    /// The instantiation with which a function makes values of the type.
    fn candidate<'f>(
        &mut self,
        of: &Type,
        text: &str,
        function: &'f Function,
        maker: Maker,
    ) -> Option<Candidate<'f>> {
        let index = self.index;
        let signature = index.signature(function, None);
        let (unwrap, made) = match (maker.wrap, index.made_type(function)) {
            (Wrap::Plain, made) => (Unwrap::Nothing, made),
            (Wrap::Borrowed, Type::Reference { target, .. }) => (Unwrap::Cloned, *target),
            (Wrap::Fallible, Type::Path { arguments, .. }) => {
                (Unwrap::Success, arguments.first()?.clone())
            }
            (Wrap::Error, Type::Path { arguments, .. }) => {
                (Unwrap::Error, arguments.get(1)?.clone())
            }
            _ => return None,
        };
        let made = match (&made, &signature.self_type) {
            (Type::Generic(name), Some(own)) if name == "Self" => own.clone(),
            _ => made,
        };
        let mut known = Substitution::default();
        if !index.unify(&made, of, &mut known) {
            return None;
        }
        let signature = match &function.container {
            Container::Trait(id) => {
                let implementor = known.types.get("Self")?;
                if !self.has_trait(*id, implementor) {
                    return None;
                }
                index.signature(function, Some(implementor))
            }
            _ => signature,
        };
        let instances = self.traits.instances(&signature, &known).ok()?;
        let instance = instances
            .into_iter()
            .find(|instance| index.substitute(&made, instance) == *of)?;
        // `flip(self: Either<R, L>) -> Either<L, R>` would demand one instantiation after another.
        let receiver = signature.receiver.and(signature.self_type.as_ref());
        let declared = signature.parameters.iter().map(|(_, of)| of);
        let mut inputs = declared.chain(receiver);
        let is_other =
            |each: &Type| own_id(each).is_some() && own_id(each) == own_id(of) && each != of;
        if inputs.any(|input| mentions(&index.substitute(input, &instance), &is_other)) {
            return None;
        }
        let kind = match unwrap {
            Unwrap::Error => "error of",
            _ => "constructor",
        };
        let link = match unwrap {
            Unwrap::Error => "as",
            _ => "of",
        };
        Some(Candidate {
            piece: format!("{kind} {} {link} {text}", function.path),
            function,
            signature,
            instance,
            unwrap,
        })
    }

    /// Whether it is certain that the type has the trait.
    fn has_trait(&mut self, id: ItemId, of: &Type) -> bool {
        let item = self.index.model.traits.get(&id);
        item.is_some_and(|item| {
            let bound = make::bound_of(item);
            self.traits.satisfies_all(of, &[bound]) == Answer::Yes
        })
    }

    /// `"…".parse::<Type>()`.
    fn parse(&mut self, candidate: Candidate) -> Option<(Group, Alternative)> {
        let of = candidate
            .signature
            .own_type(self.index, &candidate.instance)?;
        if !self.index.is_nameable(&of) {
            return None;
        }
        let making = Making::Parse {
            of,
            unwrap: candidate.unwrap,
        };
        let alternative = Alternative {
            piece: candidate.piece,
            making,
            is_empty: false,
        };
        Some((Group::Indirect, alternative))
    }

    /// `Type::from(…)`: called through the type, without naming the trait.
    fn conversion(&mut self, candidate: Candidate, group: Group) -> Option<(Group, Alternative)> {
        let Candidate {
            function,
            signature,
            instance,
            unwrap,
            piece,
        } = candidate;
        let mut shapes = self.parameters(&signature, &instance)?;
        let of = signature.own_type(self.index, &instance)?;
        if !self.index.is_nameable(&of) {
            return None;
        }
        let bound = self.index.block(function)?.of_trait.as_ref()?;
        let bound = self.index.substitute_bound(bound, &instance);
        if self.index.has_rivals(&of, &bound) {
            shapes = shapes.into_iter().map(Shape::suffixed).collect();
        }
        let source = signature.parameters.first();
        let source = source
            .map(|(_, of)| describe(&self.index.substitute(of, &instance)))
            .map(|source| format!(" from {source}"));
        let name = function.name.clone();
        let path = FunctionPath::Associated { of, name };
        let call = Call::of_path(path, Vec::new(), shapes.len());
        let alternative = Alternative {
            piece: format!("{piece}{}", source.unwrap_or_default()),
            making: Making::Call {
                call: Box::new(call),
                shapes,
                unwrap,
            },
            is_empty: false,
        };
        Some((group, alternative))
    }

    /// A call of the function by its path, or as a method on a receiver that is built first.
    fn call(&mut self, of: &Type, candidate: Candidate) -> Option<(Group, Alternative)> {
        let Candidate {
            function,
            signature,
            instance,
            unwrap,
            piece,
        } = candidate;
        let receiver = signature.receiver_type(self.index, &instance);
        let group = match (&receiver, &function.container) {
            (None, Container::Inherent(_)) => Group::Associated,
            (None, _) => Group::Free,
            (Some(receiver), _) if receiver == of => Group::OwnMethod,
            (Some(_), _) => Group::Method,
        };
        // An error of a constructor is only made when the constructor fails, which needs luck or the engine.
        let group = match unwrap {
            Unwrap::Error => group.max(Group::Indirect),
            _ => group,
        };
        if group == Group::OwnMethod && signature.receiver == Some(Receiver::Value)
            || matches!(signature.receiver, Some(Receiver::Other | Receiver::Pinned))
        {
            return None;
        }
        let callee = self.index.callee(function, &signature, &instance)?;
        let mut shapes = Vec::new();
        let mut call = Call::new(callee);
        let of_trait = matches!(function.container, Container::Trait(_));
        if let Some(receiver) = receiver.as_ref().filter(|_| of_trait) {
            // By its path, because the trait is not in scope.
            let receiver = match signature.receiver {
                Some(Receiver::Shared) => make::reference(false, receiver.clone()),
                Some(Receiver::Mutable) => make::reference(true, receiver.clone()),
                _ => receiver.clone(),
            };
            shapes.push(self.shape(&receiver).ok()?);
            call = call.with_inputs(1);
        } else if let Some(receiver) = &receiver {
            shapes.push(self.shape(receiver).ok()?);
            call.syntax = Syntax::Method;
            // A borrowed receiver is leaked if the result may borrow from it.
            let leaks = self.index.has_lifetime(of);
            call = call.with_input(match signature.receiver {
                Some(Receiver::Shared) if leaks => By::Leaked(false),
                Some(Receiver::Mutable) if leaks => By::Leaked(true),
                _ => By::Value,
            });
        }
        let parameters = self.parameters(&signature, &instance)?;
        call = call.with_inputs(parameters.len());
        shapes.extend(parameters);
        let alternative = Alternative {
            piece,
            making: Making::Call {
                call: Box::new(call),
                shapes,
                unwrap,
            },
            is_empty: false,
        };
        Some((group, alternative))
    }
}
