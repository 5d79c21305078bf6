use super::*;

/// What these statements consist of.
fn of(statements: &str) -> Body {
    let text = format!("fn f() {{ {statements} }}");
    let function: syn::ItemFn = syn::parse_str(&text).unwrap();
    read(&text, &function.block)
}

/// Places as text: the value, `in` or `is`, and what else is known.
fn shown(statements: &str) -> Vec<String> {
    let place = |place: &Place| {
        let role = match place.role {
            Role::Input => "in",
            Role::Oracle => "is",
        };
        let callee = place
            .callee
            .as_ref()
            .map_or(String::new(), |(name, number)| format!(" {name}.{number}"));
        let local = place
            .local
            .as_ref()
            .map_or(String::new(), |local| format!(" let {}", local.name));
        let outer = place
            .outer
            .map_or(String::new(), |outer| format!(" of {outer}"));
        let borrowed = if place.is_borrowed { " &" } else { "" };
        let implied = if place.implied.is_some() {
            " implied"
        } else {
            ""
        };
        format!(
            "{} {role}{callee}{local}{outer}{borrowed}{implied}",
            place.text
        )
    };
    of(statements).places.iter().map(place).collect()
}

#[test]
fn arguments_feed_calls_and_other_values_are_oracles() {
    assert_eq!(
        shown("let s = Stack::with(2); s.push(-5); assert_eq!(s.len(), 1, \"{}\", 7);"),
        ["2 in with.0", "-5 in push.0", "1 is"]
    );
    assert_eq!(
        shown("assert_eq!(Some(\"a\".to_string()), f(\"a\"));"),
        ["\"a\" is", "\"a\" in f.0"]
    );
    assert_eq!(shown("assert!(f(2) < 10);"), ["2 in f.0", "10 is"]);
    assert_eq!(
        shown("assert!(!is_odd(4)); assert!(map.contains(&3));"),
        [
            "4 in is_odd.0",
            "false is implied",
            "3 in contains.0 &",
            "true is implied"
        ]
    );
}

#[test]
fn what_no_parameter_can_replace_is_no_place() {
    assert!(shown("match f() { 5 => {} _ => {} }").is_empty());
    assert!(
        shown("let a = [0; 4]; println!(\"{}\", 5); f().expect(\"message\"); const N: u8 = 3;")
            .is_empty()
    );
    assert!(shown("for i in 0..10 { g(i); } let x = y + 1; v[3];").is_empty());
    assert_eq!(shown("assert!(matches!(f(1), Some(2)));"), ["1 in f.0"]);
}

#[test]
fn assertions_of_the_package_are_read_if_their_names_say_so() {
    assert_eq!(
        shown("assert_delta!(0.5, f(2), 0.1);"),
        ["0.5 is", "2 in f.0", "0.1 is"]
    );
    assert!(shown("assert_snapshot!(f(2)); check!(f(3));").is_empty());
    assert_eq!(
        shown("assert_len(0, \"\");"),
        ["0 in assert_len.0", "\"\" in assert_len.1"]
    );
}

#[test]
fn sequences_and_constructed_values_are_places() {
    assert_eq!(
        shown("f(vec![1, 2]); g(&[3]); h(&vec![4]);"),
        ["vec![1, 2] in f.0", "&[3] in g.0", "vec![4] in h.0 &"]
    );
    assert_eq!(
        shown(
            "group.save(\"x\", Value::Int(5)); assert_eq!(group.get(\"x\"), Some(&Value::Int(5)));"
        ),
        [
            "\"x\" in save.0",
            "Value::Int(5) in save.1",
            "5 in save.1 of 1",
            "\"x\" in get.0",
            "Value::Int(5) is &",
            "5 is of 4"
        ]
    );
    assert_eq!(
        shown("f(Colour::Red, i32::MAX, LIMIT, Module::CONST);"),
        ["Colour::Red in f.0", "i32::MAX in f.1"]
    );
}

#[test]
fn variables_have_the_role_of_their_uses() {
    assert_eq!(
        shown("let text = \"a\"; let expected = 1; assert_eq!(len(text), expected);"),
        ["\"a\" in let text", "1 is let expected"]
    );
    assert_eq!(shown("let x = 1; let x = f(x); g(x);"), ["1 in"]);
    assert_eq!(shown("let mut x = 1; g(&mut x);"), ["1 in"]);
}

#[test]
fn tables_are_recognised() {
    let has_table = |statements: &str| of(statements).has_table;
    assert!(has_table(
        "for (a, b) in [(1, 2), (3, 4)] { assert_eq!(f(a), b); }"
    ));
    assert!(has_table(
        "for (a, b) in &vec![(1, 2)] { assert_eq!(f(a), b); }"
    ));
    assert!(!has_table("for item in &items { f(item); }"));
}

#[test]
fn stubs_and_printed_results_feed_calls() {
    assert_eq!(
        shown("clock.on_hour(|| 9); assert_eq!(greeting(&clock), \"good\");"),
        ["9 in", "\"good\" is"]
    );
    let closure = |statements: &str| of(statements).places[0].closure;
    assert_eq!(closure("c.on_hour(|| 9);"), Some(19));
    assert_eq!(closure("c.on_hour(move || 9);"), None);
    // What a test does with its own results stays.
    let own = shown("assert!(g().iter().all(|n| h(n, 2)));");
    assert!(own.iter().all(|place| !place.starts_with('2')), "{own:?}");
    assert_eq!(shown("println!(\"{} {}\", f(5), 6);"), ["5 in f.0"]);
}

#[test]
fn answers_of_detours_feed_calls() {
    assert_eq!(
        shown("let _g = isolde::detour!(Clock::now::<u8>, on &c => |_| 9); f(4);"),
        ["9 in", "4 in f.0"]
    );
    // Other threads outlive what they would borrow.
    let closure = |statements: &str| of(statements).places[0].closure;
    assert_eq!(closure("detour!(now, across threads => || 9);"), Some(40));
    assert_eq!(closure("detour!(now, across threads => move || 9);"), None);
    assert_eq!(closure("let g = detour!(now => || 9);"), None);
}

#[test]
fn a_panic_of_its_own_is_an_expectation() {
    let relies = |statements: &str| of(statements).unwraps;
    assert!(relies(
        "match f(5) { Err(_) => {} Ok(_) => panic!(\"no error\") }"
    ));
    assert!(!relies("f(5);"));
}
