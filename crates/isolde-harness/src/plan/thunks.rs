//! The pass that plans thunks: which functions get one, at which instantiations, and how their arguments are made.

use super::{Argument, Instance, Purpose, Thunk};
use crate::call::{Call, Output};
use crate::describe::describe;
use crate::index::Index;
use crate::instances::{Signature, has_mocks, is_any};
use crate::names::Names;
use crate::pieces::PieceId;
use crate::shape::{Demand, Preferred};
use crate::spell::Style;
use crate::types::{Substitution, callable, make, mentions};
use isolde_model::{Function, GenericParam, StdItem, Type};
use isolde_record::SkipReason;
use std::collections::BTreeSet;

/// The largest number of instantiations of one function that get a thunk.
const MOST_INSTANCES: usize = 2;
/// The same, if each instantiation runs code of its own.
const MOST_IMPLEMENTORS: usize = 16;
/// The greatest length of an array; longer arrays would not fit on the stack, or in a test.
const LONGEST_ARRAY: u64 = 1024;

/// How many instantiations with mocks get a thunk in addition.
const MOST_MOCKED: usize = 2;
/// The same, with types that the package compares others with, and with mocks whose constants have other values.
const MOST_COMPARED: usize = 12;

impl Purpose {
    /// How many instantiations there are for this reason, if there are `usual` ones otherwise.
    pub(super) fn most(self, usual: usize) -> usize {
        match self {
            Purpose::Usual => usual,
            Purpose::Mocked => MOST_MOCKED,
            Purpose::Compared => MOST_COMPARED,
        }
    }
}

/// How many instantiations of a function get a thunk. If a parameter is bounded by a trait of the package, each type brings its
/// own implementation, which is code under test; otherwise two types reveal nearly everything.
pub(crate) fn most_instances(index: &Index, function: &Function) -> usize {
    let mut own = function
        .callable
        .generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Type { bounds, .. } => Some(bounds),
            _ => None,
        });
    match (own.next(), own.next()) {
        (Some(bounds), None) if bounds.iter().any(|bound| index.is_own_trait(bound)) => {
            MOST_IMPLEMENTORS
        }
        _ => MOST_INSTANCES,
    }
}

impl Demand<'_, '_, '_> {
    /// Plans every instantiation of a function that is worth trying.
    pub(crate) fn plan(&mut self, function: &Function) -> Result<Vec<Instance>, SkipReason> {
        let mut found: Vec<Instance> = Vec::new();
        for implementor in self.implementors(function)? {
            let signature = self.index.signature(function, implementor.as_ref());
            let instances = self
                .traits
                .instances(&signature, &Substitution::default())
                .map_err(SkipReason::NoInstance);
            let instances = match instances {
                Ok(instances) => instances,
                Err(reason) if found.is_empty() => return Err(reason),
                Err(_) => continue,
            };
            let mut params = signature.params.iter();
            let no_mock = params.find_map(|param| self.traits.no_mock(&param.bounds));
            let no_mock = no_mock.map(ToString::to_string);
            for instance in instances {
                let purpose = match has_mocks(&instance) {
                    true if self.traits.is_varied(&instance) => Purpose::Compared,
                    true => Purpose::Mocked,
                    false if self.is_compared(&signature, &instance) => Purpose::Compared,
                    false => Purpose::Usual,
                };
                let hopeful = found.iter().filter(|each| {
                    let mut thunks = each.thunks.iter();
                    thunks.any(|thunk| self.rejections.allow(&thunk.piece))
                });
                let hopeful = hopeful.filter(|each| each.purpose == purpose).count();
                let most = purpose.most(most_instances(self.index, function));
                // Plans more than will be used, because some turn out not to be buildable.
                if hopeful <= most {
                    let with_self = implementor.is_some();
                    let others = self.others(function, &signature, &instance, with_self);
                    let mut planned = self.instance(function, &signature, &instance, with_self);
                    planned.purpose = purpose;
                    planned.no_mock = no_mock.clone();
                    found.push(planned);
                    found.extend(others);
                }
            }
        }
        Ok(found)
    }

    /// Whether a parameter that may be of any type is one that the package compares it with.
    fn is_compared(&mut self, signature: &Signature, instance: &Substitution) -> bool {
        let any = signature
            .params
            .iter()
            .filter(|param| is_any(&param.bounds));
        let types: Vec<Type> = any
            .filter_map(|param| instance.types.get(&param.name).cloned())
            .collect();
        let compared = self.traits.compared(&[]);
        types.iter().any(|of| compared.contains(of))
    }

    /// The same instance with mocks in place of other types that trait objects are borrowed from, and with each type that the package compares them with.
    fn others(
        &mut self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
        with_self: bool,
    ) -> Vec<Instance> {
        let is_object = |of: &Type| matches!(of, Type::Dyn(_));
        let mut declared = signature.parameters.iter();
        if !declared.any(|(_, of)| mentions(of, &is_object)) {
            return Vec::new();
        }
        let compared = self.traits.compared(&[]).into_iter();
        let compared = compared.map(|of| (Purpose::Compared, Preferred::Type(of)));
        let mocks = [
            (Purpose::Mocked, Preferred::Mocks),
            (Purpose::Compared, Preferred::Overriding),
        ];
        let all = mocks.into_iter().chain(compared);
        let mut others = Vec::new();
        for (purpose, prefers) in all {
            let suffix = match &prefers {
                Preferred::Mocks => " with mocks".to_owned(),
                Preferred::Overriding => " with overriding mocks".to_owned(),
                Preferred::Type(of) => format!(" with {}", describe(of)),
            };
            self.prefers = Some(prefers);
            self.preferred.clear();
            let mut found = self.instance(function, signature, instance, with_self);
            self.prefers = None;
            let preferred = std::mem::take(&mut self.preferred);
            if preferred.is_empty() {
                continue;
            }
            found.purpose = purpose;
            for thunk in &mut found.thunks {
                thunk.piece.push_str(&suffix);
            }
            let names = preferred
                .iter()
                .filter_map(|of| self.index.type_text(of, Style::Expression));
            let names: BTreeSet<String> = names.collect();
            found.arguments.extend(names);
            others.push(found);
        }
        others
    }

    fn instance(
        &mut self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
        with_self: bool,
    ) -> Instance {
        let index = self.index;
        let mut found = Instance {
            arguments: self.arguments_text(signature, instance, with_self),
            thunks: Vec::new(),
            purpose: Purpose::Usual,
            failure: None,
            no_mock: None,
        };
        let own = signature.own_type(index, instance);
        if own.is_some_and(|of| !index.is_nameable(&of)) {
            found.failure = Some(SkipReason::Private);
            return found;
        }
        let mut all = signature
            .parameters
            .iter()
            .map(|(_, of)| of)
            .chain([&signature.result])
            .chain(&signature.self_type);
        if all.any(|of| mentions(&index.substitute(of, instance), &is_long_array)) {
            found.failure = Some(SkipReason::UnsupportedArgument("a long array".into()));
            return found;
        }
        let Some(callee) = index.callee(function, signature, instance) else {
            found.failure = Some(SkipReason::NoInstance(
                "a type argument cannot be named outside the package".into(),
            ));
            return found;
        };
        let suffix = match found.arguments.is_empty() {
            true => String::new(),
            false => format!(" [{}]", found.arguments.join(", ")),
        };
        let calls = index.forms(function, signature, instance, &callee);
        for (number, call) in calls.into_iter().enumerate() {
            let form = match number {
                0 => String::new(),
                _ => format!(" (form {})", number + 1),
            };
            let piece = format!("thunk {}{suffix}{form}", function.path);
            match self.thunk(signature, instance, call, piece) {
                Ok(thunk) => found.thunks.push(thunk),
                Err(reason) => {
                    found.failure.get_or_insert(reason);
                }
            }
        }
        found
    }

    /// The generic arguments of an instance as source text, or as a description if code cannot name them.
    fn arguments_text(
        &self,
        signature: &Signature,
        instance: &Substitution,
        with_self: bool,
    ) -> Vec<String> {
        let own = signature.self_type.iter().filter(|_| with_self);
        let own = own.map(|of| match of {
            Type::Mock(bounds) => self.index.mock_name(bounds),
            _ => describe(of),
        });
        let mut found: Vec<String> = own.collect();
        for param in &signature.params {
            found.extend(instance.types.get(&param.name).map(|of| match of {
                Type::Closure(_) => describe(of),
                _ => {
                    let text = self.index.type_text(of, Style::Expression);
                    text.unwrap_or_else(|| describe(of))
                }
            }));
        }
        let constants = signature.constants.iter();
        found.extend(constants.filter_map(|(name, _)| instance.constants.get(name).cloned()));
        found
    }

    fn thunk(
        &mut self,
        signature: &Signature,
        instance: &Substitution,
        call: Call,
        piece: PieceId,
    ) -> Result<Thunk, SkipReason> {
        let mut arguments = Vec::new();
        let mut names = Names::default();
        if matches!(call.output, Output::Called(_)) {
            // The expression may use the name.
            names.unique("call");
        }
        let receiver = signature.receiver_type(self.index, instance);
        let is_dispatched = self.index.is_dispatched(&call);
        for input in &call.inputs {
            let mut argument = match (&receiver, input.parameter) {
                (Some(of), 0) => self.receiver(signature, of)?,
                (receiver, parameter) => {
                    let at = parameter - usize::from(receiver.is_some());
                    self.parameter(signature, instance, at)?
                }
            };
            argument.by = input.by.unwrap_or(argument.by);
            if is_dispatched {
                argument.shape = argument.shape.suffixed();
            }
            argument.name = names.unique(&argument.name);
            arguments.push(argument);
        }
        let result = self.index.substitute(&signature.result, instance);
        let called = match call.output {
            Output::Called(times) => callable(&result).map(|(signature, ..)| (times, signature)),
            _ => None,
        };
        if let Some((times, signature)) = called {
            for of in (0..times).flat_map(|_| &signature.parameters) {
                let argument = self.of_result(of)?;
                let name = names.unique(&argument.name);
                arguments.push(Argument { name, ..argument });
            }
        }
        let of_block = signature.self_type.iter();
        let of_block: Vec<Type> = of_block
            .map(|of| self.index.substitute(of, instance))
            .collect();
        let mut mentioned = Vec::new();
        for of in instance.types.values().chain(&of_block) {
            mentioned.extend(self.mentioned(of));
        }
        Ok(Thunk {
            piece,
            mentioned,
            result: match call.output {
                Output::Value => Some(result),
                Output::Called(times) => called.map(|(_, signature)| match times {
                    1 => signature.result.clone(),
                    _ => Type::Tuple(vec![signature.result.clone(); times]),
                }),
                Output::Polled => {
                    let output = self.index.output_of_future(&result);
                    output.or_else(|| polled_value(&result).cloned())
                }
                Output::Streamed(_) => {
                    let item = match self.index.stream(&result) {
                        Some(stream) => stream.item,
                        None => polled_value(&result).and_then(polled_item).cloned(),
                    };
                    item.map(make::vec)
                }
                _ => None,
            },
            call,
            arguments,
        })
    }
}

/// The `T` of `Poll<T>`.
fn polled_value(of: &Type) -> Option<&Type> {
    match of.std()? {
        (StdItem::Poll, [value]) => Some(value),
        _ => None,
    }
}

/// The `T` of `Option<T>`, which a stream gives when it is polled.
fn polled_item(of: &Type) -> Option<&Type> {
    match of.std()? {
        (StdItem::Option, [item]) => Some(item),
        _ => None,
    }
}

fn is_long_array(of: &Type) -> bool {
    matches!(of, Type::Array(_, length) if length.parse::<u64>().is_ok_and(|length| length > LONGEST_ARRAY))
}
