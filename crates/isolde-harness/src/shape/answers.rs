//! How the answers of mocks, and of fakes, are made.

use super::callbacks::Called;
use super::{Demand, Shape};
use crate::types::{is_concrete, mentions};
use isolde_model::{StdItem, Type};

/// How the answers of a method are made.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// From choices.
    Built {
        /// The result.
        result: Box<Shape>,
        /// Mutable arguments that get new values.
        filled: Vec<Filled>,
        /// Arguments that are called.
        called: Vec<Called>,
    },
    /// Ready, or pending, but with the task woken.
    Polled {
        /// The number of the parameter that is the task's context.
        context: usize,
        /// The value when it is ready.
        value: Box<Shape>,
    },
    /// One of these expressions, in which the parameters are `{0}` and `{1}`.
    Computed(Vec<String>),
    /// The same for a method that compares mocks: all mocks of the type compute the same expression.
    Compared(Vec<String>),
    /// By a function of the library that keeps what the trait of std promises; it gets the method's arguments, and builders of these shapes.
    Lawful(String, Vec<Shape>),
}

/// A mutable argument that gets a new value.
#[derive(Clone, Debug)]
pub(crate) struct Filled {
    /// The number of the parameter.
    pub parameter: usize,
    /// Whether it is a slice, so that elements get new values.
    pub is_slice: bool,
    /// The value, or an element.
    pub shape: Shape,
}

impl Answer {
    /// The shapes of the values in it.
    pub(crate) fn shapes(&self) -> Vec<&Shape> {
        match self {
            Answer::Built {
                result,
                filled,
                called,
            } => {
                let filled = filled.iter().map(|each| &each.shape);
                let called = called.iter().flat_map(|each| &each.arguments);
                std::iter::once(&**result)
                    .chain(filled)
                    .chain(called)
                    .collect()
            }
            Answer::Polled { value, .. } => vec![value],
            Answer::Computed(_) | Answer::Compared(_) => Vec::new(),
            Answer::Lawful(_, parts) => parts.iter().collect(),
        }
    }
}

impl Demand<'_, '_, '_> {
    /// How answers of a function with this result and these parameters are made, if they can be made.
    pub(crate) fn answer(
        &mut self,
        result: &Type,
        parameters: &[(String, Type)],
    ) -> Option<Answer> {
        let is_context = |(_, of): &(String, Type)| matches!(of, Type::Reference { target, .. } if target.std_item() == Some(StdItem::TaskContext));
        if let (Some((StdItem::Poll, [value])), Some(context)) =
            (result.std(), parameters.iter().position(is_context))
        {
            let value = Box::new(self.shape(value).ok()?);
            return Some(Answer::Polled { context, value });
        }
        let result = self.shape(result).ok()?;
        Some(self.built(result, parameters))
    }

    /// The answer that consists of this result and of what is done with the parameters.
    pub(super) fn built(&mut self, result: Shape, parameters: &[(String, Type)]) -> Answer {
        let filled = self.filled(parameters.iter().map(|(_, of)| of));
        let called = parameters.iter().enumerate();
        let called = called.filter_map(|(parameter, (_, of))| self.called(parameter, of));
        let called = called.collect();
        Answer::Built {
            result: Box::new(result),
            filled,
            called,
        }
    }

    /// The arguments of these types that get new values.
    pub(super) fn filled<'t>(&mut self, types: impl Iterator<Item = &'t Type>) -> Vec<Filled> {
        let filled = types.enumerate().filter_map(|(parameter, of)| {
            let Type::Reference {
                mutable: true,
                target,
                ..
            } = of
            else {
                return None;
            };
            let (is_slice, target) = match &**target {
                Type::Slice(element) => (true, element),
                _ => (false, target),
            };
            let is_mock = |of: &Type| matches!(of, Type::Mock(_) | Type::Dyn(_));
            // What lives only as long as the call cannot get a value that was made here.
            if !is_concrete(target)
                || self.index.has_lifetime(target)
                || mentions(target, &is_mock)
                || target.std_item() == Some(StdItem::TaskContext)
            {
                return None;
            }
            let shape = self.shape(target).ok()?;
            Some(Filled {
                parameter,
                is_slice,
                shape,
            })
        });
        filled.collect()
    }
}
