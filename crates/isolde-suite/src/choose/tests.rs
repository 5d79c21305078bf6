use super::*;
use crate::request::Location;
use isolde_record::{PanicInfo, PanicKind, Passing, Tape, Visibility};

fn thunk(index: u32, announces: bool) -> ThunkInfo {
    ThunkInfo {
        index,
        function: format!("f{index}"),
        module: vec![],
        name: format!("f{index}"),
        instance: vec![],
        file: "src/lib.rs".into(),
        line: 1,
        end_line: 2,
        visibility: Visibility::Public,
        arguments: vec![isolde_record::Argument {
            name: "a".into(),
            passing: Passing::Value,
        }],
        announced: announces.then_some(PanicKind::Panic).into_iter().collect(),
        uses: vec![],
        steps: Vec::new(),
        types: Vec::new(),
        lazy: None,
        is_check: false,
        unanswered: Vec::new(),
    }
}

fn case(thunk: u32, coverage: &[u32], shape: u64, choices: u32) -> Case {
    Case {
        thunk,
        tape: Tape([(u64::from(choices), shape)].into()),
        outcome: Outcome::Returned,
        coverage: coverage.to_vec(),
        called: coverage.to_vec(),
        shape,
        choices,
        run: 1,
    }
}

fn panicked(thunk: u32, coverage: &[u32], line: u32) -> Case {
    let panic = PanicInfo {
        message: "boom".into(),
        file: "src/lib.rs".into(),
        line,
        column: 1,
        step: None,
        law: None,
    };
    Case {
        outcome: Outcome::Panicked(panic),
        ..case(thunk, coverage, 0, 1)
    }
}

fn at(places: &[Location]) -> CodePoints<'_> {
    CodePoints {
        places,
        ..CodePoints::default()
    }
}

#[test]
fn a_case_that_covers_what_two_others_cover_replaces_them() {
    let cases = [
        case(0, &[1], 7, 1),
        case(0, &[2], 7, 1),
        case(0, &[1, 2], 7, 3),
    ];
    assert_eq!(
        choose(&cases, &[thunk(0, false)], &CodePoints::default()),
        [2]
    );
}

#[test]
fn of_equal_cases_the_one_with_fewer_choices_is_kept() {
    let cases = [case(0, &[1], 7, 9), case(0, &[1], 7, 2)];
    assert_eq!(
        choose(&cases, &[thunk(0, false)], &CodePoints::default()),
        [1]
    );
}

#[test]
fn distinct_outcomes_are_kept_without_new_coverage() {
    let cases = [
        case(0, &[1], 7, 1),
        case(0, &[1], 8, 1),
        case(1, &[1], 7, 1),
    ];
    assert_eq!(
        choose(
            &cases,
            &[thunk(0, false), thunk(1, false)],
            &CodePoints::default()
        ),
        [0, 1, 2]
    );
}

#[test]
fn coverage_of_an_undocumented_panic_does_not_count_but_that_of_a_documented_one_does() {
    let cases = [
        case(0, &[1], 7, 5),
        panicked(0, &[1, 2], 3),
        case(0, &[2], 7, 9),
    ];
    assert_eq!(
        choose(&cases, &[thunk(0, false)], &CodePoints::default()),
        [1, 0, 2]
    );
    assert_eq!(
        choose(&cases, &[thunk(0, true)], &CodePoints::default()),
        [1, 0]
    );
}

#[test]
fn one_finding_is_kept_for_one_place_whatever_function_reaches_it() {
    let cases = [
        panicked(0, &[], 3),
        panicked(1, &[], 3),
        panicked(1, &[], 4),
    ];
    assert_eq!(
        choose(
            &cases,
            &[thunk(0, false), thunk(1, false)],
            &CodePoints::default()
        ),
        [0, 2]
    );
}

#[test]
fn code_is_covered_by_the_tests_of_its_own_function() {
    let here = |line| Location {
        file: "src/lib.rs".into(),
        line,
        decided_by: None,
    };
    let places = [here(9), here(9), here(5)];
    let thunks = [
        thunk(0, false),
        ThunkInfo {
            line: 4,
            end_line: 6,
            ..thunk(1, false)
        },
    ];
    let cases = [
        case(0, &[1], 7, 1),
        case(0, &[1, 2], 7, 5),
        case(1, &[2], 7, 2),
    ];
    assert_eq!(choose(&cases, &thunks, &at(&places)), [0, 2]);
    let nowhere = CodePoints::default();
    assert_eq!(choose(&cases, &thunks, &nowhere), [1, 2]);
    let all = BTreeSet::from([1, 2]);
    let own = ownership(&[&cases[1], &cases[2]], &thunks, &at(&places), &all);
    assert_eq!(own, [BTreeSet::from([1]), BTreeSet::from([2])]);
}

#[test]
fn discarded_cases_are_never_chosen() {
    let cases = [Case {
        outcome: Outcome::Discarded,
        ..case(0, &[1], 7, 1)
    }];
    assert_eq!(
        choose(&cases, &[thunk(0, false)], &CodePoints::default()),
        [] as [usize; 0]
    );
}

#[test]
fn code_reached_only_by_the_set_up_counts_where_it_is_called() {
    let set_up = Case {
        called: vec![1],
        ..case(0, &[1, 2, 3], 7, 1)
    };
    let cases = [set_up.clone(), case(1, &[2], 7, 5)];
    let thunks = [thunk(0, false), thunk(1, false)];
    assert_eq!(choose(&cases, &thunks, &CodePoints::default()), [0, 1]);
    let callable = callable(&cases, &thunks);
    assert_eq!(callable, BTreeSet::from([1, 2]));
    // No other case reaches point 3.
    assert_eq!(counted(&set_up, &callable), BTreeSet::from([1, 3]));
}

/// A thunk that makes a sequence of the calls of `f0` and `f1`.
fn sequence(index: u32) -> ThunkInfo {
    ThunkInfo {
        steps: vec![thunk(0, false), thunk(1, false)],
        ..thunk(index, false)
    }
}

#[test]
fn a_sequence_is_chosen_for_what_no_single_call_shows() {
    let thunks = [thunk(0, false), thunk(1, false), sequence(2)];
    let cases = [
        case(0, &[1], 7, 1),
        case(1, &[2], 7, 1),
        // Reaches what the two calls reach alone, and then more.
        case(2, &[1, 2], 7, 3),
        case(2, &[1, 2, 3], 7, 4),
    ];
    assert_eq!(choose(&cases, &thunks, &CodePoints::default()), [0, 1, 3]);
}

#[test]
fn of_each_broken_law_of_a_type_one_case_is_kept() {
    let broken = |law: &str, choices: u32| Case {
        outcome: crate::render::tests::broken(law, "", false),
        ..case(0, &[1], 0, choices)
    };
    let cases = [
        broken("eq_symmetric", 4),
        broken("eq_symmetric", 3),
        broken("cmp_reflexive", 5),
    ];
    assert_eq!(
        choose(&cases, &[sequence(0)], &CodePoints::default()),
        [1, 2]
    );
}

/// A thunk that calls the generic function `f` with this type.
fn instance(index: u32, of: &str) -> ThunkInfo {
    ThunkInfo {
        function: "f".into(),
        instance: vec![of.into()],
        ..thunk(index, false)
    }
}

#[test]
fn a_finding_is_shown_with_a_type_of_std_if_that_shows_it() {
    let thunks = [
        instance(0, "MockRead"),
        instance(1, "std::io::Cursor<Vec<u8>>"),
        instance(2, "MockBufRead"),
    ];
    let larger = Case {
        choices: 9,
        ..panicked(1, &[1], 5)
    };
    let cases = [panicked(0, &[1], 5), larger, panicked(2, &[1], 5)];
    assert_eq!(choose(&cases, &thunks, &CodePoints::default()), [1]);
    // What only a mock shows is shown by the mock.
    let cases = [panicked(0, &[1], 5), panicked(1, &[1], 6)];
    assert_eq!(choose(&cases, &thunks, &CodePoints::default()), [0, 1]);
}

#[test]
fn code_of_a_generic_function_counts_once_for_all_instances() {
    let thunks = [
        instance(0, "u8"),
        instance(1, "String"),
        instance(2, "MockRead"),
    ];
    let cases = [
        case(2, &[5, 6], 7, 1),
        case(0, &[1, 2], 7, 2),
        case(1, &[3, 4, 9], 7, 3),
    ];
    // Points 3 to 6 are points 1 and 2 of other instances; only the second instance has point 9.
    let first = [0, 1, 2, 1, 2, 1, 2, 7, 8, 9];
    let points = CodePoints {
        places: &[],
        first: &first,
        ..CodePoints::default()
    };
    let goals = |cases: &[Case]| {
        let by_index = by_index(&thunks);
        let callable = callable(cases, &thunks);
        let all = Goals::of(cases, &by_index, &points, &callable);
        all.numbers.into_keys().collect::<Vec<Goal>>()
    };
    let coverage = |goals: Vec<Goal>| -> Vec<u32> {
        let points = goals.into_iter().filter_map(|goal| match goal {
            Goal::Coverage(point) => Some(point),
            _ => None,
        });
        points.collect()
    };
    assert_eq!(coverage(goals(&cases[..2])), [1, 2]);
    assert_eq!(coverage(goals(&cases)), [1, 2, 9]);
    // What is to be kept of a case are its own points.
    let all = BTreeSet::from([3, 4, 5, 6, 9]);
    let own = ownership(&[&cases[0], &cases[2]], &thunks, &points, &all);
    assert_eq!(own, [BTreeSet::from([5, 6]), BTreeSet::from([9])]);
}
