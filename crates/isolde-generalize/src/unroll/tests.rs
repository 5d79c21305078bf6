use super::*;
use crate::read;

/// The tests for rows, each on one line.
fn rows(text: &str) -> Vec<String> {
    let unrolled = unroll(text);
    let mut left = unrolled.text.clone();
    for range in unrolled.inserted.iter().rev() {
        left.replace_range(range.clone(), "");
    }
    assert_eq!(left, text, "everything else stays");
    read::tests(&unrolled.text).expect("Rust");
    let inserted = unrolled.inserted.iter();
    let inserted: String = inserted
        .map(|range| &unrolled.text[range.clone()])
        .collect();
    let rows = inserted.split("\n\n").filter(|row| !row.is_empty());
    rows.map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn each_row_of_a_table_is_a_test() {
    let text = "mod t {\n    /// Sums.\n    #[test]\n    fn sums() {\n        for (a, b, sum) in [(1, 2, 3), (2, 2, 4)] {\n            assert_eq!(add(a, b), sum);\n        }\n    }\n}\n";
    assert_eq!(
        rows(text),
        [
            "/// Sums. #[test] fn sums__isolde_row_0() { let a = 1; let b = 2; assert_eq!(add(a, b), 3); }",
            "/// Sums. #[test] fn sums__isolde_row_1() { let a = 2; let b = 2; assert_eq!(add(a, b), 4); }",
        ]
    );
    assert_eq!(whole_of("a::sums__isolde_row_1"), Some("a::sums"));
    assert_eq!(whole_of("a::sums"), None);
}

#[test]
fn tables_may_have_names_and_be_walked_through_by_reference() {
    let text = "#[test]\nfn f() {\n    let table = [(\"a\", 1), (\"b\", 2)];\n    for (input, expected) in table.iter() {\n        let n = g(input);\n        assert_eq!(n, *expected, \"{input}\");\n    }\n}\n";
    assert_eq!(
        rows(text)[1],
        "#[test] fn f__isolde_row_1() { let input = \"b\"; let n = g(input); assert_eq!(n, 2, \"{input}\"); }"
    );
    let one = "#[test]\nfn f() {\n    for &n in &[1, 2] {\n        assert!(g(n));\n    }\n}\n";
    assert_eq!(
        rows(one)[0],
        "#[test] fn f__isolde_row_0() { let n = 1; assert!(g(n)); }"
    );
    let reference = "#[test]\nfn f() {\n    for n in &[1, 2] {\n        assert!(g(n));\n    }\n}\n";
    assert_eq!(
        rows(reference)[0],
        "#[test] fn f__isolde_row_0() { let n = 1; let n = &n; assert!(g(n)); }"
    );
}

#[test]
fn cases_in_attributes_are_tests() {
    let rstest = "#[rstest]\n#[case(\"a\", 1)]\n#[case::second(\"bb\", 2)]\nfn length(#[case] input: &str, #[case] expected: usize) {\n    assert_eq!(len(input), expected);\n}\n";
    assert_eq!(
        rows(rstest)[1],
        "#[test] fn length__isolde_row_1() { let input: &str = \"bb\"; let expected: usize = 2; assert_eq!(len(input), expected); }"
    );
    let test_case = "#[test_case(1, 2 => 3; \"small\")]\n#[test_case(2, 3 => 5)]\nfn sum(a: u8, b: u8) -> u8 {\n    add(a, b)\n}\n";
    assert_eq!(
        rows(test_case)[0],
        "#[test] fn sum__isolde_row_0() { let a: u8 = 1; let b: u8 = 2; assert_eq!(add(a, b), 3); }"
    );
    let fixture = "#[rstest]\n#[case(1)]\n#[case(2)]\nfn f(#[case] n: u8, fixture: u8) {\n    assert!(g(n, fixture));\n}\n";
    assert!(rows(fixture).is_empty());
}

#[test]
fn what_is_not_a_table_of_this_kind_stays() {
    for body in [
        "for (a, b) in [(1, 2)] { assert!(g(a, b)); }",
        "for (a, b) in TABLE { assert!(g(a, b)); }",
        "for n in 0..5 { assert!(g(n)); }",
        "let t = [1, 2]; for n in t { assert!(g(n)); } assert!(h(&t));",
        "for n in [1, 2] { assert!(g(n)); } for n in [1, 2] { assert!(h(n)); }",
        "for (a, b) in [(1, 2), f()] { assert!(g(a, b)); }",
    ] {
        let text = format!("#[test]\nfn f() {{ {body} }}\n");
        assert!(rows(&text).is_empty(), "{body}");
    }
}
