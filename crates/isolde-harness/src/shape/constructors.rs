//! Constructors of a type: functions of the package whose result is, or contains, a value of the type.

use super::{Alternative, Demand, Making, Place, Shape};
use crate::call::{By, Call, FunctionPath, Syntax};
use crate::describe::describe;
use crate::index::{Maker, Wrap, own_id};
use crate::instances::{Answer, Signature};
use crate::types::{Substitution, make, mentions};
use isolde_model::{Bound, Container, Function, GenericParam, ItemId, Receiver, StdTrait, Type};

/// The largest number of constructors that are considered for one type; some of them turn out not to be buildable.
const MOST: usize = 24;
/// How many of these may be methods of values (`builder.build()`).
const MOST_METHODS: usize = 12;

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
    /// Items of iterators.
    Item,
}

/// A constructor at an instantiation.
struct Candidate<'f> {
    function: &'f Function,
    signature: Signature,
    instance: Substitution,
    wraps: Vec<Wrap>,
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
                place: Place::Constructor,
            };
            found.push((Group::Free, alternative));
        }
        let constants = self.constants(of, text).into_iter();
        found.extend(constants.map(|alternative| (Group::Free, alternative)));
        let index = self.index;
        let outer = std::mem::replace(&mut self.is_inner, true);
        for maker in index.makers(of) {
            let function = index.maker(maker);
            if self.faked.contains(&function.id) {
                continue;
            }
            if function.derived || (function.deprecated && found.len() > 2) || function.hidden {
                continue;
            }
            found.extend(self.constructor(of, text, function, maker));
        }
        self.is_inner = outer;
        found.retain(|(group, _)| *group <= most);
        // Within a group, constructors that need fewer builders come first; the sort is stable.
        found.sort_by_key(|(group, alternative)| (*group, alternative.needs().len()));
        let mut methods = 0;
        let mut kept: Vec<Alternative> = Vec::new();
        for (group, mut alternative) in found {
            let is_method = group >= Group::Method;
            let is_known = kept.iter().any(|each| each.piece == alternative.piece);
            if kept.len() >= MOST || is_method && methods >= MOST_METHODS || is_known {
                continue;
            }
            alternative.place = match (self.rejections.of(&alternative.piece), is_method) {
                (None, false) => Place::Constructor,
                (None, true) => Place::Method,
                (Some(rejection), _) if rejection.is_final => Place::Empty { is_method },
                (Some(_), _) => continue,
            };
            methods += usize::from(is_method);
            kept.push(alternative);
        }
        kept
    }

    /// The function as an alternative, if it can make values of the type.
    fn constructor(
        &mut self,
        of: &Type,
        text: &str,
        function: &Function,
        maker: &Maker,
    ) -> Option<(Group, Alternative)> {
        let candidate = self.candidate(of, text, function, maker)?;
        let Container::TraitImpl(_) = function.container else {
            return self.call(of, candidate);
        };
        if maker.wraps == [Wrap::Borrowed] {
            return None;
        }
        let bound = self.index.block(function)?.of_trait.as_ref()?;
        match bound.std_trait() {
            Some(StdTrait::FromStr) => self.parse(candidate),
            Some(StdTrait::From | StdTrait::TryFrom) => self.conversion(candidate, Group::Free),
            Some(StdTrait::FromIterator) => self.conversion(candidate, Group::Indirect),
            Some(StdTrait::IntoIterator | StdTrait::Iterator) => self.call(of, candidate),
            Some(_) => None,
            // Only functions of the package's own traits: readers may not know those of foreign traits. For types of other crates there may be nothing better
            // than associated functions of these.
            None => {
                let is_outside = self.index.item(of).is_some_and(|item| item.is_outside);
                let has_receiver = candidate.signature.receiver.is_some();
                let is_known = self.index.is_own_trait(bound)
                    || is_outside && bound.id.is_some() && !has_receiver;
                is_known.then(|| self.call(of, candidate)).flatten()
            }
        }
    }

    /// The instantiation with which a function makes values of the type.
    fn candidate<'f>(
        &mut self,
        of: &Type,
        text: &str,
        function: &'f Function,
        maker: &Maker,
    ) -> Option<Candidate<'f>> {
        let index = self.index;
        let signature = index.signature(function, None);
        let made = maker.value.clone();
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
                let implementor = self.implementor(*id, &known)?;
                known.types.insert("Self".into(), implementor.clone());
                index.signature(function, Some(&implementor))
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
        let (kind, link) = match maker.wraps.contains(&Wrap::Error) {
            true => ("error of", "as"),
            false => ("constructor", "of"),
        };
        Some(Candidate {
            piece: format!("{kind} {} {link} {text}", function.path),
            function,
            signature,
            instance,
            wraps: maker.wraps.clone(),
        })
    }

    /// The type on which a method that a trait provides is called: the one that the method's result fixes, if it is certain that it has the trait, or else
    /// the first one that has.
    fn implementor(&mut self, id: ItemId, known: &Substitution) -> Option<Type> {
        let item = self.index.model.traits.get(&id)?;
        let params = item.generics.params.iter();
        let arguments = params.filter_map(|param| match param {
            GenericParam::Type { name, .. } => Some(Type::Generic(name.clone())),
            _ => None,
        });
        let bound = Bound {
            arguments: arguments.collect(),
            ..make::bound_of(item)
        };
        let bound = self.index.substitute_bound(&bound, known);
        if let Some(fixed) = known.types.get("Self") {
            let is_certain = self.traits.satisfies_all(fixed, &[bound]) == Answer::Yes;
            return is_certain.then(|| fixed.clone());
        }
        let candidates = self.traits.candidates(std::slice::from_ref(&bound));
        let mut candidates = candidates.into_iter();
        candidates.find(|of| {
            let bounds = std::slice::from_ref(&bound);
            self.traits.satisfies_all(of, bounds) == Answer::Yes
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
            wraps: candidate.wraps,
        };
        let alternative = Alternative {
            piece: candidate.piece,
            making,
            is_empty: false,
            place: Place::Constructor,
        };
        Some((Group::Indirect, alternative))
    }

    /// `Type::from(…)`: called through the type, without naming the trait.
    fn conversion(&mut self, candidate: Candidate, group: Group) -> Option<(Group, Alternative)> {
        let Candidate {
            function,
            signature,
            instance,
            wraps,
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
                wraps,
            },
            is_empty: false,
            place: Place::Constructor,
        };
        Some((group, alternative))
    }

    /// A call of the function by its path, or as a method on a receiver that is built first.
    fn call(&mut self, of: &Type, candidate: Candidate) -> Option<(Group, Alternative)> {
        let Candidate {
            function,
            signature,
            instance,
            wraps,
            piece,
        } = candidate;
        let receiver = signature.receiver_type(self.index, &instance);
        let group = match (&receiver, &function.container) {
            (None, Container::Inherent(_)) => Group::Associated,
            (None, _) => Group::Free,
            (Some(receiver), _) if receiver == of => Group::OwnMethod,
            (Some(_), _) => Group::Method,
        };
        // An error of a constructor is only made when the constructor fails, which needs luck or the engine; other values in several wrappings are hard to
        // read.
        let is_item = self.index.block(function).is_some_and(|block| {
            let of_trait = block.of_trait.as_ref();
            of_trait.is_some_and(|bound| bound.std_trait() == Some(StdTrait::Iterator))
        });
        let is_deep = wraps.len() > 1 || matches!(wraps[..], [Wrap::Error | Wrap::Element { .. }]);
        let group = match (is_item, is_deep) {
            (true, _) => Group::Item,
            (_, true) => group.max(Group::Indirect),
            _ => group,
        };
        if group == Group::OwnMethod && signature.receiver == Some(Receiver::Value)
            || signature
                .receiver
                .is_some_and(|receiver| !receiver.is_plain())
        {
            return None;
        }
        let callee = self.index.callee(function, &signature, &instance)?;
        let mut shapes = Vec::new();
        let mut call = Call::new(callee);
        let own_trait = self.index.block(function).is_some_and(|block| {
            let of_trait = block.of_trait.as_ref();
            of_trait.is_some_and(|bound| self.index.is_own_trait(bound))
        });
        let of_trait = own_trait || matches!(function.container, Container::Trait(_));
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
                wraps,
            },
            is_empty: false,
            place: Place::Constructor,
        };
        Some((group, alternative))
    }
}
