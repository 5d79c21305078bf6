//! Chooses which cases become tests: a small set that keeps all coverage and every distinct outcome.
//!
//! Greedy set cover (Chvátal 1979: within a factor of ln n of the smallest), whose gains are computed lazily (Minoux 1978), then reverse delete: a case
//! whose goals later cases also reach is dropped. A sequence of calls is chosen for what no single call shows: its outcomes, and code that only calls
//! one after the other reach. Ties go to the case whose types are not invented, then to the one with fewer choices, then
//! to the one with the smaller tape, so that the order of exploration has no influence. Code of a generic function is the same in all its instances.

use crate::finding;
use crate::request::CodePoints;
use isolde_record::{Case, Outcome, ThunkInfo};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Maximum number of tests of one thunk that are kept only for their outcome: functions with very many result shapes are
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

/// The coverage points that count for a case: those that its call reaches, and those that no call reaches. Code that runs while a receiver is made is
/// asserted by the tests that call it directly.
pub fn counted(case: &Case, callable: &BTreeSet<u32>) -> BTreeSet<u32> {
    let set_up = case
        .coverage
        .iter()
        .filter(|point| !callable.contains(point));
    case.called.iter().chain(set_up).copied().collect()
}

/// The coverage points that are reached by a call whose test will assert its result.
pub fn callable(cases: &[Case], thunks: &[ThunkInfo]) -> BTreeSet<u32> {
    let thunks = by_index(thunks);
    let asserted = cases.iter().filter(|case| is_asserted(case, &thunks));
    asserted.flat_map(|case| &case.called).copied().collect()
}

/// Thunks by their index, as cases name them.
pub fn by_index(thunks: &[ThunkInfo]) -> BTreeMap<u32, &ThunkInfo> {
    thunks.iter().map(|thunk| (thunk.index, thunk)).collect()
}

/// Whether a test asserts how the case ends: a finding's test does not.
pub fn is_asserted(case: &Case, thunks: &BTreeMap<u32, &ThunkInfo>) -> bool {
    match &case.outcome {
        Outcome::Returned => true,
        Outcome::Panicked(panic) => {
            let thunk = thunks.get(&case.thunk);
            thunk.is_some_and(|thunk| thunk.announces(panic))
        }
        _ => false,
    }
}

/// The coverage points that tests of single calls can show.
fn shown_alone(
    cases: &[Case],
    thunks: &BTreeMap<u32, &ThunkInfo>,
    points: &CodePoints,
    callable: &BTreeSet<u32>,
) -> BTreeSet<u32> {
    let is_alone = |case: &&Case| {
        let thunk = thunks.get(&case.thunk);
        thunk.is_some_and(|thunk| !thunk.is_sequence()) && is_asserted(case, thunks)
    };
    let alone = cases.iter().filter(is_alone);
    alone
        .flat_map(|case| counted(case, callable))
        .map(|point| points.code(point))
        .collect()
}

/// Which coverage points count.
struct Counted<'a> {
    points: &'a CodePoints<'a>,
    /// Those of [`callable()`].
    callable: &'a BTreeSet<u32>,
    /// Those of [`shown_alone`], which do not count for a sequence.
    alone: BTreeSet<u32>,
}

/// What a case contributes. Findings become ignored tests, so their coverage does not count.
fn goals(case: &Case, thunk: &ThunkInfo, which: &Counted) -> Vec<Goal> {
    let coverage = || {
        let counted = counted(case, which.callable).into_iter();
        let counted = counted.map(|point| which.points.code(point));
        let counts = |point: &u32| !thunk.is_sequence() || !which.alone.contains(point);
        counted.filter(counts).map(Goal::Coverage)
    };
    match &case.outcome {
        Outcome::Discarded => Vec::new(),
        Outcome::Returned => coverage()
            .chain([Goal::Result {
                thunk: case.thunk,
                shape: case.shape,
            }])
            .collect(),
        Outcome::Panicked(panic) if thunk.announces(panic) => coverage()
            .chain([Goal::DocumentedPanic {
                thunk: case.thunk,
                file: panic.file.clone(),
                line: panic.line,
            }])
            .collect(),
        outcome => vec![Goal::Finding(finding::key(outcome, thunk))],
    }
}

/// The findings that single calls of each function show with types that are not invented: a reader believes these at once.
fn shown_plainly<'t>(
    cases: &[Case],
    thunks: &BTreeMap<u32, &'t ThunkInfo>,
) -> BTreeSet<(&'t String, finding::Key)> {
    let shown = cases.iter().filter_map(|case| {
        let thunk = thunks.get(&case.thunk)?;
        let is_finding = !matches!(case.outcome, Outcome::Returned | Outcome::Discarded);
        let is_plain = is_finding && !thunk.has_mocks() && !thunk.is_sequence();
        is_plain.then(|| (&thunk.function, finding::key(&case.outcome, thunk)))
    });
    shown.collect()
}

/// Goals as numbers, since there may be thousands of cases with thousands of goals each.
#[derive(Default)]
struct Goals {
    numbers: BTreeMap<Goal, u32>,
    /// For each number, whether the goal is a result.
    is_result: Vec<bool>,
    /// The goals of each case.
    of_case: Vec<Vec<Numbered>>,
}

/// A goal of a case.
#[derive(Clone, Copy)]
struct Numbered {
    number: u32,
    /// 2 if the goal is code of the function that the case calls, else 1.
    weight: u8,
}

impl Goals {
    fn of(
        cases: &[Case],
        thunks: &BTreeMap<u32, &ThunkInfo>,
        points: &CodePoints,
        callable: &BTreeSet<u32>,
    ) -> Goals {
        let counted = Counted {
            points,
            callable,
            alone: shown_alone(cases, thunks, points, callable),
        };
        let plain = shown_plainly(cases, thunks);
        let mut all = Goals::default();
        for case in cases {
            let mut numbered = Vec::new();
            if let Some(thunk) = thunks.get(&case.thunk) {
                let mut goals = goals(case, thunk, &counted);
                if thunk.has_mocks() {
                    goals.retain(|goal| match goal {
                        Goal::Finding(key) => !plain.contains(&(&thunk.function, key.clone())),
                        _ => true,
                    });
                }
                for goal in goals {
                    let weight = 1 + u8::from(is_own(&goal, thunk, points));
                    let number = all.number(goal);
                    numbered.push(Numbered { number, weight });
                }
            }
            numbered.shrink_to_fit();
            all.of_case.push(numbered);
        }
        all
    }

    fn number(&mut self, goal: Goal) -> u32 {
        let is_result = matches!(goal, Goal::Result { .. });
        let next = self.is_result.len() as u32;
        let number = *self.numbers.entry(goal).or_insert(next);
        if number == next {
            self.is_result.push(is_result);
        }
        number
    }

    /// Number of all goals.
    fn len(&self) -> usize {
        self.is_result.len()
    }
}

/// Indices of the chosen cases, ascending by thunk and then by size. Cases whose thunk is not in `thunks` are left out. A coverage point counts double
/// for the function that contains it, so that each function's own tests cover its code.
pub fn choose(cases: &[Case], thunks: &[ThunkInfo], points: &CodePoints) -> Vec<usize> {
    let by_index = by_index(thunks);
    let callable = callable(cases, thunks);
    let goals = Goals::of(cases, &by_index, points, &callable);
    let mut order: Vec<usize> = (0..cases.len())
        .filter(|&index| !goals.of_case[index].is_empty())
        .collect();
    let is_invented = |thunk: u32| by_index.get(&thunk).is_some_and(|it| it.has_mocks());
    order.sort_by_key(|&index| {
        let case = &cases[index];
        let invented = is_invented(case.thunk);
        (invented, case.choices, &case.tape, case.thunk)
    });

    let mut is_open = vec![true; goals.len()];
    let gain = |index: usize, is_open: &[bool]| -> usize {
        let goals = goals.of_case[index].iter();
        let open = goals.filter(|goal| is_open[goal.number as usize]);
        open.map(|goal| usize::from(goal.weight)).sum()
    };
    // Gains only become smaller, so the top entry is the largest if it is up to date (Minoux 1978). Of equal ones the first in the order comes first.
    let mut heap: BinaryHeap<(usize, Reverse<usize>)> = order
        .iter()
        .enumerate()
        .map(|(place, &index)| (gain(index, &is_open), Reverse(place)))
        .collect();
    let mut shapes: BTreeMap<u32, usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    while let Some((known, Reverse(place))) = heap.pop() {
        let best = order[place];
        let now = gain(best, &is_open);
        if now < known {
            if now > 0 {
                heap.push((now, Reverse(place)));
            }
            continue;
        }
        let of_case = &goals.of_case[best];
        let only_shape = of_case
            .iter()
            .filter(|goal| is_open[goal.number as usize])
            .all(|goal| goals.is_result[goal.number as usize]);
        for goal in of_case {
            is_open[goal.number as usize] = false;
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

/// For each case the coverage points that it is responsible for: points of its own function that no earlier case of that function reaches, and other
/// points that no earlier case reaches and that no case of their own function reaches. For `callable` see [`callable()`].
pub fn ownership(
    cases: &[&Case],
    thunks: &[ThunkInfo],
    points: &CodePoints,
    callable: &BTreeSet<u32>,
) -> Vec<BTreeSet<u32>> {
    let by_index = by_index(thunks);
    let mut owner: BTreeMap<u32, (bool, usize, u32)> = BTreeMap::new();
    for (index, case) in cases.iter().enumerate() {
        let thunk = by_index.get(&case.thunk);
        for point in counted(case, callable) {
            let own = thunk.is_some_and(|thunk| is_inside(point, thunk, points));
            let held = owner
                .entry(points.code(point))
                .or_insert((own, index, point));
            if own && !held.0 {
                *held = (own, index, point);
            }
        }
    }
    let mut owned = vec![BTreeSet::new(); cases.len()];
    for (_, index, point) in owner.into_values() {
        owned[index].insert(point);
    }
    owned
}

fn is_own(goal: &Goal, thunk: &ThunkInfo, points: &CodePoints) -> bool {
    matches!(goal, Goal::Coverage(point) if is_inside(*point, thunk, points))
}

/// Whether a coverage point lies in the function that the thunk calls.
fn is_inside(point: u32, thunk: &ThunkInfo, points: &CodePoints) -> bool {
    points
        .places
        .get(point as usize)
        .is_some_and(|place| place.is_inside(thunk))
}

/// Drops cases, starting with the last chosen, if every goal of theirs is kept by another chosen case.
fn reverse_delete(chosen: &mut Vec<usize>, goals: &Goals) {
    let mut kept = vec![0_usize; goals.len()];
    for &index in chosen.iter() {
        for goal in &goals.of_case[index] {
            kept[goal.number as usize] += 1;
        }
    }
    for position in (0..chosen.len()).rev() {
        let of_case = &goals.of_case[chosen[position]];
        if of_case.iter().all(|goal| kept[goal.number as usize] > 1) {
            for goal in of_case {
                kept[goal.number as usize] -= 1;
            }
            chosen.remove(position);
        }
    }
}

#[cfg(test)]
mod tests;
