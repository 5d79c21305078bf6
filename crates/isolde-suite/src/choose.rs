//! Which cases become tests: a small set that keeps all coverage and every distinct outcome.
//!
//! Greedy set cover (Chvátal 1979: within a factor of ln n of the smallest), then reverse delete: a case whose goals the
//! later ones also reach is dropped. Ties go to the case with fewer choices, then to the smaller tape, so that the order of
//! exploration does not show.

use crate::finding;
use crate::request::Location;
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

/// The coverage points that count for a case: those that its call passes, and those that no call passes. What the making of a receiver
/// passes is asserted where it is called itself.
pub fn counted(case: &Case, callable: &BTreeSet<u32>) -> BTreeSet<u32> {
    let set_up = case
        .coverage
        .iter()
        .filter(|point| !callable.contains(point));
    case.called.iter().chain(set_up).copied().collect()
}

/// The points that some call passes whose test will assert what it did.
pub fn callable(cases: &[Case], thunks: &[ThunkInfo]) -> BTreeSet<u32> {
    let documents: BTreeSet<u32> = thunks
        .iter()
        .filter(|thunk| thunk.documents_panics)
        .map(|thunk| thunk.index)
        .collect();
    let asserted = cases.iter().filter(|case| match case.outcome {
        Outcome::Returned => true,
        Outcome::Panicked(_) => documents.contains(&case.thunk),
        _ => false,
    });
    asserted.flat_map(|case| &case.called).copied().collect()
}

/// What a case contributes. Findings become ignored tests, so their coverage does not count.
fn goals(case: &Case, thunk: &ThunkInfo, callable: &BTreeSet<u32>) -> Vec<Goal> {
    let coverage = || counted(case, callable).into_iter().map(Goal::Coverage);
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
    let callable = callable(cases, thunks);
    let goals: Vec<Vec<Goal>> = cases
        .iter()
        .map(|case| {
            by_index
                .get(&case.thunk)
                .map(|thunk| goals(case, thunk, &callable))
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
/// reaches, and others that no case of their function reaches and no earlier case does. `callable`: see [`callable()`].
pub fn ownership(
    cases: &[&Case],
    thunks: &[ThunkInfo],
    places: &[Location],
    callable: &BTreeSet<u32>,
) -> Vec<BTreeSet<u32>> {
    let by_index: BTreeMap<u32, &ThunkInfo> =
        thunks.iter().map(|thunk| (thunk.index, thunk)).collect();
    let mut owner: BTreeMap<u32, (bool, usize)> = BTreeMap::new();
    for (index, case) in cases.iter().enumerate() {
        let thunk = by_index.get(&case.thunk);
        for point in counted(case, callable) {
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
    places
        .get(point as usize)
        .is_some_and(|place| place.is_inside(thunk))
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
mod tests;
