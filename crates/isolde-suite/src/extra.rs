//! A few more tests than coverage needs: the last input before the behaviour changes, and paths of other kinds.
//!
//! For coverage, `to(1)` and `to(4000)` are enough to test a function that accepts numbers up to 3999. A mutated comparison would be noticed only at
//! 3999. Minimal inputs lie at such boundaries; the inputs one step simpler lie on the other side.

use crate::SuiteError;
use crate::choose::{self, is_asserted};
use crate::render::{Aim, Origin, Test};
use crate::request::{Keep, Observe, PathClass, SuiteRequest, go_on};
use isolde_record::{Case, Deadline, Outcome};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of extra tests of one function.
const MOST: usize = 3;
/// The same for those that notice a mutant that no other test notices.
pub const MOST_FOR_MUTANTS: usize = 6;
/// Maximum number of inputs next to a boundary that are observed, for each function.
const NEIGHBOURS: usize = 6;
/// Maximum number of cases of one function whose path is traced.
const TRACED: usize = 24;
/// Maximum number of cases that are minimized for their path, in all: each step of that takes a run.
const MINIMIZED: usize = 300;

/// Extra cases of one kind, each with what it is there for, if that is known.
pub type Extra = (Origin, Vec<(Case, Option<Aim>)>);

/// Extra cases: those that take other branches, those at boundaries, and those that take the same branches more often; as many as are found before the
/// deadline `step`.
pub fn find(
    request: &SuiteRequest,
    programs: &mut dyn Observe,
    step: &Deadline,
    chosen: &[usize],
    minimal: &[Case],
) -> Result<[Extra; 3], SuiteError> {
    let mut boundaries = Vec::new();
    let mut branches = Vec::new();
    let mut paths = Vec::new();
    let thunks = choose::by_index(request.thunks);
    let asserted = |case: &Case| is_asserted(case, &thunks);
    let mut of_thunk: BTreeMap<u32, Vec<&Case>> = BTreeMap::new();
    for case in minimal {
        of_thunk.entry(case.thunk).or_default().push(case);
    }
    let mut others: BTreeMap<u32, Vec<&Case>> = BTreeMap::new();
    for (index, case) in request.cases.iter().enumerate() {
        if case.outcome == Outcome::Returned && !chosen.contains(&index) {
            others.entry(case.thunk).or_default().push(case);
        }
    }
    for (done, (thunk, cases)) in of_thunk.iter().enumerate() {
        go_on(request.workspace.deadline)?;
        if step.is_over() {
            break;
        }
        (request.workspace.progress)("looking for boundaries", done, of_thunk.len());
        // What is next to a sequence is another sequence, which would be read with all its calls.
        let is_sequence = thunks.get(thunk).is_some_and(|thunk| thunk.is_sequence());
        if is_sequence || !request.has_time(*thunk, step) {
            continue;
        }
        let others = others.get(thunk).map_or(&[][..], Vec::as_slice);
        let of_paths = if branches.len() + paths.len() < MINIMIZED && !others.is_empty() {
            of_other_paths(programs, step, cases, others)?
        } else {
            Vec::new()
        };
        let mut found = Vec::new();
        let minimal = cases
            .iter()
            .copied()
            .chain(of_paths.iter().map(|(_, case)| case));
        for case in minimal.filter(|case| !case.outcome.is_fatal()) {
            let neighbours = programs.neighbours(case, step)?.into_iter();
            found.extend(neighbours.filter(|neighbour| {
                let changes = (neighbour.shape, &neighbour.outcome) != (case.shape, &case.outcome);
                asserted(neighbour) && (changes || neighbour.called != case.called)
            }));
        }
        found.dedup_by(|a, b| a.tape == b.tape);
        let found = found.into_iter().map(|case| (case, None));
        boundaries.extend(found.take(NEIGHBOURS));
        for ((times, site, _), case) in of_paths {
            let group = if times == 0 {
                &mut branches
            } else {
                &mut paths
            };
            let place = request.branches.get(site as usize).cloned();
            let aim = place.map(|place| Aim {
                place,
                change: None,
            });
            group.push((case, aim));
        }
    }
    Ok([
        (Origin::Branch, branches),
        (Origin::Boundary, boundaries),
        (Origin::Path, paths),
    ])
}

/// Those of `others` whose paths take branches that no case in `cases` takes, or takes as often, minimized for that; with what they are there for.
fn of_other_paths(
    programs: &mut dyn Observe,
    step: &Deadline,
    cases: &[&Case],
    others: &[&Case],
) -> Result<Vec<(PathClass, Case)>, SuiteError> {
    let mut known: BTreeSet<PathClass> = BTreeSet::new();
    for case in cases.iter().filter(|case| !case.outcome.is_fatal()) {
        known.extend(programs.path_classes(case)?);
    }
    let mut others = others.to_vec();
    others.sort_by_key(|case| (case.choices, &case.tape));
    let mut candidates = Vec::new();
    for case in others.into_iter().take(TRACED) {
        if step.is_over() {
            break;
        }
        candidates.push((case, programs.path_classes(case)?));
    }
    let mut found = Vec::new();
    while found.len() < MOST && !step.is_over() {
        // The newest branch: one that is taken for the first time comes before one that is taken more often.
        let newest = candidates
            .iter()
            .filter_map(|(case, classes)| Some((classes.difference(&known).next()?, *case)))
            .min_by_key(|(class, case)| (class.0, case.choices, &case.tape));
        let Some((&class, case)) = newest else {
            break;
        };
        let keep = Keep {
            coverage: BTreeSet::new(),
            path: BTreeSet::from([class]),
        };
        let minimal = programs.minimize(case, &keep, step)?;
        known.insert(class);
        known.extend(programs.path_classes(&minimal)?);
        found.push((class, minimal));
    }
    Ok(found)
}

/// Gives each test the aim of the case that it was made from.
pub fn give_aims(tests: &mut [Test], cases: &[Case], aims: &[Option<Aim>]) {
    for test in tests {
        // Inputs of two functions may be equal.
        let is_its = |case: &Case| (case.thunk, &case.tape) == (test.thunk.index, &test.tape);
        let case = cases.iter().position(is_its);
        test.aim = case.and_then(|case| aims[case].clone());
    }
}

/// Adds to `tests` those of `more` that show something new, a few for each function and a few that notice mutants: the call must be new and, if the test is there for its path, also
/// the result. At boundaries the statements before the call must not be new: what they do is shown by the tests that call it.
pub fn add(tests: &mut Vec<Test>, more: Vec<Test>) {
    for test in more {
        let of_function = |other: &&Test| other.thunk.function == test.thunk.function;
        let extras = tests.iter().filter(of_function).filter(|other| {
            let is_for_mutant = other.origin == Origin::Mutant;
            other.origin != Origin::Chosen && (is_for_mutant || test.origin != Origin::Mutant)
        });
        let extras = extras.count();
        let is_known = tests.iter().filter(of_function).any(|other| {
            let (one, two) = (&test.observation, &other.observation);
            let same_call = one.input() == two.input();
            let same_result = one.result() == two.result();
            same_call || same_result && test.origin == Origin::Path
        });
        let is_set_up = tests.iter().filter(of_function).any(|other| {
            let (one, two) = (&other.observation, &test.observation);
            (&one.fakes, &one.statements) == (&two.fakes, &two.statements)
        });
        let is_known = is_known || test.origin == Origin::Boundary && !is_set_up;
        let most = match test.origin {
            Origin::Mutant => MOST_FOR_MUTANTS,
            _ => MOST,
        };
        if extras < most && !is_known && test.says_something() && !test.is_finding() {
            tests.push(test);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::test;
    use isolde_record::{Observation, Observed};

    fn of(origin: Origin, call: &str, returned: &str) -> Test {
        let observation = Observation {
            call: call.into(),
            returned: Some(Observed::Source(returned.into())),
            ..Observation::default()
        };
        Test {
            origin,
            ..test(Outcome::Returned, observation, false)
        }
    }

    #[test]
    fn a_boundary_of_the_set_up_does_not_count_for_the_call() {
        let with = |origin, statement: &str, returned| {
            let mut test = of(origin, "stack.pop()", returned);
            test.observation.statements = vec![statement.into()];
            test
        };
        let mut tests = vec![with(Origin::Chosen, "stack.push(1);", "Some(1)")];
        let other = with(Origin::Boundary, "stack.push(0);", "Some(0)");
        add(&mut tests, vec![other]);
        assert_eq!(tests.len(), 1);
        let path = with(Origin::Path, "stack.push(0);", "Some(0)");
        add(&mut tests, vec![path]);
        assert_eq!(tests.len(), 2);
    }

    #[test]
    fn equal_inputs_of_two_functions_have_aims_of_their_own() {
        let mut tests = [
            of(Origin::Mutant, "f(0)", "1"),
            of(Origin::Mutant, "g(0)", "1"),
        ];
        tests[1].thunk.index += 1;
        let cases = [tests[1].case(), tests[0].case()];
        let aim = |line| Aim {
            place: crate::request::Location {
                file: "src/lib.rs".into(),
                line,
                decided_by: None,
            },
            change: None,
        };
        give_aims(&mut tests, &cases, &[Some(aim(8)), None]);
        assert_eq!(tests.map(|test| test.aim), [None, Some(aim(8))]);
    }

    #[test]
    fn extras_are_few_and_show_something_new() {
        let mut tests = vec![
            of(Origin::Chosen, "to(1)", "Some(\"I\")"),
            of(Origin::Chosen, "to(4000)", "None"),
        ];
        add(
            &mut tests,
            vec![
                of(Origin::Boundary, "to(3999)", "Some(\"MMMCMXCIX\")"),
                of(Origin::Boundary, "to(1)", "Some(\"I\")"),
                of(Origin::Boundary, "to(0)", "None"),
            ],
        );
        add(
            &mut tests,
            vec![
                of(Origin::Path, "to(-1)", "None"),
                of(Origin::Path, "to(3)", "Some(\"III\")"),
                of(Origin::Path, "to(8)", "Some(\"VIII\")"),
            ],
        );
        let calls: Vec<&str> = tests
            .iter()
            .map(|test| test.observation.call.as_str())
            .collect();
        assert_eq!(calls, ["to(1)", "to(4000)", "to(3999)", "to(0)", "to(3)"]);
    }
}
