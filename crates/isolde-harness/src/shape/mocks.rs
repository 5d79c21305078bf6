//! Mocks: types that the driver declares, whose methods get their answers from choices.

use super::answers::Answer;
use super::callbacks::with_bounds;
use super::lawful::is_property;
use super::literals::literal_of;
use super::open::is_known;
use super::{AnsweredBy, Demand, Shape, ranks};
use crate::describe::describe;
use crate::index::Index;
use crate::instances::{
    Opaque, arguments_of, constant, is_constant, is_mark, is_overridable, overrides, prescribed,
};
use crate::names::{Names, variable};
use crate::operators::is_itself;
use crate::types::{Substitution, make, mocks_in};
use isolde_model::{
    Bound, FnSignature, Function, GenericParam, Receiver, StdTrait, TraitItem, Type,
};
use std::collections::BTreeSet;

/// The type of a mock.
#[derive(Clone, Debug)]
pub(crate) struct Mock {
    /// Its name.
    pub name: String,
    /// Its state besides that: names and types of fields, which all have a default.
    pub fields: Vec<(&'static str, String)>,
    /// The traits of std that it has and whose methods are always the same.
    pub of_std: Vec<StdTrait>,
    /// Its other traits.
    pub implemented: Vec<Implementation>,
    /// Methods that belong to no trait: those of `of_std` ask them.
    pub helpers: Vec<MockMethod>,
    /// The other mocks that its associated types name.
    pub mentioned: Vec<Shape>,
}

/// A trait that a mock implements.
#[derive(Clone, Debug)]
pub(crate) struct Implementation {
    /// The trait.
    pub bound: Bound,
    /// How many lifetimes the trait has.
    pub lifetimes: usize,
    /// Its associated types.
    pub types: Vec<(String, Type)>,
    /// Its associated constants, with their values as source text.
    pub constants: Vec<(String, Type, String)>,
    /// Its required methods.
    pub methods: Vec<MockMethod>,
}

/// A method of a mock.
#[derive(Clone, Debug)]
pub(crate) struct MockMethod {
    /// Its name.
    pub name: String,
    /// Its own generic parameters.
    pub generics: Vec<GenericParam>,
    /// How it takes the mock; `None` for functions of the type.
    pub receiver: Option<Receiver>,
    /// Its parameters: name and type.
    pub parameters: Vec<(String, Type)>,
    /// Its result.
    pub result: Type,
    /// Whether trait objects in the result borrow from the mock, see [`isolde_model::Callable::lends_object`].
    pub lends_object: bool,
    /// `async`.
    pub is_async: bool,
    /// `unsafe`.
    pub is_unsafe: bool,
    /// Whether the result has a certain type in place of `impl Trait`.
    pub is_refined: bool,
    /// Whether it gives a future that can be sent to other threads, so that others must be able to share the mock.
    pub is_sent: bool,
    /// Whether the trait has a default for it.
    pub is_provided: bool,
    /// Its whole body, if that is always the same.
    pub body: Option<&'static str>,
    /// What its answers depend on.
    pub by: AnsweredBy,
    /// How it is answered; `None` if it cannot be answered, so that a run that calls it counts for nothing.
    pub answer: Option<Answer>,
}

impl Mock {
    /// The numbers of the own types whose builders its methods call.
    pub(super) fn uses(&self) -> BTreeSet<usize> {
        let methods = self.implemented.iter().flat_map(|each| &each.methods);
        let answers = methods
            .chain(&self.helpers)
            .filter_map(|method| method.answer.as_ref());
        let shapes = answers.flat_map(Answer::shapes);
        super::used_by(shapes.chain(&self.mentioned))
    }

    /// Lets its answers depend on arguments alone, since copies count no calls.
    fn answer_alike(&mut self) {
        let methods = self.implemented.iter_mut();
        let methods = methods.flat_map(|each| &mut each.methods);
        let asked = methods.chain(&mut self.helpers);
        for method in asked.filter(|each| {
            each.receiver.is_some()
                && matches!(
                    each.by,
                    AnsweredBy::Calls | AnsweredBy::Again | AnsweredBy::AgainOrKey
                )
        }) {
            let mut types = method.parameters.iter().map(|(_, of)| of);
            let is_literal = types.len() > 0 && types.all(|of| literal_of(of).is_some());
            method.by = match is_literal {
                true => AnsweredBy::Arguments,
                false => AnsweredBy::Nothing,
            };
        }
    }

    /// The methods that cannot be answered, each with its trait, and with the type that nothing makes.
    pub(super) fn unanswered(&self) -> Vec<String> {
        let mut found = Vec::new();
        for each in &self.implemented {
            let of_trait = each.bound.defined.rsplit("::").next().unwrap_or_default();
            let methods = each.methods.iter();
            let methods = methods.filter(|method| method.answer.is_none() && method.body.is_none());
            found.extend(methods.map(|method| {
                let of = describe(&method.result);
                format!(
                    "{of_trait}::{}; nothing makes its result `{of}`",
                    method.name
                )
            }));
        }
        found
    }

    /// Drops answers that contain values of types that cannot be built.
    pub(super) fn settle(&mut self, is_built: &dyn Fn(&Shape) -> bool) {
        let methods = self.implemented.iter_mut();
        let methods = methods.flat_map(|each| &mut each.methods);
        for method in methods.chain(&mut self.helpers) {
            if let Some(Answer::Built { filled, called, .. }) = &mut method.answer {
                filled.retain(|each| is_built(&each.shape));
                called.retain(|each| each.arguments.iter().all(is_built));
            }
            let answer = method.answer.as_ref();
            if answer.is_some_and(|answer| !answer.shapes().into_iter().all(is_built)) {
                method.answer = None;
            }
        }
        // The default does for what cannot be answered.
        for each in &mut self.implemented {
            each.methods
                .retain(|method| !method.is_provided || method.answer.is_some());
        }
    }
}

impl Demand<'_, '_, '_> {
    /// The mock with these traits.
    pub(super) fn mock(&mut self, of: &Type, bounds: &[Bound]) -> Mock {
        let mut mock = Mock {
            name: self.index.mock_name(bounds),
            fields: Vec::new(),
            of_std: Vec::new(),
            implemented: Vec::new(),
            helpers: Vec::new(),
            mentioned: Vec::new(),
        };
        let associated = bounds.iter().flat_map(|bound| &bound.associated);
        for (_, member) in associated {
            mock.mentioned.extend(self.mentioned(member));
        }
        for bound in bounds {
            let item = bound.id.and_then(|id| self.index.model.traits.get(&id));
            match (item, bound.std_trait()) {
                (Some(item), _) => mock.implemented.push(self.implementation(of, item, bound)),
                (None, Some(of_trait)) => {
                    let part = self.of_std(of, of_trait, bound, bounds);
                    mock.fields.extend(part.fields);
                    mock.helpers.extend(part.helpers);
                    match part.methods.is_empty() {
                        true => mock.of_std.push(of_trait),
                        false => mock.implemented.push(Implementation {
                            bound: without_itself(bound),
                            lifetimes: 0,
                            types: with_itself(&bound.associated, of),
                            constants: Vec::new(),
                            methods: part.methods,
                        }),
                    }
                }
                (None, None) => {}
            }
        }
        let rank = self.ranked(&mut mock.implemented);
        mock.helpers.extend(rank);
        if mock.of_std.contains(&StdTrait::Copy) {
            mock.answer_alike();
        }
        mock
    }

    /// The helper that gives the ranks of mocks with these traits, if there are methods that compare them. Their expressions name it from now on.
    fn ranked(&mut self, implemented: &mut [Implementation]) -> Option<MockMethod> {
        let all = implemented.iter().flat_map(|each| &each.methods);
        let taken: Vec<&str> = all.map(|method| method.name.as_str()).collect();
        let mut name = "rank".to_owned();
        while taken.contains(&name.as_str()) {
            name.push('_');
        }
        let mut is_asked = false;
        let methods = implemented.iter_mut().flat_map(|each| &mut each.methods);
        for method in methods {
            if let Some(Answer::Compared(forms)) = &mut method.answer {
                is_asked = true;
                for form in forms {
                    *form = ranks::named(form, &name);
                }
            }
        }
        is_asked.then(|| MockMethod {
            by: AnsweredBy::Nothing,
            ..self.chosen(&name, Vec::new(), make::primitive("u8"))
        })
    }

    /// The mocks that a type names.
    pub(crate) fn mentioned(&mut self, of: &Type) -> Vec<Shape> {
        let mocks = mocks_in(of).into_iter();
        mocks.filter_map(|mock| self.shape(&mock).ok()).collect()
    }

    fn implementation(&mut self, of: &Type, item: &TraitItem, bound: &Bound) -> Implementation {
        let index = self.index;
        let mut bound = bound.clone();
        for argument in bound.arguments.iter_mut().filter(|each| is_itself(each)) {
            argument.clone_from(of);
        }
        let mut known = arguments_of(item, &bound);
        known.types.insert("Self".into(), of.clone());
        let is_lifetime = |param: &&GenericParam| matches!(param, GenericParam::Lifetime(_));
        let constants = item.associated_constants.iter().filter_map(|each| {
            let of = index.substitute(&each.of, &known);
            let usual = || match each.has_default {
                true => None,
                false => constant(index, &of),
            };
            let value = prescribed(&bound, &each.name).or_else(usual)?;
            Some((each.name.clone(), of, value))
        });
        let types = bound.associated.iter();
        let types = types.filter(|(name, _)| !is_constant(item, name) && !is_mark(name));
        let required = index.required_methods(item.id);
        let mut methods: Vec<MockMethod> = required
            .map(|method| self.mock_method(of, method, &known))
            .collect();
        if overrides(&bound) {
            let overridden = index.default_methods(item.id);
            let overridden = overridden.filter(|method| is_overridable(method));
            methods.extend(overridden.filter_map(|method| {
                let method = self.mock_method(of, method, &known);
                let is_provided = true;
                method.answer.is_some().then_some(MockMethod {
                    is_provided,
                    ..method
                })
            }));
        }
        Implementation {
            lifetimes: item.generics.params.iter().filter(is_lifetime).count(),
            types: types.cloned().collect(),
            constants: constants.collect(),
            methods,
            bound,
        }
    }

    fn mock_method(&mut self, of: &Type, method: &Function, known: &Substitution) -> MockMethod {
        let index = self.index;
        let callable = &method.callable;
        let mut names = Names::default();
        let parameters: Vec<(String, Type)> = callable
            .parameters
            .iter()
            .map(|parameter| {
                let name = names.unique(&variable(&parameter.name, "argument"));
                (name, index.substitute(&parameter.of, known))
            })
            .collect();
        let declared = index.substitute(&callable.result, known);
        let opaque = self.traits.opaque(&declared);
        let is_sent = matches!(opaque, Some(Opaque::Future { is_sent: true, .. }));
        let (result, is_async, is_refined) = match opaque {
            Some(Opaque::Future { output, .. }) => (output, true, false),
            Some(Opaque::Type(of)) => (of, callable.is_async, true),
            None => (declared, callable.is_async, false),
        };
        let generics = substituted(index, &callable.generics.params, known);
        let (by, answer) =
            match self.compares(&method.name, of, callable.receiver, &parameters, &result) {
                Some(answer) => (AnsweredBy::Nothing, Some(answer)),
                None => {
                    let described = with_bounds(&parameters, &generics);
                    let answer = match is_known(&result, &generics) {
                        true => self.answer(&result, &described),
                        false => {
                            let result = self.open(&result, &generics);
                            result.map(|result| self.built(result, &described))
                        }
                    };
                    let by = match callable.receiver {
                        Some(Receiver::Shared)
                            if self.is_lawful && is_property(&result) && !result.is_unit() =>
                        {
                            match parameters.as_slice() {
                                [(_, of)] if literal_of(of).is_some() => AnsweredBy::AgainOrKey,
                                _ => AnsweredBy::Again,
                            }
                        }
                        _ => AnsweredBy::Calls,
                    };
                    (by, answer)
                }
            };
        MockMethod {
            name: method.name.clone(),
            generics,
            receiver: callable.receiver,
            parameters,
            result,
            lends_object: callable.lends_object,
            is_async,
            is_refined,
            is_sent,
            is_unsafe: callable.is_unsafe,
            is_provided: false,
            body: None,
            by,
            answer,
        }
    }

    /// The answer of a method of the mock `of` with this name, these parameters and this result, if it compares two values.
    fn compares(
        &mut self,
        name: &str,
        of: &Type,
        receiver: Option<Receiver>,
        parameters: &[(String, Type)],
        result: &Type,
    ) -> Option<Answer> {
        if !self.is_lawful {
            return None;
        }
        if let Some(forms) = ranks::forms(name, of, receiver, parameters, result) {
            return Some(Answer::Compared(forms));
        }
        let signature = FnSignature::new(
            parameters.iter().map(|(_, of)| of.clone()).collect(),
            result.clone(),
        );
        self.comparisons(&signature).map(Answer::Computed)
    }
}

/// The bound without arguments that are the mock itself, which is what they usually are.
fn without_itself(bound: &Bound) -> Bound {
    let mut bound = bound.clone();
    bound.arguments.retain(|of| !is_itself(of));
    bound
}

/// Associated types with the mock in place of `Self`.
fn with_itself(types: &[(String, Type)], mock: &Type) -> Vec<(String, Type)> {
    let types = types.iter().map(|(name, of)| match is_itself(of) {
        true => (name.clone(), mock.clone()),
        false => (name.clone(), of.clone()),
    });
    types.collect()
}

/// A method's own parameters, with what their bounds mention.
fn substituted(index: &Index, params: &[GenericParam], known: &Substitution) -> Vec<GenericParam> {
    let params = params.iter().map(|param| match param {
        GenericParam::Type { name, bounds, .. } => GenericParam::Type {
            name: name.clone(),
            bounds: bounds
                .iter()
                .map(|bound| index.substitute_bound(bound, known))
                .collect(),
            default: None,
        },
        other => other.clone(),
    });
    params.collect()
}
