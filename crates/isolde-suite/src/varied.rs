//! Tests with other values, for results that do not depend on a branch.
//!
//! The simplest input takes a table or a formula in one step, and shows only the first entry, or nothing at all where 0 is added to 0. Of inputs of the
//! same kind with other values, those become tests whose results contain most that earlier results do not.

use crate::SuiteError;
use crate::render::Test;
use crate::request::{Observe, SuiteRequest, Surroundings, go_on};
use isolde_record::{Case, Deadline, Observation, Observed, Outcome};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of such tests of one function at one instantiation.
const MOST: usize = 2;
/// Number of variations that are examined for one function at one instantiation.
const LOOKED_AT: u64 = 4;
/// Number of its cases that are varied.
const VARIED: usize = 2;
/// Number of characters that the result of a second test must have and earlier results must not.
const TELLING: usize = 3;
/// Maximum length of a test that people would read: of its statements, its call, and what it asserts.
const READABLE: usize = 240;

/// What a test would assert.
type Shown = (Option<Observed>, Vec<(String, Observed)>);

/// Cases that show other results of functions that already have tests, as far as they are found before the deadline `step`.
pub fn find(
    request: &SuiteRequest,
    programs: &mut dyn Observe,
    step: &Deadline,
    minimal: &[Case],
    tests: &[Test],
) -> Result<Vec<Case>, SuiteError> {
    let mut seen: BTreeMap<u32, Vec<Shown>> = BTreeMap::new();
    for test in tests.iter().filter(|test| test.says_something()) {
        let is_sequence = !test.observation.steps.is_empty();
        if test.outcome == Outcome::Returned && !is_sequence {
            let shown = shown(&test.observation);
            seen.entry(test.thunk.index).or_default().push(shown);
        }
    }
    let mut found = Vec::new();
    let all = seen.len();
    for (done, (thunk, seen)) in seen.iter_mut().enumerate() {
        go_on(request.workspace.deadline)?;
        if step.is_over() {
            break;
        }
        (request.workspace.progress)("varying values", done, all);
        if !request.has_time(*thunk, step) {
            continue;
        }
        let mut cases: Vec<&Case> = minimal
            .iter()
            .filter(|case| case.thunk == *thunk && case.outcome == Outcome::Returned)
            .collect();
        // Cases that reach most code have most to show.
        cases.sort_by_key(|case| (std::cmp::Reverse(case.called.len()), case.choices));
        cases.truncate(VARIED);
        let mut candidates: Vec<(Case, Shown)> = Vec::new();
        for number in 0..LOOKED_AT {
            let Some(case) = cases.get(number as usize % cases.len().max(1)) else {
                break;
            };
            let Some(case) = programs.vary(case, number, step)? else {
                continue;
            };
            let observed = programs.observe(&case, Surroundings::Usual)?;
            if let Some((Outcome::Returned, observation)) = observed
                && is_readable(&observation)
                && !characters(&shown(&observation)).is_empty()
            {
                candidates.push((case, shown(&observation)));
            }
        }
        found.extend(choose(candidates, seen));
    }
    Ok(found)
}

fn shown(observation: &Observation) -> Shown {
    (observation.returned.clone(), observation.after.clone())
}

fn is_readable(observation: &Observation) -> bool {
    let statements: usize = observation.statements.iter().map(String::len).sum();
    let (returned, after) = shown(observation);
    let after = after.iter().map(|(_, observed)| observed);
    let asserted: usize = returned.iter().chain(after).map(|it| it.text().len()).sum();
    statements + observation.call.len() + asserted <= READABLE
}

/// Those candidates whose results contain most that the results seen so far do not.
fn choose(mut candidates: Vec<(Case, Shown)>, seen: &mut Vec<Shown>) -> Vec<Case> {
    let mut known: BTreeSet<char> = seen.iter().flat_map(characters).collect();
    let mut chosen = Vec::new();
    while chosen.len() < MOST {
        candidates.retain(|(_, shown)| !seen.contains(shown));
        let new = |shown: &Shown| characters(shown).difference(&known).count();
        let best = candidates
            .iter()
            .enumerate()
            .max_by_key(|(index, (case, shown))| {
                // Of equal ones the simpler one, and then the first, is taken.
                let simple = std::cmp::Reverse((case.choices, *index));
                (new(shown), simple)
            })
            .filter(|(_, (_, shown))| chosen.is_empty() || new(shown) >= TELLING)
            .map(|(index, _)| index);
        let Some(best) = best else {
            break;
        };
        let (case, shown) = candidates.remove(best);
        known.extend(characters(&shown));
        seen.push(shown);
        chosen.push(case);
    }
    chosen
}

/// The characters of what a test would assert.
fn characters((returned, after): &Shown) -> BTreeSet<char> {
    let all = returned.iter().chain(after.iter().map(|(_, each)| each));
    all.flat_map(|observed| observed.text().chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::Tape;

    fn candidate(number: u64, result: &str) -> (Case, Shown) {
        let case = Case {
            thunk: 0,
            tape: Tape([(1, number)].into()),
            outcome: Outcome::Returned,
            coverage: vec![],
            called: vec![],
            shape: 0,
            choices: 1,
            run: 1,
        };
        (case, source(result))
    }

    fn source(text: &str) -> Shown {
        (Some(Observed::Source(text.into())), vec![])
    }

    fn chosen(seen: &[&str], candidates: &[&str]) -> Vec<u64> {
        let mut seen = seen.iter().copied().map(source).collect();
        let candidates = candidates.iter().zip(0..);
        let candidates = candidates.map(|(result, number)| candidate(number, result));
        choose(candidates.collect(), &mut seen)
            .iter()
            .map(|case| case.tape.0[&1])
            .collect()
    }

    #[test]
    fn what_is_asserted_has_to_be_readable_too() {
        let observation = |returned: String| Observation {
            call: "c::zeros(7)".into(),
            returned: Some(Observed::Source(returned)),
            ..Observation::default()
        };
        assert!(is_readable(&observation("[0, 0]".into())));
        assert!(!is_readable(&observation("0, ".repeat(READABLE / 3))));
    }

    #[test]
    fn the_most_varied_results_are_kept_and_known_ones_are_not() {
        assert_eq!(chosen(&["\"00\""], &["\"07\"", "\"ab93\"", "\"00\""]), [1]);
        assert_eq!(
            chosen(&["\"\""], &["\"12\"", "\"abcd\"", "\"12ef\""]),
            [1, 2]
        );
        assert_eq!(chosen(&["true", "false"], &["true", "false"]), [0; 0]);
        assert_eq!(chosen(&["0"], &["11", "1"]), [0]);
    }
}
