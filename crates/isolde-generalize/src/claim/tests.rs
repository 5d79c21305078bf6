use super::*;
use crate::write::{Style, function};
use crate::{body, read};

/// The types of places; an empty text stands for one that is not known.
fn known(types: &[&str]) -> Vec<Option<String>> {
    let types = types.iter();
    types
        .map(|ty| (!ty.is_empty()).then(|| (*ty).to_owned()))
        .collect()
}

/// The forms of a test as text, where the places have these types in their order.
fn shown(text: &str, types: &[&str]) -> Vec<String> {
    let test = &read::tests(text).unwrap()[0];
    let body = body::read(text, &test.function.block);
    let types = known(types);
    assert_eq!(types.len(), body.places.len(), "{:?}", body.places);
    let given = Given {
        library: "isolde",
        text,
        test,
        body: &body,
        types: &types,
        names: &Names::default(),
    };
    let style = Style {
        library: "isolde",
        name: "f",
        ..Style::default()
    };
    let forms = forms(&given).unwrap();
    let text = |form: &Form| {
        let text = function(text, test, form, &style);
        text.split_once('\n')
            .unwrap()
            .1
            .replace("\n    ", " ")
            .replace('\n', " ")
    };
    forms.iter().map(text).collect()
}

#[test]
fn equal_values_are_one_parameter_first_and_then_several() {
    let text = "#[test]\nfn f() {\n    let mut s = S::new();\n    s.push(5);\n    assert_eq!(s.pop(), Some(5));\n}\n";
    let forms = shown(text, &["i32", "i32"]);
    assert_eq!(
        forms[0],
        "fn f(n: i32) { let mut s = S::new(); s.push(n); assert_eq!(s.pop(), Some(n)); }"
    );
    assert_eq!(
        forms[1],
        "fn f(n: i32) { let mut s = S::new(); s.push(n); assert_eq!(s.pop(), Some(5)); }"
    );
    assert!(
        forms
            .last()
            .unwrap()
            .contains("let result = s.pop(); if n == 5 {"),
        "{forms:?}"
    );
}

#[test]
fn expected_values_are_explained_by_the_inputs() {
    let text = "#[test]\nfn f() {\n    assert_eq!(add(2, 3), 5);\n    assert!(is_even(4));\n}\n";
    let forms = shown(text, &["i32", "i32", "i32", "u8", "bool"]);
    assert!(
        forms.iter().any(|form| form
            .contains("assert_eq!(add(n, m), n + m); assert_eq!(is_even(k), k % 2 == 0);")),
        "{forms:#?}"
    );
}

#[test]
fn arrays_become_slices_and_vectors_of_any_length() {
    let text = "#[test]\nfn f() {\n    assert_eq!(decode(&encode(&[1, 2])), vec![1, 2]);\n}\n";
    let forms = shown(text, &["&[u8; 2]", "Vec<u8>"]);
    assert_eq!(
        forms[0],
        "fn f(bytes: &[u8]) { assert_eq!(decode(&encode(bytes)), bytes.to_vec()); }"
    );
    assert!(
        forms
            .iter()
            .any(|form| form.starts_with("fn f(bytes: &[u8; 2])"))
    );
}

#[test]
fn constructed_values_are_parameters_as_a_whole_first() {
    let text = "#[test]\nfn f() {\n    g.save(\"x\", Value::Int(5));\n    assert_eq!(g.get(\"x\"), Some(&Value::Int(5)));\n}\n";
    let forms = shown(
        text,
        &["&str", "crate::Value", "i32", "&str", "crate::Value", "i32"],
    );
    assert_eq!(
        forms[0],
        "fn f(text: &str, value: Value) { g.save(text, value.clone()); assert_eq!(g.get(text), Some(&value)); }"
    );
    assert!(forms.contains(
        &"fn f(text: &str, n: i32) { g.save(text, Value::Int(n)); assert_eq!(g.get(text), Some(&Value::Int(n))); }".to_owned()
    ));
}

#[test]
fn no_limit_is_claimed_for_texts_of_any_length() {
    let text = "#[test]\nfn f() {\n    assert!(size(\"ab\") < 100);\n}\n";
    let forms = shown(text, &["&str", "usize"]);
    assert!(
        !forms.iter().any(|form| form.contains("size(text) < 100")),
        "{forms:#?}"
    );
    let text = "#[test]\nfn f() {\n    assert!(square(2) < 100);\n}\n";
    assert!(shown(text, &["u8", "usize"])[0].contains("square(n) < 100"));
}

#[test]
fn variables_become_parameters() {
    let text = "#[test]\nfn f() {\n    let limit = 3;\n    assert_eq!(g(limit), limit);\n}\n";
    assert_eq!(
        shown(text, &["u8"])[0],
        "fn f(limit: u8) { assert_eq!(g(limit), limit); }"
    );
}

#[test]
fn what_cannot_be_generalized_has_a_reason() {
    let reason = |body: &str| {
        let text = format!("#[test]\nfn f() {{ {body} }}");
        let test = &read::tests(&text).unwrap()[0];
        let body = body::read(&text, &test.function.block);
        let types = vec![Some("i32".to_owned()); body.places.len()];
        let names = Names::default();
        let given = Given {
            library: "isolde",
            text: &text,
            test,
            body: &body,
            types: &types,
            names: &names,
        };
        forms(&given).unwrap_err()
    };
    assert_eq!(reason("assert_eq!(f(), 5);"), Reason::NoInput);
    assert_eq!(reason("f(5);"), Reason::NothingAsserted);
    assert_eq!(reason("check!(f(5));"), Reason::Macro("check".into()));
    assert_eq!(
        reason("for (a, b) in [(1, 2)] { assert_eq!(f(a), b); }"),
        Reason::Table
    );
    assert_eq!(
        reason("f(1, 2, 3, 4); assert!(g(5, 6, 7));"),
        Reason::TooManyInputs(7)
    );
}

#[test]
fn the_form_by_cases_keeps_the_old_expectation_for_the_old_input() {
    let text = "#[test]\nfn f() {\n    assert_eq!(3, distance(\"kitten\", \"sitting\"));\n}\n";
    let forms = shown(text, &["usize", "&str", "&str"]);
    let last = "fn f(text: &str, other: &str) { let result = distance(text, other); \
                if text == \"kitten\" && other == \"sitting\" {     assert_eq!(3, result); } }";
    assert_eq!(forms.last().map(String::as_str), Some(last));
}

#[test]
fn the_form_by_cases_uses_the_variable_that_the_test_has_for_its_result() {
    let of = |assertion: &str| {
        let text = format!(
            "#[test]\nfn f() {{\n    let result = camel_case(\"a_b\");\n    {assertion}\n}}\n"
        );
        let types = ["&str", "&str"];
        let count = 1 + usize::from(assertion.contains('"'));
        shown(&text, &types[..count]).last().cloned()
    };
    let head = "fn f(text: &str) { let result = camel_case(text); ";
    let compared = of("assert_eq!(result, \"aB\");");
    let wanted = format!("{head}if text == \"a_b\" {{     assert_eq!(result, \"aB\"); }} }}");
    assert_eq!(compared, Some(wanted));
    let holds = of("assert!(result);");
    let wanted = format!(
        "{head}if result {{     isolde::assert_reachable!(); }} \
         if text == \"a_b\" {{     assert!(result); }} }}"
    );
    assert_eq!(holds, Some(wanted));
    // Another variable of that name is in the way.
    let other = of("assert_eq!(result.name(), \"aB\");");
    assert!(other.is_some_and(|form| !form.contains("if text")));
}

#[test]
fn what_a_state_was_made_of_explains_what_it_shows() {
    let text = "#[test]\nfn f() {\n    let mut heap = Heap::new(&[3, 1, 2]);\n    assert!(!heap.remove(10));\n}\n";
    let forms = shown(text, &["&[i32; 3]", "i32", "bool"]);
    assert!(
        forms
            .iter()
            .take(6)
            .any(|form| form.contains("assert_eq!(heap.remove(n), items.contains(&n))")),
        "{forms:#?}"
    );
}

#[test]
fn long_conditions_get_lines_of_their_own() {
    let long = "a".repeat(60);
    let text = format!(
        "#[test]\nfn f() {{\n    assert_eq!(\n        3,\n        g(\"{long}\", \"{long}b\", \"\")\n    );\n}}\n"
    );
    let forms = shown(&text, &["usize", "&str", "&str", "&str"]);
    let expected = format!(
        "if text == \"{long}\"     && other == \"{long}b\"     && text_2.is_empty() {{     assert_eq!(         3,         result     ); }} }}"
    );
    let last = forms.last().unwrap();
    assert!(last.contains(&expected), "{last}");
}

#[test]
fn what_feeds_a_call_but_has_no_known_type_is_said_to_have_none() {
    let reason = |text: &str| {
        let test = &read::tests(text).unwrap()[0];
        let body = body::read(text, &test.function.block);
        forms(&Given {
            library: "isolde",
            text,
            test,
            types: &vec![None; body.places.len()],
            body: &body,
            names: &Names::default(),
        })
        .unwrap_err()
    };
    assert_eq!(
        reason("#[test]\nfn f() { assert_eq!(g(5), 6); }"),
        Reason::NoTypes
    );
    assert_eq!(
        reason("#[test]\nfn f() { assert_eq!(g(), 6); }"),
        Reason::NoInput
    );
}

#[test]
fn a_condition_that_other_inputs_do_not_meet_has_to_be_reachable() {
    let text =
        "#[test]\nfn f() {\n    assert!(matches!(parse(\"1x\"), Err(_)), \"no error\");\n}\n";
    let forms = shown(text, &["&str"]);
    assert_eq!(
        forms.last().unwrap(),
        "fn f(text: &str) { let result = matches!(parse(text), Err(_)); if result {     isolde::assert_reachable!(); } if text == \"1x\" {     assert!(result, \"no error\"); } }"
    );
}

#[test]
fn set_up_becomes_a_factory() {
    let text = "mod tests {\n    #[test]\n    fn f() {\n        let mut s = Shelf::new(9);\n        s.put(\"a\", 1);\n        s.put(\"b\", 2);\n        s.put(\"c\", 3);\n        assert_eq!(s.take(\"d\"), None);\n    }\n}\n";
    let test = &read::tests(text).unwrap()[0];
    let body = body::read(text, &test.function.block);
    let types = known(&["usize", "&str", "u8", "&str", "u8", "&str", "u8", "&str"]);
    let mut names = Names::default();
    names.add("impl Shelf { fn new(room: usize) {} fn put(&mut self, label: &str, weight: u8) {} fn take(&mut self, label: &str) {} }");
    let given = Given {
        library: "isolde",
        text,
        test,
        body: &body,
        types: &types,
        names: &names,
    };
    let forms = forms(&given).unwrap();
    let written = |form: &Form| {
        let style = Style {
            library: "isolde",
            name: "f",
            cases: &[form.case()],
            factory: Some("shelf"),
            with_factory: true,
            ..Style::default()
        };
        function(text, test, form, &style)
    };
    let expected = r##"#[isolde::factory(foreign)]
    fn shelf(room: usize, entries: Vec<(String, u8)>) -> Shelf {
        let mut s = Shelf::new(room);
        for (label, weight) in entries {
            s.put(&label, weight);
        }
        s
    }

    #[isolde::put(
        case(shelf(9, vec![("a".to_owned(), 1), ("b".to_owned(), 2), ("c".to_owned(), 3)]), "d"),
    )]
    fn f(#[by(shelf)] mut s: Shelf, label: &str) {
        assert_eq!(s.take(label), None);
    }"##;
    assert_eq!(written(&forms[0]), expected);
    let wanted = forms[0]
        .factory
        .as_ref()
        .map(|factory| factory.name.as_str());
    assert_eq!(wanted, Some("shelf"));
    // The last call may be what is tested.
    let act = "s.put(label, weight);\n        assert_eq!(s.take(other_label), None);";
    assert!(forms.iter().any(|form| written(form).contains(act)));
    // What is not of one type, is not a value or is explained beside it stays.
    let refused = [
        ("s.put(\"a\", 1);", "s.put(\"a\", 1); // first"),
        ("s.put(\"b\", 2);", "s.put(b(), 2);"),
    ];
    for (old, new) in refused {
        let text = text.replacen(old, new, 1);
        let test = &read::tests(&text).unwrap()[0];
        let body = body::read(&text, &test.function.block);
        let types = vec![Some("u8".to_owned()); body.places.len()];
        let given = Given {
            text: &text,
            test,
            body: &body,
            types: &types,
            ..given
        };
        assert!(factory::forms(&given).is_empty(), "{text}");
    }
}
