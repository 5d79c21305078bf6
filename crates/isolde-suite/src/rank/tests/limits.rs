//! Tests of limits: sizes that no machine has, and numbers whose type the caller chose.

use super::*;
use isolde_record::{Argument, Passing};

fn overflow(message: &str, file: &str) -> Outcome {
    Outcome::Panicked(PanicInfo {
        message: message.into(),
        file: file.into(),
        line: 2,
        column: 1,
        step: None,
        law: None,
    })
}

/// The rank of an overflow in a function with this source and one parameter for each name.
fn rank(source: &str, names: &[&str], outcome: Outcome, call: &str) -> Rank {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("src")).expect("writable");
    std::fs::write(folder.path().join("src/stack.rs"), source).expect("writable");
    let mut test = finding(outcome, &[], call);
    test.thunk.function = "f".into();
    (test.thunk.line, test.thunk.end_line) = (1, 3);
    let argument = |name: &&str| Argument {
        name: (*name).into(),
        passing: Passing::Value,
    };
    test.thunk.arguments = names.iter().map(argument).collect();
    ranks(folder.path(), &[]).of(&test)
}

#[test]
fn a_parameter_is_a_size_if_its_type_is() {
    let call = "c::f(9223372036854775808)";
    let rank = |of: &str| {
        let source = format!("fn f(n: {of}) -> {of} {{\n    2 * n + 1\n}}\n");
        let outcome = overflow("attempt to multiply with overflow", "src/stack.rs");
        rank(&source, &["n"], outcome, call)
    };
    assert_eq!(rank("usize"), Rank::Limit);
    assert_eq!(rank("&usize"), Rank::Limit);
    assert_eq!(rank("u64"), Rank::Defect);
}

#[test]
fn sizes_whose_product_no_machine_has_are_limits_where_they_are_multiplied() {
    let source = "fn f(rows: usize, columns: usize) -> usize {\n    rows * columns\n}\n";
    let rank = |message: &str, call: &str| {
        rank(
            source,
            &["rows", "columns"],
            overflow(message, "src/stack.rs"),
            call,
        )
    };
    let absurd = "c::f(19276267, 956966619819)";
    assert_eq!(
        rank("attempt to multiply with overflow", absurd),
        Rank::Limit
    );
    assert_eq!(rank("attempt to add with overflow", absurd), Rank::Defect);
    assert_eq!(
        rank("attempt to multiply with overflow", "c::f(3, 7)"),
        Rank::Defect
    );
}

#[test]
fn operators_called_through_their_traits_overflow_for_numbers_of_the_callers_type() {
    let outcome = overflow(
        "attempt to negate with overflow",
        "/rustc/123/library/core/src/ops/arith.rs",
    );
    let mut test = finding(outcome, &[], "c::f(i32::MIN)");
    test.thunk.function = "f".into();
    let documented = |computes_with_parameters| Documented {
        function: "f".into(),
        computes_with_parameters,
        ..Documented::default()
    };
    let rank = |of: Documented| ranks(Path::new("/nowhere"), &[of]).of(&test);
    assert_eq!(rank(documented(true)), Rank::Limit);
    assert_eq!(rank(documented(false)), Rank::Defect);
}
