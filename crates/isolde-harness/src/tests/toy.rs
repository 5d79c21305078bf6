//! A small hand-made model for the tests of the passes.

use super::request;
use crate::{Verdict, generate};
use isolde_model::{
    Bound, Callable, Container, Field, Fields, Function, Generics, Impl, ItemId, Model, Parameter,
    Receiver, Type, TypeItem, TypeKind, Variant,
};
use isolde_record::Visibility;
use std::collections::BTreeMap;

pub(super) fn primitive(name: &str) -> Type {
    Type::Primitive(name.into())
}

pub(super) fn own(id: u32, name: &str) -> Type {
    Type::Path {
        defined: format!("toy::{name}"),
        id: Some(ItemId(id)),
        arguments: Vec::new(),
        constants: Vec::new(),
    }
}

pub(super) fn text() -> Type {
    Type::Reference {
        mutable: false,
        is_static: false,
        target: Box::new(primitive("str")),
    }
}

pub(super) fn bound(defined: &str, arguments: Vec<Type>) -> Bound {
    Bound {
        defined: defined.into(),
        id: None,
        arguments,
        associated: Vec::new(),
        constants: Vec::new(),
        signature: None,
        maybe: false,
    }
}

pub(super) fn function(name: &str, parameters: &[(&str, Type)], result: Type) -> Function {
    Function {
        id: ItemId(100),
        name: name.into(),
        path: name.into(),
        public_path: Some(format!("toy::{name}")),
        crate_path: format!("crate::{name}"),
        module: Vec::new(),
        container: Container::Module,
        callable: Callable {
            generics: Generics::default(),
            receiver: None,
            parameters: parameters
                .iter()
                .map(|(name, of)| Parameter {
                    name: (*name).into(),
                    of: of.clone(),
                })
                .collect(),
            result,
            is_unsafe: false,
            lends_object: false,
            is_async: false,
            is_const: false,
            has_body: true,
        },
        visibility: Visibility::Public,
        span: None,
        docs: String::new(),
        announced: Default::default(),
        derived: false,
        hidden: false,
        deprecated: false,
        test_only: false,
        contract: None,
    }
}

pub(super) fn method(
    name: &str,
    receiver: Option<Receiver>,
    parameters: &[(&str, Type)],
    result: Type,
) -> Function {
    let mut function = function(name, parameters, result);
    function.path = format!("Counter::{name}");
    function.container = Container::Inherent(0);
    function.callable.receiver = receiver;
    function
}

pub(super) fn type_item(id: u32, name: &str, kind: TypeKind) -> TypeItem {
    TypeItem {
        id: ItemId(id),
        name: name.into(),
        public_path: Some(format!("toy::{name}")),
        crate_path: format!("crate::{name}"),
        is_outside: false,
        module: Vec::new(),
        kind,
        generics: Generics::default(),
        visibility: Visibility::Public,
        non_exhaustive: false,
        span: None,
        implements: vec!["core::fmt::Debug".into(), "core::cmp::PartialEq".into()],
    }
}

pub(super) fn field(name: &str, of: Type, visibility: Visibility) -> Field {
    Field {
        name: name.into(),
        of,
        visibility,
    }
}

/// A counter that only its methods can change, an enum, and the given functions.
pub(super) fn model(functions: Vec<Function>) -> Model {
    let counter = TypeKind::Struct(Fields::Named(vec![field(
        "count",
        primitive("u32"),
        Visibility::Private,
    )]));
    let variant = |name: &str, fields| Variant {
        name: name.into(),
        fields,
        restricted: false,
    };
    let shade = TypeKind::Enum(vec![
        variant(
            "Grey",
            Fields::Tuple(vec![field("0", primitive("u8"), Visibility::Public)]),
        ),
        variant("Black", Fields::Unit),
    ]);
    Model {
        crate_name: "toy".into(),
        dependencies: Vec::new(),
        functions,
        types: BTreeMap::from([
            (ItemId(1), type_item(1, "Counter", counter)),
            (ItemId(2), type_item(2, "Shade", shade)),
        ]),
        impls: vec![Impl {
            generics: Generics::default(),
            of_trait: None,
            trait_public_path: None,
            self_type: own(1, "Counter"),
            derived: false,
            associated: Vec::new(),
            span: None,
        }],
        ..Model::default()
    }
}

pub(super) fn verdicts(model: &Model) -> Vec<Verdict> {
    let rejected = BTreeMap::new();
    let harness = generate(&request(model, &rejected));
    harness
        .functions
        .into_iter()
        .map(|(_, verdict)| verdict)
        .collect()
}

pub(super) fn generated(functions: Vec<Function>) -> String {
    let rejected = BTreeMap::new();
    generate(&request(&model(functions), &rejected)).main_rs
}

/// `Option<T>`.
pub(super) fn option(of: Type) -> Type {
    Type::Path {
        defined: "core::option::Option".into(),
        id: None,
        arguments: vec![of],
        constants: Vec::new(),
    }
}
