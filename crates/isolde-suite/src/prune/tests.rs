//! Which tests are left.

use super::*;
use crate::render::tests::test;
use isolde_record::{Observation, Outcome};

fn of(index: u32, instance: &str, returned: Observed, called: &[u32]) -> Test {
    let observation = Observation {
        call: "f()".into(),
        returned: Some(returned),
        ..Observation::default()
    };
    let mut test = test(Outcome::Returned, observation, false);
    test.thunk.index = index;
    test.thunk.instance = vec![instance.into()];
    test.called = called.iter().copied().collect();
    test
}

fn source(text: &str) -> Observed {
    Observed::Source(text.into())
}

fn kept(mut tests: Vec<Test>) -> Vec<(u32, Option<Observed>)> {
    prune(&mut tests, &[], Path::new("/nowhere"));
    tests
        .into_iter()
        .map(|test| (test.thunk.index, test.observation.returned))
        .collect()
}

#[test]
fn a_second_instance_is_kept_for_another_outcome_or_more_code() {
    let kept = kept(vec![
        of(0, "u8", source("Some(1)"), &[1]),
        of(0, "u8", source("None"), &[2]),
        of(1, "String", source("Some(\"\")"), &[1]),
        of(1, "String", source("None"), &[2, 3]),
        of(1, "String", source("Ok(())"), &[1]),
    ]);
    let wanted = [
        (0, Some(source("Some(1)"))),
        (0, Some(source("None"))),
        (1, Some(source("None"))),
        (1, Some(source("Ok(())"))),
    ];
    assert_eq!(kept, wanted);
}

#[test]
fn each_instance_keeps_a_test_and_mocks_together_keep_one() {
    let kept = kept(vec![
        of(0, "demo::Minute", source("60"), &[1]),
        of(1, "demo::Hour", source("3600"), &[1]),
        of(1, "demo::Hour", source("7200"), &[1]),
        of(2, "MockUnit", source("7"), &[1]),
        of(3, "MockUnit2", source("8"), &[1]),
        of(4, "f64", source("0.5"), &[1]),
    ]);
    let wanted = [
        (0, Some(source("60"))),
        (1, Some(source("3600"))),
        (2, Some(source("7"))),
        (4, Some(source("0.5"))),
    ];
    assert_eq!(kept, wanted);
}

#[test]
fn a_sequence_is_kept_if_it_shows_another_state() {
    let of_state = |steps: &[u32], expression: &str, state: &str| {
        let mut test = of(0, "", Observed::Unit, &[1]);
        test.observation.steps = steps.to_vec();
        let after = &mut test.observation.after;
        after.push((expression.into(), source(state)));
        test
    };
    let cleared = of_state(&[], "set", "Set { items: 0 }");
    let tests = |last: Test| vec![cleared.clone(), of_state(&[1, 0], "set.len()", "0"), last];
    assert_eq!(kept(tests(of_state(&[1, 2, 0], "set.len()", "7"))).len(), 1);
    assert_eq!(kept(tests(of_state(&[1, 2, 0], "set", "None"))).len(), 2);
}

#[test]
fn a_test_with_trivial_values_is_kept_for_another_end_or_more_code() {
    let call = |call: &str, returned: &str, called: &[u32]| {
        let mut test = of(0, "", source(returned), called);
        test.observation.call = call.into();
        test
    };
    let sums = || vec![call("add(0, 0)", "0", &[1]), call("add(7, 4)", "11", &[1])];
    assert_eq!(kept(sums()), [(0, Some(source("11")))]);
    let mut more_code = sums();
    more_code[0].called.insert(2);
    assert_eq!(kept(more_code).len(), 2);
    let mut other_end = sums();
    other_end[0].observation.returned = Some(source("None"));
    assert_eq!(kept(other_end).len(), 2);
}

#[test]
fn a_sequence_is_kept_for_another_end_or_more_code() {
    let last = |returned: Observed, called: &[u32]| {
        let mut test = of(9, "", returned, called);
        test.observation.steps = vec![1, 0];
        test
    };
    let kept = kept(vec![
        of(0, "", source("Some(1)"), &[1]),
        last(source("Some(2)"), &[1]),
        last(source("Some(3)"), &[1, 2]),
        last(source("None"), &[1]),
        last(source("None"), &[1]),
    ]);
    let wanted = [
        (0, Some(source("Some(1)"))),
        (9, Some(source("Some(3)"))),
        (9, Some(source("None"))),
    ];
    assert_eq!(kept, wanted);
}

#[test]
fn a_sequence_is_not_kept_for_derived_code_that_the_laws_at_its_end_reach() {
    let folder = tempfile::tempdir().unwrap();
    let source_text = "#[derive(PartialEq)]\nstruct A {\n    b: u8,\n}\nfn f() {\n}\n";
    std::fs::write(folder.path().join("a.rs"), source_text).unwrap();
    let places = [5, 3, 6].map(|line| Location {
        file: "a.rs".into(),
        line,
        decided_by: None,
    });
    let last = |called: &[u32]| {
        let mut test = of(9, "", source("Some(2)"), called);
        test.observation.steps = vec![1, 0];
        test
    };
    let mut tests = vec![of(0, "", source("Some(1)"), &[0]), last(&[0, 1])];
    prune(&mut tests, &places, folder.path());
    assert_eq!(tests.len(), 1);
    let mut tests = vec![of(0, "", source("Some(1)"), &[0]), last(&[0, 2])];
    prune(&mut tests, &places, folder.path());
    assert_eq!(tests.len(), 2);
}

#[test]
fn a_sequence_whose_last_call_returns_nothing_is_kept_for_another_state() {
    let last = |length: &str| {
        let mut test = of(9, "", Observed::Unit, &[1]);
        test.observation.steps = vec![1, 0];
        test.observation.after = vec![
            ("list.len()".into(), source("1")),
            ("list.is_empty()".into(), source(length)),
        ];
        test
    };
    let mut tests = vec![last("false"), last("true"), last("false")];
    prune(&mut tests, &[], Path::new("/nowhere"));
    assert_eq!(tests.len(), 2);
}

#[test]
fn copies_that_one_use_of_a_macro_makes_share_their_tests() {
    let copy = |index: u32, of: &str, line: u32, returned: Observed, called: &[u32]| {
        let mut test = self::of(index, "", returned, called);
        test.thunk.function = format!("<{of} as Width<{of}>>::width");
        test.thunk.line = line;
        test.thunk.instance.clear();
        test
    };
    let places: Vec<Location> = [3, 4, 3, 4, 3, 4]
        .map(|line| Location {
            file: "src/lib.rs".into(),
            line,
            decided_by: None,
        })
        .into();
    let mut tests = vec![
        copy(0, "u8", 9, source("1"), &[0]),
        copy(1, "u16", 9, source("2"), &[2]),
        // Another place of the copied function.
        copy(2, "u32", 9, source("4"), &[4, 5]),
        // Another end.
        copy(3, "u64", 9, source("None"), &[2]),
        // Another use of the macro.
        copy(4, "i8", 12, source("1"), &[2]),
    ];
    prune(&mut tests, &places, Path::new("/nowhere"));
    let kept: Vec<u32> = tests.iter().map(|test| test.thunk.index).collect();
    assert_eq!(kept, [0, 2, 3, 4]);
}

#[test]
fn a_test_that_asserts_nothing_is_kept_only_for_its_code() {
    let kept = kept(vec![
        of(0, "", Observed::Opaque, &[1]),
        of(1, "", Observed::Opaque, &[1, 2]),
        of(2, "", source("3"), &[1]),
    ]);
    assert_eq!(kept, [(1, Some(Observed::Opaque)), (2, Some(source("3")))]);
}

#[test]
fn of_tests_that_end_alike_and_reach_the_same_code_two_are_left() {
    let mut tests = vec![
        of(0, "", source("1"), &[1]),
        of(0, "", source("2"), &[1]),
        of(0, "", source("3"), &[1]),
        // Code of its own, and another end.
        of(0, "", source("4"), &[1, 2]),
        of(0, "", source("None"), &[1]),
        of(0, "", source("5"), &[1]),
        of(0, "", source("-5"), &[1]),
        of(0, "", source("0"), &[1]),
        of(0, "", source("[]"), &[1]),
        of(0, "", source("[1, 0]"), &[1]),
        // Another function.
        of(1, "", source("6"), &[1]),
    ];
    let returned = |tests: &[Test]| -> Vec<String> {
        let observed = tests
            .iter()
            .filter_map(|test| test.observation.returned.as_ref());
        observed
            .map(|observed| observed.text().to_owned())
            .collect()
    };
    let taken = take_alike(&mut tests, &CodePoints::default());
    assert_eq!(
        returned(&tests),
        ["1", "4", "None", "-5", "0", "[]", "[1, 0]", "6"]
    );
    assert_eq!(returned(&taken), ["5", "3", "2"]);
}

#[test]
fn points_that_are_many_at_one_place_are_no_code_of_their_own() {
    let points = CodePoints {
        crowded: &[false, true, true, true, true, false],
        ..CodePoints::default()
    };
    let mut tests = vec![
        of(0, "", source("None"), &[0, 1]),
        of(0, "", source("None"), &[0, 2]),
        of(0, "", source("None"), &[0, 3]),
        of(0, "", source("None"), &[0, 5]),
        // Another end.
        of(0, "", source("Some(1)"), &[0, 4]),
    ];
    let taken = take_alike(&mut tests, &points);
    let called = |tests: &[Test]| -> Vec<Vec<u32>> {
        let called = tests
            .iter()
            .map(|test| test.called.iter().copied().collect());
        called.collect()
    };
    assert_eq!(called(&tests), [vec![0, 1], vec![0, 5], vec![0, 4]]);
    assert_eq!(called(&taken), [vec![0, 3], vec![0, 2]]);
}
