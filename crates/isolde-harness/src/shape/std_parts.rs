//! What traits of std add to mocks, and the methods of which that consists.

use super::answers::Answer;
use super::mocks::MockMethod;
use super::{AnsweredBy, Demand};
use crate::types::make;
use isolde_model::{Receiver, StdItem, Type};

/// What a trait of std adds to a mock.
#[derive(Debug, Default)]
pub(super) struct StdPart {
    /// Fields: name and type.
    pub fields: Vec<(&'static str, String)>,
    /// Methods that belong to no trait.
    pub helpers: Vec<MockMethod>,
    /// The methods of the trait; none if they are always the same.
    pub methods: Vec<MockMethod>,
}

impl Demand<'_, '_, '_> {
    /// A method with any answers.
    pub(super) fn chosen(
        &mut self,
        name: &str,
        parameters: Vec<(&str, Type)>,
        result: Type,
    ) -> MockMethod {
        let method = lawful("", parameters, result);
        let answer = self.answer(&method.result, &method.parameters);
        MockMethod {
            name: name.into(),
            receiver: Some(Receiver::Shared),
            answer,
            ..method
        }
    }
}

/// A method that is answered by the library's function of the same name.
pub(super) fn lawful(name: &str, parameters: Vec<(&str, Type)>, result: Type) -> MockMethod {
    MockMethod {
        name: name.into(),
        generics: Vec::new(),
        receiver: Some(Receiver::Mutable),
        parameters: parameters
            .into_iter()
            .map(|(name, of)| (name.to_owned(), of))
            .collect(),
        result,
        lends_object: false,
        is_async: false,
        is_unsafe: false,
        is_refined: false,
        is_sent: false,
        is_provided: false,
        body: None,
        by: AnsweredBy::Calls,
        answer: Some(Answer::Lawful(name.into(), Vec::new())),
    }
}

/// The method with one answer to all calls.
pub(super) fn alike(method: MockMethod) -> MockMethod {
    MockMethod {
        by: AnsweredBy::Nothing,
        ..method
    }
}

/// `&[u8]`.
pub(super) fn bytes(mutable: bool) -> Type {
    borrowed(mutable, make::bytes())
}

/// A reference that, unlike those of `make::reference`, need not live for ever.
pub(super) fn borrowed(mutable: bool, target: Type) -> Type {
    Type::Reference {
        mutable,
        is_static: false,
        target: Box::new(target),
    }
}

pub(super) fn usize() -> Type {
    make::primitive("usize")
}

pub(super) fn option(of: Type) -> Type {
    make::std(StdItem::Option, vec![of])
}

pub(super) fn result(of: Type, error: Type) -> Type {
    make::std(StdItem::Result, vec![of, error])
}

pub(super) fn fmt_error() -> Type {
    make::std(StdItem::FmtError, Vec::new())
}

pub(super) fn io(of: Type) -> Type {
    result(of, make::std(StdItem::IoError, Vec::new()))
}
