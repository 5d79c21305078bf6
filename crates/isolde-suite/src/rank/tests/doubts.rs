//! Which findings are defects for certain, which in doubt, and which are up to the caller.

use super::*;

#[test]
fn a_broken_law_is_a_defect_whatever_the_values_are() {
    let observation = Observation {
        call: "assert!(stack == stack)".into(),
        statements: vec!["let stack = c::Stack::with_len(18446744073709551615_usize);".into()],
        ..Observation::default()
    };
    let promise = "there is memory allocation for an attempt to add with overflow";
    let outcome = crate::render::tests::broken("eq_reflexive", promise, false);
    let test = crate::render::tests::test(outcome, observation, false);
    let mut ranks = ranks(Path::new("/nowhere"), &[]);
    assert_eq!(ranks.of(&test), Rank::Defect);
}

#[test]
fn what_may_be_intended_is_in_doubt() {
    let documented = [Documented {
        function: "stack::Stack::pop".into(),
        file: "src/stack.rs".into(),
        line: 4,
        end_line: 9,
        ..Documented::default()
    }];
    let ranks = ranks(Path::new("/nowhere"), &documented);
    let doubt = |outcome: Outcome, announced: &[PanicKind]| {
        let mut test = finding(outcome, &[], "f()");
        test.thunk.announced = announced.iter().copied().collect();
        ranks.doubt(&test)
    };
    let overflow = || panicked("attempt to add with overflow");
    let in_docs = [PanicKind::Panic, PanicKind::Unwrap];
    assert_eq!(
        doubt(overflow(), &in_docs),
        Some(Doubt::OtherPanicsDocumented)
    );
    // A convention is no documentation.
    assert_eq!(doubt(overflow(), &[PanicKind::Panic]), None);
    assert_eq!(doubt(overflow(), &[]), None);
    assert_eq!(
        doubt(panicked("the stack is empty"), &[]),
        Some(Doubt::OwnWords)
    );
    let mut invented = finding(panicked("the stack is empty"), &[], "f(&MockSource)");
    invented.observation.mocks.push(MockSource {
        name: "MockSource".into(),
        source: "struct MockSource;".into(),
        is_counting: false,
        is_asked: true,
    });
    assert_eq!(ranks.doubt(&invented), Some(Doubt::InventedAnswers));
    invented.observation.mocks[0].is_asked = false;
    assert_eq!(ranks.doubt(&invented), Some(Doubt::OwnWords));
    // The words are those of `Vec::remove`, whose panics have the caller's line.
    for of_std in [
        "removal index (is 0) should be < len (is 0)",
        "min > max, or either was NaN. min = 1.0, max = 0.0",
        "Formatting argument out of range",
    ] {
        assert_eq!(doubt(panicked(of_std), &[]), None, "{of_std}");
    }
    assert_eq!(doubt(panicked("assertion failed: !is_empty"), &[]), None);
    assert_eq!(doubt(Outcome::TimedOut, &[]), Some(Doubt::MayEnd));
    assert_eq!(doubt(Outcome::Signalled { signal: 6 }, &in_docs), None);
    // A dependency's words are not the package's own.
    let mut foreign = panicked("cannot sample empty range");
    if let Outcome::Panicked(panic) = &mut foreign {
        panic.file = "/home/a/.cargo/registry/src/index-1/rand-0.8.5/src/stack.rs".into();
    }
    assert_eq!(doubt(foreign, &[]), None);
    let mut limit = finding(overflow(), &[], "f()");
    limit.thunk.announced = in_docs.into();
    limit.rank = Rank::Limit;
    assert_eq!(ranks.doubt(&limit), None);
}

#[test]
fn an_overflow_of_numbers_whose_type_the_caller_chose_is_a_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("src")).expect("writable");
    let rank = |line: &str, computes_with_parameters| {
        std::fs::write(
            folder.path().join("src/stack.rs"),
            format!("\n\n\n\n\n\n{line}\n"),
        )
        .expect("writable");
        let function = Documented {
            function: "stack::Stack::pop".into(),
            file: "src/stack.rs".into(),
            line: 4,
            end_line: 9,
            computes_with_parameters,
            ..Documented::default()
        };
        let test = finding(panicked("attempt to add with overflow"), &[], "f(i32::MAX)");
        ranks(folder.path(), &[function]).of(&test)
    };
    assert_eq!(rank("sum = sum + x.clone() * n;", true), Rank::Limit);
    assert_eq!(rank("sum = sum + x.clone() * n;", false), Rank::Defect);
    // Lengths and literals are no numbers of the caller's.
    assert_eq!(rank("let last = self.data.len() - by;", true), Rank::Defect);
    assert_eq!(rank("at += 1;", true), Rank::Defect);
}

#[test]
fn what_an_assumed_answer_leads_to_is_no_precondition_and_in_doubt() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("src")).expect("writable");
    let source = "fn f(n: u8) -> i64 {\n    let price = price(n);\n    if price < 0 {\n        panic!(\"no price\");\n    }\n    price\n}\n";
    std::fs::write(folder.path().join("src/stack.rs"), source).expect("writable");
    let documented = [Documented {
        function: "f".into(),
        file: "src/stack.rs".into(),
        line: 1,
        end_line: 7,
        ..Documented::default()
    }];
    let judge = |is_assumed| {
        let mut outcome = panicked("no price");
        if let Outcome::Panicked(panic) = &mut outcome {
            panic.line = 4;
        }
        let mut test = finding(outcome, &[], "f(0)");
        test.thunk.function = "f".into();
        (test.thunk.line, test.thunk.end_line) = (1, 7);
        test.observation.fakes.push(FakeSource {
            function: "shop::price".into(),
            name: "price".into(),
            is_async: false,
            is_assumed,
            is_across: false,
            counts: false,
            closure: "|_| -1".into(),
        });
        let mut ranks = ranks(folder.path(), &documented);
        test.rank = ranks.of(&test);
        (test.rank, ranks.doubt(&test))
    };
    assert_eq!(judge(true), (Rank::Defect, Some(Doubt::AssumedAnswers)));
    assert_eq!(judge(false).0, Rank::Precondition);
}

#[test]
fn a_size_that_the_world_answers_is_a_size() {
    let mut test = finding(Outcome::OutOfMemory, &[], "f(0)");
    let mut ranks = ranks(Path::new("/nowhere"), &[]);
    assert_eq!(ranks.of(&test), Rank::Defect);
    test.observation.fakes.push(FakeSource {
        function: "std::fs::Metadata::len".into(),
        name: "len".into(),
        is_async: false,
        is_assumed: false,
        is_across: false,
        counts: false,
        closure: "|_| 9223372036854775807".into(),
    });
    assert_eq!(ranks.of(&test), Rank::Limit);
}
