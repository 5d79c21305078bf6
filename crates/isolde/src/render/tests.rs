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
