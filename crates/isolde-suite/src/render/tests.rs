//! Tests of the text of tests.

use super::*;
use isolde_record::{PanicInfo, PanicKind, Visibility};

pub(crate) fn test(outcome: Outcome, observation: Observation, announces: bool) -> Test {
    let thunk = ThunkInfo {
        index: 0,
        function: "stack::Stack::pop".into(),
        module: vec!["stack".into()],
        name: "stack_pop".into(),
        instance: vec![],
        file: "src/stack.rs".into(),
        line: 4,
        end_line: 9,
        visibility: Visibility::Public,
        arguments: vec![],
        announced: announces.then_some(PanicKind::Panic).into_iter().collect(),
        uses: vec![],
        lazy: None,
        is_check: false,
        unanswered: Vec::new(),
        steps: Vec::new(),
        types: Vec::new(),
    };
    Test {
        name: "stack_pop_is_some_1".into(),
        thunk,
        outcome,
        observation,
        names: vec![],
        origin: Origin::Chosen,
        aim: None,
        reason: "reaches src/stack.rs:7".into(),
        rank: Rank::default(),
        doubt: None,
        cause: Cause::default(),
        tape: Tape::default(),
        form: Form::Full,
        exact: None,
        plain: None,
        coverage: BTreeSet::new(),
        called: BTreeSet::new(),
    }
}

fn popped() -> Observation {
    Observation {
        statements: vec![
            "let mut stack = c::stack::Stack::new();".into(),
            "stack.push(1);".into(),
        ],
        call: "stack.pop()".into(),
        returned: Some(Observed::Source("Some(1)".into())),
        after: vec![(
            "stack".into(),
            Observed::Debug("Stack { items: [] }".into()),
        )],
        ..Observation::default()
    }
}

#[test]
fn a_returning_case_asserts_result_and_state() {
    insta::assert_snapshot!(test(Outcome::Returned, popped(), false).source(), @r#"
    /// `stack::Stack::pop`: reaches src/stack.rs:7.
    #[test]
    fn stack_pop_is_some_1() {
    let mut stack = c::stack::Stack::new();
    stack.push(1);
    assert_eq!(stack.pop(), Some(1));
    assert_eq!(format!("{:?}", stack), "Stack { items: [] }");
    }
    "#);
}

#[test]
fn the_weaker_form_only_calls() {
    let weak = Test {
        form: Form::CallOnly,
        ..test(Outcome::Returned, popped(), false)
    };
    assert!(weak.source().contains("let _ = stack.pop();"));
    assert!(
        weak.source()
            .contains("reaches src/stack.rs:7. Asserts only that it returns.")
    );
    assert!(!weak.source().contains("assert"));
}

#[test]
fn a_refused_test_is_written_with_exact_types_before_it_asserts_less() {
    let mut test = test(Outcome::Returned, popped(), false);
    test.exact = Some(Exact {
        statements: vec!["let mut stack = c::stack::Stack::of(1_u8);".into()],
        call: "stack.pop()".into(),
    });
    assert!(test.weaken());
    let source = test.source();
    assert!(source.contains("Stack::of(1_u8)"), "{source}");
    assert!(
        source.contains("assert_eq!(stack.pop(), Some(1));"),
        "{source}"
    );
    assert!(test.weaken());
    assert!(test.source().contains("let _ = stack.pop();"));
    assert!(!test.weaken());
}

#[test]
fn a_documented_panic_is_expected_and_an_undocumented_one_is_a_finding() {
    let panic = PanicInfo {
        message: "at 0x7f12\nempty stack at 0x1".into(),
        file: "/a/b/src/stack.rs".into(),
        line: 8,
        column: 1,
        step: None,
        law: None,
    };
    let observation = Observation {
        returned: None,
        after: vec![],
        ..popped()
    };
    let documented = test(Outcome::Panicked(panic.clone()), observation.clone(), true).source();
    assert!(
        documented.contains("#[should_panic(expected = \"empty stack at\")]"),
        "{documented}"
    );
    let finding = test(Outcome::Panicked(panic), observation, false).source();
    assert!(
        finding.contains("#[ignore = \"finding: at 0x7f12 (src/stack.rs:8)\"]"),
        "{finding}"
    );
    assert!(finding.contains("let _ = stack.pop();"), "{finding}");
}

#[test]
fn a_finding_in_doubt_says_why_and_one_in_a_dependency_where() {
    let panic = PanicInfo {
        message: "cannot sample empty range".into(),
        file: "/home/a/.cargo/registry/src/index-1/rand-0.8.5/src/rng.rs".into(),
        line: 134,
        column: 1,
        step: None,
        law: None,
    };
    let mut test = test(Outcome::Panicked(panic), popped(), false);
    assert_eq!(test.finding_place(), "rand-0.8.5/src/rng.rs:134");
    assert!(!test.source().contains("In doubt"));
    test.doubt = Some(Doubt::OtherPanicsDocumented);
    let source = test.source();
    assert!(
        source.contains("In doubt: the documentation announces panics of other kinds."),
        "{source}"
    );
}

#[test]
fn the_most_telling_part_of_a_message_is_expected() {
    assert_eq!(expected("empty stack"), Some("empty stack"));
    assert_eq!(expected("at 0x7ffe12 in the stack"), Some("in the stack"));
    assert_eq!(expected("at 0x1"), None);
    assert_eq!(expected(""), None);
    assert_eq!(expected("\n  left: 1"), Some("left: 1"));
}

/// A read of four bytes that is an error of memory, at this line of `src/history.rs`.
pub(crate) fn corrupted(
    what: isolde_record::MemoryErrorKind,
    line: u32,
) -> isolde_record::MemoryError {
    isolde_record::MemoryError {
        what,
        access: Some(isolde_record::Access {
            writes: false,
            bytes: 4,
        }),
        place: isolde_record::Place {
            file: "src/history.rs".into(),
            line,
        },
        freed: None,
    }
}

/// How a run ends that finds this law broken.
pub(crate) fn broken(law: &str, promise: &str, is_convention: bool) -> Outcome {
    Outcome::Panicked(PanicInfo {
        message: promise.into(),
        file: String::new(),
        line: 0,
        column: 0,
        step: None,
        law: Some(isolde_record::BrokenLaw {
            name: law.into(),
            is_convention,
            by: None,
        }),
    })
}

/// Two calls, and the assertion of a law.
fn compared() -> Observation {
    Observation {
        statements: vec![
            "let stack = c::stack::Stack::new();".into(),
            "stack.len();".into(),
            "stack.check();".into(),
            "stack.reset();".into(),
        ],
        call: "assert_eq!(stack == stack, true, \"a value equals itself\")".into(),
        steps: vec![0, 1, 2, 3, isolde_record::LAW_CHECK],
        asserted: vec![
            (1, Observed::Source("0".into())),
            (2, Observed::Source("Ok(())".into())),
            (3, Observed::Unit),
        ],
        ..Observation::default()
    }
}

#[test]
fn a_broken_law_is_a_finding_whose_calls_are_only_preparation() {
    let mut test = test(
        broken("eq_reflexive", "a value equals itself (`Eq`)", false),
        compared(),
        false,
    );
    test.thunk.function = "stack::Stack".into();
    test.cause.laws = vec!["cmp_reflexive".into(), "eq_symmetric".into()];
    insta::assert_snapshot!(test.source(), @r##"
    /// `stack::Stack` breaks: a value equals itself (`Eq`). The assertion at the end fails. Also broken, for the same reason: cmp_reflexive, eq_symmetric.
    #[test]
    #[ignore = "finding: `stack::Stack` breaks: a value equals itself (`Eq`)"]
    fn stack_pop_is_some_1() {
    let stack = c::stack::Stack::new();
    stack.len();
    let _ = stack.check();
    stack.reset();
    assert_eq!(stack == stack, true, "a value equals itself");
    }
    "##);
    // A package may forbid to leave results unused.
    assert!(test.weaken());
    assert!(test.source().contains("let _ = stack.len();"));
    assert!(!test.weaken());
}

#[test]
fn a_broken_convention_is_a_suspicion() {
    let promise = "what `{}` prints can be parsed (`Display`, `FromStr`)";
    let test = test(
        broken("display_is_parsed", promise, true),
        compared(),
        false,
    );
    assert!(test.is_finding());
    let source = test.source();
    let ignored = "#[ignore = \"suspicion: `stack::Stack::pop` breaks the convention: what `{}` prints can be parsed (`Display`, `FromStr`)\"]";
    assert!(source.contains(ignored), "{source}");
}

#[test]
fn a_panic_while_a_law_is_checked_ends_with_the_assertion() {
    let panic = PanicInfo {
        message: "no".into(),
        file: "/a/src/stack.rs".into(),
        line: 8,
        column: 1,
        step: None,
        law: None,
    };
    let observation = Observation {
        call: "let _ = Ord::cmp(&stack, &stack)".into(),
        ..compared()
    };
    let source = test(Outcome::Panicked(panic), observation, false).source();
    assert!(
        source.contains("\nlet _ = Ord::cmp(&stack, &stack);\n"),
        "{source}"
    );
}

#[test]
fn a_result_that_its_methods_show_is_bound_to_a_variable() {
    let observation = Observation {
        statements: vec![],
        call: "c::stack::Stack::new()".into(),
        returned: Some(Observed::Debug("Stack { items: [] }".into())),
        bound: Some("stack".into()),
        after: vec![("stack.len()".into(), Observed::Source("0".into()))],
        ..Observation::default()
    };
    let mut test = test(Outcome::Returned, observation, false);
    assert_eq!(
        test.body(),
        "let stack = c::stack::Stack::new();\nassert_eq!(stack.len(), 0);\n"
    );
    test.form = Form::CallOnly;
    assert_eq!(test.body(), "let _ = c::stack::Stack::new();\n");
}

#[test]
fn sequences_that_pass_keep_their_assertions() {
    let observation = Observation {
        call: "stack.len()".into(),
        returned: Some(Observed::Source("0".into())),
        steps: vec![0, 1, 2, 3, 1],
        ..compared()
    };
    let source = test(Outcome::Returned, observation, false).source();
    assert!(
        source.contains("assert_eq!(stack.check(), Ok(()));"),
        "{source}"
    );
}

#[test]
fn a_test_of_an_error_of_memory_need_only_compile_and_says_how_to_see_it() {
    let error = corrupted(isolde_record::MemoryErrorKind::UseAfterFree, 31);
    let test = test(Outcome::Corrupted(error), popped(), false);
    assert!(test.is_finding());
    assert_eq!(test.expected(), Expected::Compiles);
    insta::assert_snapshot!(test.source(), @r#"
    /// `stack::Stack::pop`: reads 4 bytes of memory that was freed (src/history.rs:31). An ordinary run may not notice this; Miri does: `cargo +nightly miri test stack_pop_is_some_1 -- --ignored`.
    #[test]
    #[ignore = "finding: reads 4 bytes of memory that was freed (src/history.rs:31)"]
    fn stack_pop_is_some_1() {
    let mut stack = c::stack::Stack::new();
    stack.push(1);
    let _ = stack.pop();
    }
    "#);
}

#[test]
fn a_test_that_asserts_nothing_names_no_result() {
    let observation = Observation {
        returned: Some(Observed::Debug("Err(Closed)".into())),
        ..popped()
    };
    let mut test = test(Outcome::Returned, observation, false);
    test.names = vec!["stack_pop_is_err_closed".into()];
    assert!(test.weaken());
    assert!(!test.says_something());
    assert_eq!(test.names[0], "stack_pop_returns");
    assert!(!test.weaken());
}
