//! Cases that notice mutants which no other test notices: the code could be wrong there, and all tests would still pass.
//!
//! Coverage alone asks for an input on each side of a comparison, but not for the one at which it changes, and it does not ask whether a result depends on
//! what was compared. A mutant that survives all tests asks for exactly that (Fraser and Zeller 2012 make suites from nothing else). The cases come from
//! what was explored and not chosen, from inputs next to those of the tests, and from random ones.

mod search;

#[cfg(test)]
mod tests;

use crate::SuiteError;
use crate::choose::by_index;
use crate::extra::{Extra, MOST_FOR_MUTANTS};
use crate::render::{Aim, Origin, Test};
use crate::request::{Location, Mutant, Observe, SuiteRequest, go_on};
use crate::sources::{Sources, is_derived};
use isolde_record::{Case, Deadline, Outcome};
use search::{Reaching, Search};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of cases that are there for changes of one kind on one line, such as those of a table's entries.
const MOST_OF_LINE: usize = 3;
/// How many times its share of the time one function may take: most take much less.
const GREEDY: f64 = 4.0;

/// A change of the code, which is a mutant in each instance of a generic function.
type Change<'r> = Vec<&'r Mutant>;

/// Cases that notice a mutant that no test in `tests` notices, as many as are found before the deadline `step`. `chosen` are the cases of the request that
/// became tests, `extra` others that may become some, and `alike` those whose tests show no more than others if they notice nothing.
pub fn find(
    request: &SuiteRequest,
    programs: &mut dyn Observe,
    step: &Deadline,
    (chosen, extra, alike): (&[usize], &[Extra], &[Case]),
    tests: &[Test],
) -> Result<Extra, SuiteError> {
    let functions = changes(request);
    let points = functions.iter().flatten().flatten();
    let points: BTreeSet<u32> = points.flat_map(|mutant| &mutant.points).copied().collect();
    let tests: Vec<Case> = fit(request, tests).map(Test::case).collect();
    let tests = Reaching::of(tests.iter(), &points);
    let others = others(request, chosen, extra);
    let others = Reaching::of(alike.iter().chain(others), &points);
    let thunks = by_index(request.thunks);
    let function = |case: &Case| Some(&thunks.get(&case.thunk)?.function);
    let mut found: Vec<(Case, &Mutant)> = Vec::new();
    let mut of_function: BTreeMap<Option<&String>, usize> = BTreeMap::new();
    let mut of_line: BTreeMap<(&Location, &str), usize> = BTreeMap::new();
    let all = functions.len();
    for (done, changes) in functions.into_iter().enumerate() {
        go_on(request.workspace.deadline)?;
        let progress = |what: &str| (request.workspace.progress)(what, done, all);
        if step.is_over() {
            progress("no time left to look for changes that no test notices");
            break;
        }
        progress("looking for changes that no test notices");
        let end = step.share(GREEDY / (all - done) as f64);
        // What the search remembers is about one function, so that it does not grow with the package.
        let mut search = Search::new(programs, &thunks, &end);
        for change in changes {
            let line = (&change[0].place, change[0].change);
            if of_line
                .get(&line)
                .is_some_and(|&count| count >= MOST_OF_LINE)
            {
                continue;
            }
            let count = |case: &Case| of_function.get(&function(case)).copied();
            let is_full = |case: &Case| count(case).is_some_and(|it| it >= MOST_FOR_MUTANTS);
            let added: Vec<&Case> = found.iter().map(|(case, _)| case).collect();
            if let Some((case, mutant)) =
                search.unnoticed(&change, (&added, &tests), &others, &is_full)?
            {
                *of_function.entry(function(&case)).or_default() += 1;
                *of_line.entry(line).or_default() += 1;
                found.push((case, mutant));
            }
        }
    }
    let aims = found.into_iter().map(|(case, mutant)| {
        let aim = Aim {
            place: mutant.place.clone(),
            change: Some(mutant.change),
        };
        (case, Some(aim))
    });
    Ok((Origin::Mutant, aims.collect()))
}

/// The tests that can be tried with mutants. Runs of slow functions take too long, and what a finding shows is not asserted.
fn fit<'t>(request: &SuiteRequest, tests: &'t [Test]) -> impl Iterator<Item = &'t Test> {
    tests.iter().filter(|test| {
        !test.is_finding() && test.says_something() && !request.slow.contains(&test.thunk.index)
    })
}

/// The cases of single calls that did not become tests, of each thunk the simplest first.
fn others<'r>(request: &SuiteRequest<'r>, chosen: &[usize], extra: &'r [Extra]) -> Vec<&'r Case> {
    let chosen: BTreeSet<usize> = chosen.iter().copied().collect();
    let sequences = request.thunks.iter().filter(|thunk| thunk.is_sequence());
    let sequences: BTreeSet<u32> = sequences.map(|thunk| thunk.index).collect();
    let cases: &'r [Case] = request.cases;
    let mut others: Vec<&Case> = cases
        .iter()
        .enumerate()
        .filter(|(index, _)| !chosen.contains(index))
        .map(|(_, case)| case)
        .chain(
            extra
                .iter()
                .flat_map(|(_, cases)| cases)
                .map(|(case, _)| case),
        )
        .filter(|case| {
            case.outcome == Outcome::Returned
                && !sequences.contains(&case.thunk)
                && !request.slow.contains(&case.thunk)
        })
        .collect();
    others.sort_by_key(|case| (case.thunk, case.choices, &case.tape));
    others
}

/// For each function, the changes of its code.
fn changes<'r>(request: &SuiteRequest<'r>) -> Vec<Vec<Change<'r>>> {
    let mut sources = Sources::of(request.workspace.package_root);
    let mutants: &'r [Mutant] = request.mutants;
    let mut functions: BTreeMap<u32, BTreeMap<(u32, u32), Change>> = BTreeMap::new();
    for mutant in mutants {
        if let Some(&point) = mutant.points.first()
            && !is_derived(&mut sources, &mutant.place)
        {
            let key = (mutant.first, request.coverage.code(point));
            let changes = functions.entry(mutant.function).or_default();
            changes.entry(key).or_default().push(mutant);
        }
    }
    let functions = functions.into_values();
    functions
        .map(|changes| changes.into_values().collect())
        .collect()
}
