use super::*;
use crate::splice::apply;

/// The text with these mutants, with short names for what the insertions call.
fn with(text: &str, chosen: &[u32]) -> String {
    let marked = mark(text, 0, 1);
    let chosen = chosen.iter().copied().collect();
    let out = apply(text, &marked.edits(&BTreeSet::new(), &chosen));
    syn::parse_file(&out).unwrap_or_else(|error| panic!("{error}: {out}"));
    assert_eq!(out.lines().count(), text.lines().count());
    out.replace("crate::__isolde_marks::", "")
}

fn whats(text: &str) -> Vec<String> {
    let marked = mark(text, 0, 1);
    marked
        .mutants
        .into_iter()
        .map(|mutant| mutant.what)
        .collect()
}

#[test]
fn branches_report_that_they_are_taken() {
    assert_eq!(
        with("fn f(a: bool) {\n    if a { g() }\n    while a {}\n}", &[]),
        "fn f(a: bool) {\n     hit(0); if a {  hit(1); g() } else { hit(2); }\n    while a { hit(3); }\n}"
    );
    assert_eq!(
        with(
            "fn f(a: u8) -> u8 { match a { 0 => 1, 1 if g() => { 2 } _ => return 3 } }",
            &[]
        ),
        "fn f(a: u8) -> u8 {  hit(0); match a { 0 => { hit(1); 1 }, 1 if g() => {  hit(2); 2 } _ => { hit(3); return 3 } } }"
    );
    assert_eq!(
        with(
            "fn f() { let Some(a) = g() else { return }; if a {} else if b {} else { h() } }",
            &[]
        ),
        "fn f() {  hit(0); let Some(a) = g() else {  hit(1); return }; if a { hit(2); } else if b { hit(3); } else {  hit(4); h() } }"
    );
}

#[test]
fn one_mutant_at_a_time_takes_the_place_of_an_expression() {
    let text = "fn f(a: i32, b: i32) -> bool { a + 1 < b && !g(a) }";
    assert_eq!(
        whats(text),
        [
            "`f` returns `true`",
            "`f` returns `false`",
            "`a + 1 < b || !g(a)` instead of `a + 1 < b && !g(a)`",
            "`a + 1 >= b` instead of `a + 1 < b`",
            "`a + 1 <= b` instead of `a + 1 < b`",
            "`a - 1` instead of `a + 1`",
            "`g(a)` instead of `!g(a)`",
        ]
    );
    assert_eq!(
        with(text, &[1, 4, 6]),
        "fn f(a: i32, b: i32) -> bool {  hit(0);  if is(1) { return true; } (if is(4) { a + 1 >= b } else { (if is(6) { a - 1 } else { a + 1 }) < b }) && !g(a) }"
    );
}

#[test]
fn results_of_functions_have_mutants() {
    let of = |ty: &str| whats(&format!("fn f(){ty} {{}}")).join(", ");
    assert_eq!(of(""), "`f` returns ``");
    assert_eq!(
        of(" -> &str"),
        "`f` returns `\"\"`, `f` returns `\"xyzzy\"`"
    );
    assert_eq!(
        of(" -> Option<u8>"),
        "`f` returns `None`, `f` returns `Some(0)`"
    );
    assert_eq!(
        of(" -> fmt::Result"),
        "`f` returns `Ok(Default::default())`"
    );
    assert_eq!(of(" -> !"), "");
    assert_eq!(of(" -> impl Iterator"), "");
}

#[test]
fn what_is_computed_when_the_crate_is_compiled_stays() {
    for text in [
        "const fn f(a: u8) -> u8 { if a > 1 { a + 1 } else { 2 } }",
        "const A: u8 = 1 + 2;",
        "#[cfg(test)] mod tests { fn f(a: u8) -> u8 { a + 1 } }",
        "#[test] fn f() { assert!(1 < 2); }",
    ] {
        assert_eq!(with(text, &[1, 2, 3]), text);
    }
    let array = "fn f() { let a = [0; 1 + 2]; const B: u8 = 3 + 4; g::<{ 1 + 2 }>(a) }";
    assert_eq!(whats(array), ["`f` returns ``"]);
}

#[test]
fn conditions_that_bind_variables_stay() {
    let text = "fn f(a: Option<u8>) { if let Some(b) = a && b > 1 {} }";
    assert_eq!(
        whats(text),
        [
            "`f` returns ``",
            "`b <= 1` instead of `b > 1`",
            "`b >= 1` instead of `b > 1`"
        ]
    );
    let cast = "fn f(a: u8, b: u32) -> X { if a as u32 > b {} }";
    assert!(with(cast, &[2, 3]).contains("{ (a as u32) <= b }"));
}

#[test]
fn test_modules_that_are_files_are_named() {
    let marked = mark("mod a { #[cfg(test)] mod tests; mod b; }", 0, 1);
    assert_eq!(marked.test_modules, [["a", "tests"]]);
}

#[test]
fn the_support_is_rust_and_reports_are_read() {
    syn::parse_file(&support(5)).expect("Rust");
    let text = "//! About.\n#![no_std]\n\n/// A.\npub fn a() {}\n";
    let edit = allowance(text).expect("there is an item");
    let out = apply(text, &[edit]);
    assert!(out.contains("\n\n#![allow(warnings)] /// A.\n"), "{out}");
    syn::parse_file(&out).expect("Rust");
    let output = "test a ... isolde-branch 1\nisolde-branch 12\nother";
    assert_eq!(reached(output), BTreeSet::from([1, 12]));
}
