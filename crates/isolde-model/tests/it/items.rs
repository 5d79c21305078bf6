//! What the model contains about the fixture's items.

use crate::fixture::{copy_harbour, document_with, function, harbour, impls_of, type_item};
use isolde_model::{
    Bound, Container, FnSignature, GenericParam, Receiver, StdItem, StdTrait, Type, load,
};
use isolde_record::{PanicKind, Visibility};

#[test]
fn the_whole_model_of_the_fixture_is_as_recorded() {
    insta::assert_snapshot!(harbour().model.summary());
}

#[test]
fn reading_twice_gives_equal_models() {
    let fixture = harbour();
    let again = load(&fixture.json, &fixture.folder.path().join("harbour"))
        .expect("the JSON is read again");
    assert_eq!(again.summary(), fixture.model.summary());
    assert_eq!(again.functions, fixture.model.functions);
}

#[test]
fn ids_of_types_are_the_ids_that_signatures_name() {
    let Type::Path { id, defined, .. } = &function("private_helper").callable.result else {
        panic!("no path")
    };
    assert_eq!((defined.as_str(), *id), ("core::result::Result", None));
    let Type::Path {
        id: Some(id),
        defined,
        ..
    } = &function("signal::Lamp::r#match").callable.result
    else {
        panic!("no path of the crate")
    };
    let lamp = &harbour().model.types[id];
    assert_eq!(
        (lamp.name.as_str(), defined.as_str()),
        ("Lamp", "harbour_lights::signal::Lamp")
    );
    let measure = harbour()
        .model
        .traits
        .values()
        .find(|of| of.name == "Measure")
        .expect("the trait is there");
    let Type::Reference { target, .. } = &function("dispatch").callable.parameters[0].of else {
        panic!("no reference")
    };
    let Type::Dyn(bounds) = &**target else {
        panic!("no trait object")
    };
    assert_eq!(
        (bounds[0].id, &bounds[0].defined),
        (Some(measure.id), &measure.defined)
    );
    assert_eq!(
        bounds[0].associated,
        [("Unit".to_owned(), Type::Primitive("u8".to_owned()))]
    );
}

#[test]
fn the_best_public_path_is_the_shortest_that_is_not_hidden() {
    let public = |path: &str| function(path).public_path.as_deref();
    assert_eq!(public("berth::leave"), Some("harbour_lights::leave"));
    assert_eq!(
        public("signal::code::Flag::flip"),
        Some("harbour_lights::Flag::flip")
    );
    assert_eq!(
        type_item("crate::tide::inner::Level")
            .public_path
            .as_deref(),
        Some("harbour_lights::TideLevel")
    );
    assert_eq!(
        public("signal::code::call"),
        Some("harbour_lights::signal::code::call"),
        "the shorter path is hidden"
    );
    assert_eq!(
        public("berth::secret::Chest::open"),
        Some("harbour_lights::signal::Vault::open"),
        "through an alias"
    );
    assert_eq!(
        public("plumbing::pipe"),
        Some("harbour_lights::plumbing::pipe")
    );
    assert!(function("plumbing::pipe").hidden);
    assert!(!function("signal::code::call").hidden);
}

#[test]
fn names_that_globs_cannot_give_are_not_public() {
    assert_eq!(
        function("moor").public_path.as_deref(),
        Some("harbour_lights::moor")
    );
    for path in [
        "berth::moor",
        "berth::hidden_by_scope",
        "outer::first::ambiguous",
        "outer::second::ambiguous",
    ] {
        assert_eq!(
            (function(path).visibility, &function(path).public_path),
            (Visibility::Private, &None),
            "{path}"
        );
    }
    assert_eq!(
        function("outer::first::unambiguous").visibility,
        Visibility::Public
    );
}

#[test]
fn methods_of_impls_are_as_public_as_the_types_that_the_impl_names() {
    for (path, visibility) in [
        ("signal::Lamp::internal", Visibility::Private),
        ("signal::Lamp::tide", Visibility::Public),
        ("<u8 as From<Failure>>::from", Visibility::Public),
        ("<Failure as From<Local>>::from", Visibility::Private),
        ("<T as Assemble>::assemble", Visibility::Private),
        ("<&str as Measure>::twice", Visibility::Public),
    ] {
        assert_eq!(function(path).visibility, visibility, "{path}");
    }
}

#[test]
fn impls_belong_to_the_module_that_contains_them() {
    let module = |path: &str| function(path).module.join("::");
    assert_eq!(module("signal::Lamp::tide"), "tide");
    assert_eq!(module("Failure::is_empty"), "outer::third");
    assert_eq!(module("Failure::is_full"), "outer");
    assert_eq!(module("Failure::code"), "");
}

#[test]
fn paths_distinguish_impls_with_equal_methods() {
    assert_eq!(
        function("plumbing::Value<u8>::describe").container,
        Container::Inherent(impl_index("Value<u8>"))
    );
    assert_eq!(
        function("plumbing::Value<char>::describe").container,
        Container::Inherent(impl_index("Value<char>"))
    );
    function("<Value<u8> as Convert<u16>>::convert");
    function("<Value<char> as Convert<u16>>::convert");
    function("<Sink as fmt::Write>::write_fmt");
    function("<Sink as io::Write>::write_fmt");
    function("<Gauge as PartialEq>::eq");
    function("<Gauge as PartialEq<Lamp>>::eq");
    function("<&Berth as IntoIterator>::into_iter");
    function("<Berth as IntoIterator>::into_iter");
}

fn impl_index(self_type: &str) -> usize {
    let is_inherent =
        |of: &isolde_model::Impl| of.of_trait.is_none() && of.self_type.to_string() == self_type;
    harbour()
        .model
        .impls
        .iter()
        .position(is_inherent)
        .expect("the impl is there")
}

#[test]
fn derived_impls_are_distinguished_from_those_of_other_macros() {
    assert!(function("<Gauge as Ord>::cmp").derived);
    assert!(!function("<Failure as From<u16>>::from").derived);
    assert!(impls_of("From<u32>").iter().all(|of| !of.derived));
}

#[test]
fn receivers_and_parameters_are_as_written() {
    let receiver = |path: &str| function(path).callable.receiver;
    assert_eq!(receiver("berth::Berth::finish"), Some(Receiver::Value));
    assert_eq!(receiver("berth::Berth::length"), Some(Receiver::Shared));
    assert_eq!(receiver("berth::Berth::push"), Some(Receiver::Mutable));
    assert_eq!(
        receiver("berth::Berth::boxed"),
        Some(Receiver::Owned(StdItem::Box))
    );
    assert_eq!(receiver("berth::Berth::new"), None);
    let names = |path: &str| -> Vec<_> {
        function(path)
            .callable
            .parameters
            .iter()
            .map(|of| of.name.clone())
            .collect()
    };
    assert_eq!(names("calm"), ["_", "third"]);
    assert_eq!(names("signal::Lamp::r#match"), ["r#type"]);
    assert_eq!(names("berth::Berth::push"), ["ship"]);
}

#[test]
fn self_aliases_and_projections_are_resolved() {
    let result = |path: &str| function(path).callable.result.to_string();
    assert_eq!(result("berth::Berth::push"), "&mut Berth<T, N>");
    assert_eq!(result("<Lamp as Iterator>::next"), "Option<Lamp>");
    assert_eq!(
        result("<Level as FromStr>::from_str"),
        "Result<Level, ParseIntError>"
    );
    assert_eq!(result("berth::Berth::bytes"), "Option<u8>");
    assert_eq!(result("private_helper"), "Result<u32, Failure>");
    assert_eq!(result("count_bytes"), "Result<usize, Error>");
    assert_eq!(result("buffer"), "[u8; 2]");
    assert_eq!(result("defaults"), "[u8; 3]");
    assert_eq!(result("signal::keyed"), "Result<Chest, Error>");
    assert_eq!(result("<Value as Add<u8>>::add"), "Value<char>");
    assert_eq!(result("tide::Measure::measure"), "<Self as Measure>::Unit");
    let parameters: Vec<_> = function("defaults")
        .callable
        .parameters
        .iter()
        .map(|of| of.of.to_string())
        .collect();
    assert_eq!(
        parameters,
        [
            "&Berth<String, 4>",
            "Berth<u8, 4>",
            "NonZeroU8",
            "NonZeroU8"
        ]
    );
}

#[test]
fn bounds_of_where_clauses_are_merged_into_the_parameters() {
    let generics = &function("apply").callable.generics;
    let [
        GenericParam::Lifetime(a),
        GenericParam::Type { name, bounds, .. },
        GenericParam::Type { .. },
        constant,
    ] = generics.params.as_slice()
    else {
        panic!("{:?}", generics.params)
    };
    assert_eq!((a.as_str(), name.as_str()), ("'a", "F"));
    assert_eq!(
        *constant,
        GenericParam::Const {
            name: "N".to_owned(),
            of: "usize".to_owned()
        }
    );
    let [
        Bound {
            defined,
            signature: Some(signature),
            ..
        },
        Bound { defined: send, .. },
    ] = bounds.as_slice()
    else {
        panic!("{bounds:?}")
    };
    assert_eq!(
        (defined.as_str(), send.as_str()),
        ("core::ops::function::FnMut", "core::marker::Send")
    );
    let FnSignature {
        parameters, result, ..
    } = &**signature;
    assert_eq!(parameters.len(), 2);
    assert_eq!(result.to_string(), "Option<bool>");
    let others: Vec<_> = generics
        .bounds
        .iter()
        .map(|(on, bounds)| format!("{on}: {}", bounds[0]))
        .collect();
    assert_eq!(others, ["Vec<T>: Clone"]);
    assert!(
        function("count_bytes").callable.generics.params.is_empty(),
        "`impl Trait` is a type, not a parameter"
    );
}

#[test]
fn announced_panics_are_found_including_those_of_the_implemented_trait_and_of_operators() {
    let announce: Vec<_> = harbour()
        .model
        .functions
        .iter()
        .filter(|of| of.announced.contains(&PanicKind::Panic))
        .map(|of| &of.path)
        .collect();
    assert_eq!(
        announce,
        [
            "<&str as Measure>::measure",
            "<Gauge as Measure>::measure",
            "<Value as Add<u8>>::add",
            "<u16 as Add<Value<u8>>>::add",
            "<u8 as Measure>::measure",
            "berth::Berth::length",
            "nth",
            "sum",
            "tide::Measure::measure",
        ]
    );
}

#[test]
fn traits_know_their_implementors_and_whether_they_make_objects() {
    let find = |name: &str| {
        harbour()
            .model
            .traits
            .values()
            .find(|of| of.name == name)
            .expect("the trait is there")
    };
    let implementors = |name: &str| {
        find(name)
            .implementors
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(implementors("Measure"), ["Gauge", "u8", "&str"]);
    assert_eq!(
        implementors("Convert"),
        ["Value<u8>", "Value<char>", "Vec<Value<T>>"]
    );
    assert!(find("Measure").dyn_compatible);
    assert!(!find("Assemble").dyn_compatible);
    let associated = &find("Measure").associated_types;
    assert_eq!(associated.len(), 1);
    assert_eq!(associated[0].name, "Unit");
    assert_eq!(associated[0].bounds[0].std_trait(), Some(StdTrait::Copy));
    assert!(!associated[0].has_default);
    assert_eq!(
        impls_of("Measure")[0].trait_public_path.as_deref(),
        Some("harbour_lights::Measure")
    );
    assert_eq!(impls_of("Sealed")[0].trait_public_path, None);
    assert_eq!(
        impls_of("Display")[0].trait_public_path.as_deref(),
        Some("std::fmt::Display")
    );
}

#[test]
fn spans_are_relative_to_the_package() {
    let span = function("<Level as FromStr>::from_str")
        .span
        .as_ref()
        .expect("a span");
    assert_eq!(
        (span.file.as_str(), span.line, span.end_line),
        ("src/tide/inner.rs", 10, 12)
    );
}

#[test]
fn items_that_only_tests_have_are_marked_when_rustdoc_sees_them() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let package = folder.path().join("harbour");
    copy_harbour(&package);
    let json = document_with(
        &package,
        "harbour-lights",
        "harbour_lights",
        &["--cfg", "test"],
    );
    let model = load(&json, &package).expect("the JSON is read");
    let test_only: Vec<_> = model
        .functions
        .iter()
        .filter(|of| of.test_only)
        .map(|of| of.path.as_str())
        .collect();
    assert_eq!(
        test_only,
        ["tests::helpers::Helper::help", "tests::uses_helpers"]
    );
}
