//! Questions to the compiler about bounds.

use super::request;
use super::toy::*;
use crate::{Harness, PieceId, Rejection, Request, generate};
use isolde_model::{Bound, GenericParam, Generics, ItemId, Model, TraitItem, Type};
use isolde_record::Visibility;
use std::collections::BTreeMap;

/// `fn weigh<T: Weighty>(of: T) -> usize`, where only a macro knows which types implement `Weighty`.
fn with_unknown_impls() -> Model {
    let mut weigh = function(
        "weigh",
        &[("of", Type::Generic("T".into()))],
        primitive("usize"),
    );
    let weighty = Bound {
        id: Some(ItemId(30)),
        ..bound("toy::Weighty", Vec::new())
    };
    weigh.callable.generics.params.push(GenericParam::Type {
        name: "T".into(),
        bounds: vec![weighty],
        default: None,
    });
    let item = TraitItem {
        id: ItemId(30),
        name: "Weighty".into(),
        public_path: Some("toy::Weighty".into()),
        crate_path: "crate::Weighty".into(),
        is_outside: false,
        defined: "toy::Weighty".into(),
        generics: Generics::default(),
        supertraits: Vec::new(),
        implementors: Vec::new(),
        associated_types: Vec::new(),
        associated_constants: Vec::new(),
        visibility: Visibility::Public,
        dyn_compatible: true,
        is_unsafe: false,
    };
    Model {
        traits: BTreeMap::from([(ItemId(30), item)]),
        ..model(vec![weigh])
    }
}

fn driver(model: &Model, rejected: &BTreeMap<PieceId, Rejection>, asks: bool) -> Harness {
    generate(&Request {
        asks,
        ..request(model, rejected)
    })
}

fn instances(harness: &Harness) -> Vec<String> {
    let thunks = harness.thunks.iter();
    thunks.map(|thunk| thunk.instance.join(", ")).collect()
}

#[test]
fn the_compiler_is_asked_about_all_types_at_once_and_those_that_do_not_fit_are_not_tried() {
    let model = with_unknown_impls();
    let first = driver(&model, &BTreeMap::new(), true);
    assert!(instances(&first).len() > 10, "{:?}", instances(&first));
    let asked = |of: &str| format!("where {of}: toy::Weighty {{}}");
    for of in ["u8", "String", "f64", "bool", "&'static str"] {
        assert!(first.main_rs.contains(&asked(of)), "{of}");
    }
    let piece = |of: &str| format!("bound {of}: toy::Weighty");
    assert!(first.pieces.iter().any(|each| each.id == piece("f64")));

    let refused = first.pieces.iter().filter(|each| {
        each.id.starts_with("bound ") && ![piece("f64"), piece("bool")].contains(&each.id)
    });
    let rejection = Rejection {
        code: Some("E0277".into()),
        message: "the trait bound is not satisfied".into(),
        is_final: false,
    };
    let rejected = refused.map(|each| (each.id.clone(), rejection.clone()));
    let rejected: BTreeMap<PieceId, Rejection> = rejected.collect();
    let second = driver(&model, &rejected, true);
    assert_eq!(instances(&second), ["f64", "bool"]);
    assert!(!second.main_rs.contains(&asked("u8")));
    // The answers stay when nothing is asked any more.
    let last = driver(&model, &rejected, false);
    assert_eq!(instances(&last), ["f64", "bool"]);
    assert!(!last.main_rs.contains("fn bound_"));
}
