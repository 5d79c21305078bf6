//! Type arguments under traits of other crates.

use super::request;
use super::toy::*;
use crate::{Verdict, generate};
use isolde_model::{
    Bound, Container, Fields, Function, GenericParam, Generics, Impl, ItemId, Model, Receiver,
    TraitItem, Type, TypeKind,
};
use isolde_record::Visibility;
use std::collections::BTreeMap;

const FLOAT: u32 = 20;
const COORDINATE: u32 = 21;
const POWER: u32 = 22;

fn generic(name: &str) -> Type {
    Type::Generic(name.into())
}

fn param(bounds: Vec<Bound>) -> Generics {
    Generics {
        params: vec![GenericParam::Type {
            name: "T".into(),
            bounds,
            default: None,
        }],
        bounds: Vec::new(),
    }
}

fn on(id: u32, name: &str, arguments: Vec<Type>) -> Bound {
    Bound {
        id: Some(ItemId(id)),
        ..bound(&format!("number::{name}"), arguments)
    }
}

fn implemented(of_trait: Bound, self_type: Type, generics: Generics) -> Impl {
    Impl {
        generics,
        of_trait: Some(of_trait),
        trait_public_path: Some("number::Trait".into()),
        self_type,
        derived: false,
        associated: Vec::new(),
        span: None,
    }
}

fn outside(id: u32, name: &str, impls: &[Impl]) -> (ItemId, TraitItem) {
    let id = ItemId(id);
    let of_this = impls.iter().filter(|block| {
        let of_trait = block.of_trait.as_ref();
        of_trait.is_some_and(|of_trait| of_trait.id == Some(id))
    });
    let item = TraitItem {
        id,
        name: name.into(),
        public_path: Some(format!("number::{name}")),
        crate_path: format!("number::{name}"),
        is_outside: true,
        defined: format!("number::{name}"),
        generics: Generics::default(),
        supertraits: Vec::new(),
        implementors: of_this.map(|block| block.self_type.clone()).collect(),
        associated_types: Vec::new(),
        associated_constants: Vec::new(),
        visibility: Visibility::Public,
        dyn_compatible: true,
        is_unsafe: false,
    };
    (id, item)
}

/// A model that knows a crate `number`: `Float` for two types, `Coordinate` for whatever is a `Float` (but `u8` and all others are not), and
/// `Power<u16>` for numbers whose powers have other types than they, except for `i64`.
fn with_numbers(functions: Vec<Function>) -> Model {
    let plain = Generics::default;
    let power = |of: &str, output: &str| Impl {
        associated: vec![("Output".into(), primitive(output))],
        ..implemented(
            on(POWER, "Power", vec![primitive("u16")]),
            primitive(of),
            plain(),
        )
    };
    let impls = vec![
        implemented(on(FLOAT, "Float", Vec::new()), primitive("f32"), plain()),
        implemented(on(FLOAT, "Float", Vec::new()), primitive("f64"), plain()),
        implemented(
            on(COORDINATE, "Coordinate", Vec::new()),
            generic("T"),
            param(vec![on(FLOAT, "Float", Vec::new())]),
        ),
        power("u8", "u64"),
        power("i64", "i64"),
    ];
    let traits = [
        (FLOAT, "Float"),
        (COORDINATE, "Coordinate"),
        (POWER, "Power"),
    ];
    Model {
        traits: BTreeMap::from(traits.map(|(id, name)| outside(id, name, &impls))),
        impls,
        ..model(functions)
    }
}

fn instances(bounds: Vec<Bound>) -> Vec<String> {
    let mut measure = function("measure", &[("of", generic("T"))], primitive("usize"));
    measure.callable.generics = param(bounds);
    let model = with_numbers(vec![measure]);
    let harness = generate(&request(&model, &BTreeMap::new()));
    assert!(matches!(&harness.functions[..], [(0, Verdict::Thunks(_))]));
    let thunks = harness.thunks.iter();
    thunks.map(|thunk| thunk.instance.join(", ")).collect()
}

#[test]
fn types_that_have_another_crates_trait_are_tried_the_commonest_first() {
    assert_eq!(
        instances(vec![on(FLOAT, "Float", Vec::new())]),
        ["f64", "f32"]
    );
}

#[test]
fn an_impl_for_all_types_with_other_bounds_leads_to_types_with_these() {
    assert_eq!(
        instances(vec![on(COORDINATE, "Coordinate", Vec::new())]),
        ["f64", "f32"]
    );
}

#[test]
fn bounds_may_mention_the_parameter_that_they_are_on() {
    let power = Bound {
        associated: vec![("Output".into(), generic("T"))],
        ..on(POWER, "Power", vec![primitive("u16")])
    };
    assert_eq!(instances(vec![power]), ["i64"]);
}

/// A type whose values only a trait's method makes: `fn held(self) -> Holder<Self>` of `Float`.
#[test]
fn a_method_is_called_on_a_value_that_can_be_made() {
    let holder = |of: Type| Type::Path {
        defined: "toy::Holder".into(),
        id: Some(ItemId(3)),
        arguments: vec![of],
        constants: Vec::new(),
    };
    let itself = || generic("Self");
    let mut held = method("held", Some(Receiver::Value), &[], holder(itself()));
    held.container = Container::Trait(ItemId(FLOAT));
    let mut count = method("count", Some(Receiver::Shared), &[], primitive("usize"));
    count.container = Container::Inherent(5);
    count.path = "Holder::count".into();
    let mut model = with_numbers(vec![held, count]);
    model.impls.push(Impl {
        of_trait: None,
        trait_public_path: None,
        ..implemented(
            bound("", Vec::new()),
            holder(generic("T")),
            param(Vec::new()),
        )
    });
    let secret = field("held", generic("T"), Visibility::Private);
    let mut item = type_item(3, "Holder", TypeKind::Struct(Fields::Named(vec![secret])));
    item.generics = param(Vec::new());
    model.types.insert(ItemId(3), item);
    let of_float = model.traits.get_mut(&ItemId(FLOAT)).expect("a trait");
    of_float.is_outside = false;
    let harness = generate(&request(&model, &BTreeMap::new()));
    let counted = harness
        .thunks
        .iter()
        .filter(|each| each.function == "Holder::count");
    let counted: Vec<String> = counted.map(|each| each.instance.join(", ")).collect();
    assert_eq!(counted, ["f32", "f64"]);
    let makes = "<f32 as number::Float>::held(a0)";
    assert!(harness.main_rs.contains(makes), "{}", harness.main_rs);
}
