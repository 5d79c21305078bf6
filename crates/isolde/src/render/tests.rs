use super::*;

fn with_arguments(arguments: &[&str]) -> Rendering {
    Rendering {
        arguments: arguments.iter().map(|&a| a.to_owned()).collect(),
        ..Rendering::default()
    }
}

#[test]
fn arguments_take_their_places_and_other_braces_stay() {
    let rendering = with_arguments(&["5", "\"{0}\""]);
    assert_eq!(
        rendering.fill("format!(\"{:?} {}\", f({1}, {0}, {2}))"),
        "format!(\"{:?} {}\", f(\"{0}\", 5, {2}))"
    );
}

#[test]
fn arguments_get_parentheses_where_they_would_be_torn_apart() {
    let rendering = with_arguments(&["-5", "0..3", "x", "Foo { a: 1 }"]);
    assert_eq!(rendering.fill("{0}.abs()"), "(-5).abs()");
    assert_eq!(rendering.fill("f({0}, {1})"), "f(-5, 0..3)");
    assert_eq!(rendering.fill("{0} + {2}"), "-5 + x");
    assert_eq!(rendering.fill("{1} == {1}"), "(0..3) == (0..3)");
    assert_eq!(rendering.fill("{3}.a({1})"), "Foo { a: 1 }.a(0..3)");
    assert_eq!(rendering.fill("&{1}"), "&(0..3)");
}

#[test]
fn receivers_get_parentheses_where_a_method_would_be_called_on_a_part_of_them() {
    let enclosed = |text: &str| {
        let mut rendering = Rendering::default();
        rendering.push("f(");
        rendering.push(text);
        rendering.enclose(2);
        rendering.expression
    };
    assert_eq!(enclosed("&a::B::new()"), "f((&a::B::new())");
    assert_eq!(enclosed("a::B::new()"), "f(a::B::new()");
    assert_eq!(enclosed("-1"), "f((-1)");
}

#[test]
fn names_of_arguments_become_variables() {
    let mut rendering = Rendering::default();
    rendering.aliases.push(("heap".into(), "heap_2".into()));
    assert_eq!(rendering.resolve("*heap"), "*heap_2");
    assert_eq!(
        rendering.resolve("x.heap[heap.len()]"),
        "x.heap[heap_2.len()]"
    );
    assert_eq!(rendering.resolve("heaped é"), "heaped é");
}

/// The statements, and the arguments, after the part `index` of a pair was taken for an argument that is passed in this way.
fn pair(passing: Passing, index: usize, keeps: bool) -> (Vec<String>, Vec<String>) {
    let mut rendering = Rendering::default();
    rendering.begin_argument("tx", passing);
    rendering.push("channel(1)");
    rendering.take_part(0, &["sender", "receiver"], index, keeps);
    rendering.end_argument("tx", passing);
    (rendering.statements, rendering.arguments)
}

#[test]
fn a_tuple_is_taken_apart_before_the_call() {
    let (statements, arguments) = pair(Passing::Value, 0, true);
    assert_eq!(statements, ["let (tx, _receiver) = channel(1);"]);
    assert_eq!(arguments, ["tx"]);
    let (statements, arguments) = pair(Passing::Mutable, 1, true);
    assert_eq!(statements, ["let (_sender, mut tx) = channel(1);"]);
    assert_eq!(arguments, ["&mut tx"]);
    // What is not kept is dropped by the statement.
    let (statements, arguments) = pair(Passing::Receiver { mutable: false }, 0, false);
    assert_eq!(statements, ["let (tx, _) = channel(1);"]);
    assert_eq!(arguments, ["tx"]);
}

#[test]
fn parts_of_several_tuples_have_names_of_their_own() {
    let mut rendering = Rendering::default();
    rendering.begin_argument("all", Passing::Value);
    rendering.open("vec![", true);
    for _ in 0..2 {
        rendering.item();
        let start = rendering.expression.len();
        rendering.push("channel(1)");
        rendering.take_part(start, &["sender", "receiver"], 0, true);
    }
    rendering.close("]");
    rendering.end_argument("all", Passing::Value);
    assert_eq!(rendering.arguments, ["vec![sender, sender_2]"]);
    assert_eq!(
        rendering.statements,
        [
            "let (sender, _receiver) = channel(1);",
            "let (sender_2, _receiver_2) = channel(1);"
        ]
    );
}

#[test]
fn a_part_that_is_changed_within_an_argument_is_mutable() {
    for (before, change) in [
        ("", Rendering::enclose as fn(&mut Rendering, usize)),
        ("Take::new(", |rendering, start| {
            rendering.refer(start, "&mut ")
        }),
    ] {
        let mut rendering = Rendering::default();
        rendering.begin_argument("take", Passing::Value);
        rendering.push(before);
        rendering.push("channel(1)");
        rendering.take_part(before.len(), &["sender", "receiver"], 1, true);
        let start = before.len();
        change(&mut rendering, start);
        let name = if before.is_empty() {
            "take"
        } else {
            "receiver"
        };
        let statement = format!("let (_sender, mut {name}) = channel(1);");
        assert_eq!(rendering.statements, [statement]);
    }
}
