//! Which cases become tests: a small set that keeps all coverage and every distinct outcome.
//!
//! Greedy set cover (Chvátal 1979: within a factor of ln n of the smallest), then reverse delete: a case whose goals the
//! later ones also reach is dropped. Ties go to the case with fewer choices, then to the smaller tape, so that the order of
//! exploration does not show.

use crate::finding;
use crate::suite::Location;
use isolde_record::{Case, Outcome, ThunkInfo};
use std::collections::{BTreeMap, BTreeSet};

/// Most tests that keep an outcome of one thunk which no coverage asks for: functions with very many result shapes are
/// represented, not enumerated.
const OUTCOMES_PER_THUNK: usize = 12;

/// Something that a suite should keep.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Goal {
    Coverage(u32),
    Result { thunk: u32, shape: u64 },
    DocumentedPanic { thunk: u32, file: String, line: u32 },
    Finding(finding::Key),
}

/// What a case contributes. Findings become ignored tests, so their coverage does not count.
fn goals(case: &Case, thunk: &ThunkInfo) -> Vec<Goal> {
    let coverage = || case.coverage.iter().map(|&point| Goal::Coverage(point));
    match &case.outcome {
        Outcome::Discarded => Vec::new(),
        Outcome::Returned => coverage()
            .chain([Goal::Result {
                thunk: case.thunk,
                shape: case.shape,
            }])
            .collect(),
        Outcome::Panicked(panic) if thunk.documents_panics => coverage()
            .chain([Goal::DocumentedPanic {
                thunk: case.thunk,
                file: panic.file.clone(),
                line: panic.line,
            }])
            .collect(),
        outcome => vec![Goal::Finding(finding::key(outcome, thunk))],
    }
}

/// Indices of the chosen cases, ascending by thunk and then by size. Cases whose thunk is not in `thunks` are left out. A
/// coverage point counts double for the function that it lies in, so that each function's own tests carry its code.
pub fn choose(cases: &[Case], thunks: &[ThunkInfo], places: &[Location]) -> Vec<usize> {
    let by_index: BTreeMap<u32, &ThunkInfo> =
        thunks.iter().map(|thunk| (thunk.index, thunk)).collect();
    let goals: Vec<Vec<Goal>> = cases
        .iter()
        .map(|case| {
            by_index
                .get(&case.thunk)
                .map(|thunk| goals(case, thunk))
                .unwrap_or_default()
        })
        .collect();
    let mut order: Vec<usize> = (0..cases.len())
        .filter(|&index| !goals[index].is_empty())
        .collect();
    order.sort_by_key(|&index| (cases[index].choices, &cases[index].tape, cases[index].thunk));

    let mut open: BTreeSet<&Goal> = order.iter().flat_map(|&index| &goals[index]).collect();
    let mut shapes: BTreeMap<u32, usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    while !open.is_empty() {
        let gain = |index: usize| -> usize {
            let thunk = by_index[&cases[index].thunk];
            let still_open = goals[index].iter().filter(|goal| open.contains(goal));
            still_open
                .map(|goal| 1 + usize::from(is_own(goal, thunk, places)))
                .sum()
        };
        // `max_by_key` would take the last of equals; the first is the simplest.
        let Some((best, best_gain)) = order
            .iter()
            .map(|&index| (index, gain(index)))
            .reduce(|a, b| if b.1 > a.1 { b } else { a })
        else {
            break;
        };
        if best_gain == 0 {
            break;
        }
        let only_shape = goals[best]
            .iter()
            .filter(|goal| open.contains(goal))
            .all(|goal| matches!(goal, Goal::Result { .. }));
        for goal in &goals[best] {
            open.remove(goal);
        }
        let count = shapes.entry(cases[best].thunk).or_default();
        if only_shape && *count >= OUTCOMES_PER_THUNK {
            continue;
        }
        *count += 1;
        chosen.push(best);
    }
    reverse_delete(&mut chosen, &goals);
    chosen.sort_by_key(|&index| (cases[index].thunk, cases[index].choices, &cases[index].tape));
    chosen
}

/// For each case the coverage points that it answers for: those of its own function that no earlier case of that function
/// reaches, and others that no case of their function reaches and no earlier case does.
pub fn ownership(cases: &[&Case], thunks: &[ThunkInfo], places: &[Location]) -> Vec<BTreeSet<u32>> {
    let by_index: BTreeMap<u32, &ThunkInfo> =
        thunks.iter().map(|thunk| (thunk.index, thunk)).collect();
    let mut owner: BTreeMap<u32, (bool, usize)> = BTreeMap::new();
    for (index, case) in cases.iter().enumerate() {
        let thunk = by_index.get(&case.thunk);
        for &point in &case.coverage {
            let own = thunk.is_some_and(|thunk| is_inside(point, thunk, places));
            let held = owner.entry(point).or_insert((own, index));
            if own && !held.0 {
                *held = (own, index);
            }
        }
    }
    let mut owned = vec![BTreeSet::new(); cases.len()];
    for (point, (_, index)) in owner {
        owned[index].insert(point);
    }
    owned
}

fn is_own(goal: &Goal, thunk: &ThunkInfo, places: &[Location]) -> bool {
    matches!(goal, Goal::Coverage(point) if is_inside(*point, thunk, places))
}

/// Whether a coverage point lies in the function that the thunk calls.
fn is_inside(point: u32, thunk: &ThunkInfo, places: &[Location]) -> bool {
    places.get(point as usize).is_some_and(|place| {
        place.file == thunk.file && (thunk.line..=thunk.end_line).contains(&place.line)
    })
}

/// Drops cases, latest gain first, whose every goal is kept by another chosen case.
fn reverse_delete(chosen: &mut Vec<usize>, goals: &[Vec<Goal>]) {
    let mut kept: BTreeMap<&Goal, usize> = BTreeMap::new();
    for &index in chosen.iter() {
        for goal in &goals[index] {
            *kept.entry(goal).or_default() += 1;
        }
    }
    for position in (0..chosen.len()).rev() {
        let index = chosen[position];
        if goals[index].iter().all(|goal| kept[goal] > 1) {
            for goal in &goals[index] {
                *kept.get_mut(goal).expect("counted above") -= 1;
            }
            chosen.remove(position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::{PanicInfo, Passing, Tape, Visibility};

    fn thunk(index: u32, documents_panics: bool) -> ThunkInfo {
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
            documents_panics,
            uses: vec![],
        }
    }

    fn case(thunk: u32, coverage: &[u32], shape: u64, choices: u32) -> Case {
        Case {
            thunk,
            tape: Tape([(u64::from(choices), shape)].into()),
            outcome: Outcome::Returned,
            coverage: coverage.to_vec(),
            shape,
            choices,
        }
    }

    fn panicked(thunk: u32, coverage: &[u32], line: u32) -> Case {
        let panic = PanicInfo {
            message: "boom".into(),
            file: "src/lib.rs".into(),
            line,
            column: 1,
        };
        Case {
            outcome: Outcome::Panicked(panic),
            ..case(thunk, coverage, 0, 1)
        }
    }

    #[test]
    fn a_case_that_covers_what_two_others_cover_replaces_them() {
        let cases = [
            case(0, &[1], 7, 1),
            case(0, &[2], 7, 1),
            case(0, &[1, 2], 7, 3),
        ];
        assert_eq!(choose(&cases, &[thunk(0, false)], &[]), [2]);
    }

    #[test]
    fn of_equal_cases_the_one_with_fewer_choices_is_kept() {
        let cases = [case(0, &[1], 7, 9), case(0, &[1], 7, 2)];
        assert_eq!(choose(&cases, &[thunk(0, false)], &[]), [1]);
    }

    #[test]
    fn distinct_outcomes_are_kept_without_new_coverage() {
        let cases = [
            case(0, &[1], 7, 1),
            case(0, &[1], 8, 1),
            case(1, &[1], 7, 1),
        ];
        assert_eq!(
            choose(&cases, &[thunk(0, false), thunk(1, false)], &[]),
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
        assert_eq!(choose(&cases, &[thunk(0, false)], &[]), [1, 0, 2]);
        assert_eq!(choose(&cases, &[thunk(0, true)], &[]), [1, 0]);
    }

    #[test]
    fn one_finding_is_kept_for_one_place_whatever_function_reaches_it() {
        let cases = [
            panicked(0, &[], 3),
            panicked(1, &[], 3),
            panicked(1, &[], 4),
        ];
        assert_eq!(
            choose(&cases, &[thunk(0, false), thunk(1, false)], &[]),
            [0, 2]
        );
    }

    #[test]
    fn code_is_covered_by_the_tests_of_its_own_function() {
        let here = |line| Location {
            file: "src/lib.rs".into(),
            line,
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
        assert_eq!(choose(&cases, &thunks, &places), [0, 2]);
        let nowhere: [Location; 0] = [];
        assert_eq!(choose(&cases, &thunks, &nowhere), [1, 2]);
        let own = ownership(&[&cases[1], &cases[2]], &thunks, &places);
        assert_eq!(own, [BTreeSet::from([1]), BTreeSet::from([2])]);
    }

    #[test]
    fn discarded_cases_are_never_chosen() {
        let cases = [Case {
            outcome: Outcome::Discarded,
            ..case(0, &[1], 7, 1)
        }];
        assert_eq!(choose(&cases, &[thunk(0, false)], &[]), [] as [usize; 0]);
    }
}
