//! Which broken promises are joined.

use super::*;
use crate::render::tests::broken;
use isolde_record::LAW_CHECK;

/// A run of a sequence of calls about a type that ends like this after the calls with these numbers.
fn sequence(of: &str, outcome: Outcome, steps: &[u32]) -> Test {
    let observation = Observation {
        statements: vec!["let a = c::A::new();".into(); steps.len() - 1],
        call: "last(a)".into(),
        steps: steps.to_vec(),
        ..Observation::default()
    };
    let mut test = test(outcome, observation, false);
    test.thunk.function = of.into();
    test
}

/// A law that a type breaks.
fn law(of: &str, name: &str, calls: usize) -> Test {
    let steps = [vec![0; calls], vec![LAW_CHECK]].concat();
    sequence(of, broken(name, "", name.starts_with("display_")), &steps)
}

/// What is left of findings: the type or function, and the other laws.
fn joined(mut tests: Vec<Test>, documented: &[Documented]) -> Vec<(String, String, Vec<String>)> {
    let package = Package {
        documented,
        ..package(&[])
    };
    group_by(&Pool::default(), package, &Deadline::default(), &mut tests);
    let left = tests.into_iter().map(|test| {
        let law = test.outcome.broken_law();
        let what = law.map_or(finding::kind(&test.outcome).to_owned(), |law| {
            law.name.clone()
        });
        (test.thunk.function, what, test.cause.laws)
    });
    left.collect()
}

fn left(of: &str, what: &str, laws: &[&str]) -> (String, String, Vec<String>) {
    let laws = laws.iter().map(|&law| law.to_owned()).collect();
    (of.into(), what.into(), laws)
}

#[test]
fn laws_of_one_family_that_one_type_breaks_are_one_finding_with_the_shortest_test() {
    let tests = vec![
        law("Job", "partial_cmp_reflexive", 3),
        law("Job", "cmp_agrees_with_eq", 2),
        law("Job", "hash_agrees_with_eq", 2),
        law("Version", "cmp_agrees_with_eq", 2),
        law("Job", "cmp_reflexive", 3),
    ];
    let wanted = [
        left(
            "Job",
            "cmp_agrees_with_eq",
            &["cmp_reflexive", "partial_cmp_reflexive"],
        ),
        left("Job", "hash_agrees_with_eq", &[]),
        left("Version", "cmp_agrees_with_eq", &[]),
    ];
    assert_eq!(joined(tests, &[]), wanted);
}

#[test]
fn what_the_names_of_methods_promise_about_the_items_is_one_suspicion() {
    let tests = vec![
        law("Bag", "is_empty_agrees_with_len", 3),
        law("Bag", "len_is_count", 2),
    ];
    let wanted = [left("Bag", "len_is_count", &["is_empty_agrees_with_len"])];
    assert_eq!(joined(tests, &[]), wanted);
}

#[test]
fn a_law_with_no_family_stands_alone() {
    let tests = vec![
        law("Job", "shared_call_changes_nothing", 1),
        law("Job", "pop", 1),
    ];
    assert_eq!(joined(tests, &[]).len(), 2);
}

#[test]
fn a_finding_is_shown_and_not_the_suspicion_that_has_its_cause() {
    let tests = vec![
        law("Label", "display_round_trip", 1),
        law("Label", "debug_does_not_panic", 2),
    ];
    let wanted = [left(
        "Label",
        "debug_does_not_panic",
        &["display_round_trip"],
    )];
    assert_eq!(joined(tests, &[]), wanted);
}

/// A panic in `cmp` of `Job`.
fn panics_in_cmp(steps: &[u32]) -> Test {
    sequence("Job", outcome(Some(7)), steps)
}

#[test]
fn a_panic_that_a_method_raises_joins_the_laws_of_its_trait() {
    let documented = [Documented {
        function: "<Job as Ord>::cmp".into(),
        file: "src/stack.rs".into(),
        line: 5,
        end_line: 9,
        ..Documented::default()
    }];
    let tests = || {
        vec![
            law("Job", "cmp_reflexive", 3),
            panics_in_cmp(&[0, LAW_CHECK]),
            law("Job", "hash_agrees_with_eq", 3),
        ]
    };
    let wanted = [
        left("Job", "overflow", &["cmp_reflexive"]),
        left("Job", "hash_agrees_with_eq", &[]),
    ];
    assert_eq!(joined(tests(), &documented), wanted);
    // Elsewhere, it may be about anything.
    assert_eq!(joined(tests(), &[]).len(), 3);
}

#[test]
fn a_panic_and_an_abort_in_the_same_call_after_the_same_calls_are_one_finding() {
    let abort = |steps: &[u32]| sequence("Job", Outcome::Signalled { signal: 6 }, steps);
    let one = joined(vec![panics_in_cmp(&[0, 4]), abort(&[0, 4])], &[]);
    assert_eq!(one, [left("Job", "abort", &[])]);
    let other_calls = joined(vec![panics_in_cmp(&[0, 4]), abort(&[0, 1, 4])], &[]);
    assert_eq!(other_calls.len(), 2);
}
