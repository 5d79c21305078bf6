//! Values that are read back from source text.

use super::*;

fn value(text: &str) -> Value {
    let expression = syn::parse_str(text).expect("an expression");
    read(&expression, &BTreeMap::new(), 0)
}

#[test]
fn what_tests_contain_is_read_back() {
    let bytes = |of: &[u8]| {
        let numbers = of.iter().map(|&byte| Value::Integer(byte.into()));
        list(numbers, of.len())
    };
    for (text, expected) in [
        ("-3_i8", Value::Integer(-3)),
        ("i8::MIN", Value::Integer(-128)),
        ("u64::MAX", Value::Integer(u64::MAX.into())),
        ("usize::MAX", Value::Integer(u64::MAX.into())),
        ("1.5_f32", Value::Float(1.5)),
        ("f64::INFINITY", Value::Float(f64::INFINITY)),
        ("&mut 'é'", Value::Char('é')),
        ("\"ab\".to_string()", Value::Text("ab".into())),
        ("String::new()", Value::Text(String::new())),
        ("String::from(\"x\")", Value::Text("x".into())),
        ("\"ab\".repeat(2)", Value::Text("abab".into())),
        ("b\"ab\"", bytes(b"ab")),
        ("&vec![1_u8, 2]", bytes(&[1, 2])),
        ("[0_u8; 3]", bytes(&[0; 3])),
        ("std::collections::BTreeSet::from([7])", bytes(&[7])),
        ("Box::new(7)", Value::Integer(7)),
        ("(1, 2)", made("", [1, 2].map(Value::Integer).into_iter())),
        ("c::Mode::Fast", made("c::Mode::Fast", [].into_iter())),
        ("Some(1)", made("Some", [Value::Integer(1)].into_iter())),
        ("|a| a", Value::Unknown),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
    let Value::Made { parts, .. } = value("c::Point { x: 1, y: -2 }") else {
        panic!("a struct has parts");
    };
    assert_eq!(parts[1], ("y".to_owned(), Value::Integer(-2)));
}

#[test]
fn methods_that_change_an_item_are_parts_of_it() {
    let statements = [
        "let mut reader = c::Reader::<u8>::new(b\"a\").unwrap();",
        "reader.chunk(0);",
        "reader.range(1, 2);",
        "reader.skip(1);",
        "reader.skip(2);",
        "let mut list = vec![1];",
        "list.push(2);",
    ];
    let variables = variables(&statements.map(str::to_owned));
    let Value::Made { by, parts } = &variables["reader"] else {
        panic!("an item");
    };
    assert_eq!(by, "c::Reader::new");
    let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["1", "chunk()", "range(1)", "range(2)", "skip()"]);
    assert_eq!(parts[1].1, Value::Integer(0));
    assert_eq!(parts[4].1, Value::Unknown);
    assert_eq!(variables["list"], Value::Unknown);
}

#[test]
fn long_lists_are_not_written_out() {
    let Value::List { length, elements } = value("[0_u8; 1000000000]") else {
        panic!("a list");
    };
    assert_eq!((length, elements.len()), (1_000_000_000, REPEATED));
}
