//! Cases that notice mutants which no other test notices: the code could be wrong there, and all tests would still pass.
//!
//! Coverage alone asks for an input on each side of a comparison, but not for the one at which it changes, and it does not ask whether a result depends on
//! what was compared. A mutant that survives all tests asks for exactly that (Fraser and Zeller 2012 make suites from nothing else). The cases come from
//! what was explored and not chosen, and from inputs next to those of the tests.

use crate::SuiteError;
use crate::choose::by_index;
use crate::extra::{Extra, MOST_FOR_MUTANTS};
use crate::render::{Aim, Origin, Test};
use crate::request::{Mutant, Observe, SuiteRequest, go_on};
use crate::sources::{Sources, is_derived};
use isolde_record::{Case, Deadline, Observation, Observed, Outcome, Tape, ThunkInfo};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of tests that are tried with one mutant: most mutants are noticed by the first that reaches them.
const TESTS: usize = 16;
/// Maximum number of other explored cases that are tried with one mutant, and of inputs next to those of a test.
const EXPLORED: usize = 24;
const BESIDE: usize = 60;
/// Maximum number of cases that are there for changes of one kind on one line, such as those of a table's entries.
const MOST_OF_LINE: usize = 3;
/// Number of inputs that are drawn for one thunk.
const DRAWN: usize = 250;
/// Number of tests of which the inputs next to theirs are tried.
const TESTS_BESIDE: usize = 2;

/// Cases that notice a mutant that no test in `tests` notices, as many as are found before the deadline `step`. `chosen` are the cases of the request that
/// became tests, `extra` others that may become some.
pub fn find(
    request: &SuiteRequest,
    programs: &mut dyn Observe,
    step: &Deadline,
    (chosen, extra): (&[usize], &[Extra]),
    tests: &[Test],
) -> Result<Extra, SuiteError> {
    let mut search = Search {
        programs,
        thunks: by_index(request.thunks),
        step,
        bases: BTreeMap::new(),
        beside: BTreeMap::new(),
        drawn: BTreeMap::new(),
    };
    let tests: Vec<Case> = fit(request, tests).map(Test::case).collect();
    let others = others(request, chosen, extra);
    let thunks = by_index(request.thunks);
    let function = |case: &Case| {
        let thunk = thunks.get(&case.thunk);
        thunk.map_or("", |thunk| thunk.function.as_str())
    };
    let mut of_function: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found: Vec<(Case, &Mutant)> = Vec::new();
    let groups = groups(request);
    let all = groups.len();
    for (done, group) in groups.into_iter().enumerate() {
        go_on(request.workspace.deadline)?;
        if step.is_over() {
            break;
        }
        (request.workspace.progress)("looking for changes that no test notices", done, all);
        let added = found.iter().map(|(case, _)| case);
        let known: Vec<&Case> = added.chain(&tests).collect();
        if search.is_noticed(&group, &known)? {
            continue;
        }
        let of_line = |(_, other): &&(Case, &Mutant)| {
            (&other.place, other.change) == (&group[0].place, group[0].change)
        };
        if found.iter().filter(of_line).count() >= MOST_OF_LINE {
            continue;
        }
        let is_open = |case: &&Case| {
            of_function
                .get(function(case))
                .is_none_or(|&it| it < MOST_FOR_MUTANTS)
        };
        let explored: Vec<&Case> = others.iter().copied().filter(is_open).collect();
        let known: Vec<&Case> = known.into_iter().filter(is_open).collect();
        let noticing = search.noticing(&group, &explored, &known)?;
        let (place, change) = (&group[0].place, group[0].change);
        tracing::debug!(?place, change, found = noticing.is_some(), "not noticed");
        if let Some((case, mutant)) = noticing {
            *of_function.entry(function(&case)).or_default() += 1;
            found.push((search.minimized(&case, mutant)?, mutant));
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

/// The mutants that change the same code in the same way, for each change. The first of each function come first, so that no function is left out when time
/// is short.
fn groups<'r>(request: &SuiteRequest<'r>) -> Vec<Vec<&'r Mutant>> {
    let mut sources = Sources::of(request.workspace.package_root);
    let mutants: &'r [Mutant] = request.mutants;
    let mut groups: BTreeMap<(u32, u32), Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        if let Some(&point) = mutant.points.first()
            && !is_derived(&mut sources, &mutant.place)
        {
            let key = (mutant.first, request.coverage.code(point));
            groups.entry(key).or_default().push(mutant);
        }
    }
    let mut numbers: BTreeMap<u32, usize> = BTreeMap::new();
    let mut numbered: Vec<(usize, Vec<&Mutant>)> = groups
        .into_iter()
        .map(|((_, function), group)| {
            let number = numbers.entry(function).or_default();
            *number += 1;
            (*number, group)
        })
        .collect();
    numbered.sort_by_key(|(number, _)| *number);
    numbered.into_iter().map(|(_, group)| group).collect()
}

/// What a run shows.
type Shown = (Outcome, Observation);

/// Whether a test of what the first run shows would fail in the second.
fn notices(base: &Shown, mutated: &Shown) -> bool {
    match (&base.0, &mutated.0) {
        (Outcome::Returned, Outcome::Returned) => asserted(&base.1) != asserted(&mutated.1),
        (one, other) => std::mem::discriminant(one) != std::mem::discriminant(other),
    }
}

/// What a test asserts of an observation.
fn asserted(observation: &Observation) -> (Option<&Observed>, Vec<&(String, Observed)>) {
    let after = observation.after.iter();
    let after = after.filter(|(_, observed)| *observed != Observed::Opaque);
    (observation.returned.as_ref(), after.collect())
}

fn reaches(case: &Case, mutant: &Mutant) -> bool {
    let is_reached = |point: &u32| case.coverage.binary_search(point).is_ok();
    mutant.points.iter().any(is_reached)
}

/// An input of a thunk.
type Input = (u32, Tape);

struct Search<'a> {
    programs: &'a mut dyn Observe,
    thunks: BTreeMap<u32, &'a ThunkInfo>,
    step: &'a Deadline,
    /// What inputs show without a mutant, if it is the same in two runs.
    bases: BTreeMap<Input, Option<Shown>>,
    /// The cases next to some.
    beside: BTreeMap<Input, Vec<Case>>,
    /// Cases of thunks that were drawn.
    drawn: BTreeMap<u32, Vec<Case>>,
}

impl Search<'_> {
    /// Whether a test notices one of these mutants.
    fn is_noticed(&mut self, group: &[&Mutant], tests: &[&Case]) -> Result<bool, SuiteError> {
        for mutant in group {
            if self.first(mutant, tests, TESTS)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A case that notices one of these mutants: one of the explored ones, one next to the tests, or one that is drawn.
    fn noticing<'m>(
        &mut self,
        group: &[&'m Mutant],
        explored: &[&Case],
        tests: &[&Case],
    ) -> Result<Option<(Case, &'m Mutant)>, SuiteError> {
        for &mutant in group {
            if let Some(case) = self.first(mutant, explored, EXPLORED)? {
                return Ok(Some((case, mutant)));
            }
            let reaching = tests.iter().filter(|case| reaches(case, mutant));
            let returning = reaching.filter(|case| case.outcome == Outcome::Returned);
            let returning: Vec<&&Case> = returning.take(TESTS_BESIDE).collect();
            for test in &returning {
                let beside = self.beside(test)?;
                let beside: Vec<&Case> = beside.iter().collect();
                if let Some(case) = self.first(mutant, &beside, BESIDE)? {
                    return Ok(Some((case, mutant)));
                }
            }
            if let Some(test) = returning.first() {
                let drawn = self.drawn(test.thunk)?;
                let drawn: Vec<&Case> = drawn.iter().collect();
                if let Some(case) = self.first(mutant, &drawn, DRAWN)? {
                    return Ok(Some((case, mutant)));
                }
            }
        }
        Ok(None)
    }

    /// The first of these cases that notices a mutant; at most so many of those that reach it are tried.
    fn first(
        &mut self,
        mutant: &Mutant,
        cases: &[&Case],
        most: usize,
    ) -> Result<Option<Case>, SuiteError> {
        // The function's own calls come before those of functions that use it.
        let reaching = cases.iter().filter(|case| reaches(case, mutant));
        let (own, of_others): (Vec<&Case>, Vec<&Case>) = reaching
            .copied()
            .partition(|case| self.is_own(case, mutant));
        for case in own.into_iter().chain(of_others).take(most) {
            if self.step.is_over() {
                break;
            }
            if self.does_notice(case, mutant)? {
                return Ok(Some(case.clone()));
            }
        }
        Ok(None)
    }

    /// Whether a case calls the function that the mutant is in.
    fn is_own(&self, case: &Case, mutant: &Mutant) -> bool {
        let thunk = self.thunks.get(&case.thunk);
        thunk.is_some_and(|thunk| mutant.place.is_inside(thunk))
    }

    fn does_notice(&mut self, case: &Case, mutant: &Mutant) -> Result<bool, SuiteError> {
        let Some(base) = self.base(case)? else {
            return Ok(false);
        };
        let mutated = self.programs.run_mutant(case, Some(mutant.number))?;
        Ok(mutated.is_some_and(|mutated| notices(&base, &mutated)))
    }

    fn base(&mut self, case: &Case) -> Result<Option<Shown>, SuiteError> {
        let key = (case.thunk, case.tape.clone());
        if let Some(known) = self.bases.get(&key) {
            return Ok(known.clone());
        }
        let first = self.programs.run_mutant(case, None)?;
        let second = self.programs.run_mutant(case, None)?;
        let has_ended = |shown: &Shown| matches!(shown.0, Outcome::Returned | Outcome::Panicked(_));
        let stable = first
            .zip(second)
            .filter(|(first, second)| has_ended(first) && !notices(first, second));
        let stable = stable.map(|(first, _)| first);
        self.bases.insert(key, stable.clone());
        Ok(stable)
    }

    /// The cases next to a test that return.
    fn beside(&mut self, test: &Case) -> Result<Vec<Case>, SuiteError> {
        let key = (test.thunk, test.tape.clone());
        if let Some(known) = self.beside.get(&key) {
            return Ok(known.clone());
        }
        let mut beside = self.programs.around(test, self.step)?;
        beside.retain(|case| case.outcome == Outcome::Returned);
        self.beside.insert(key, beside.clone());
        Ok(beside)
    }

    fn drawn(&mut self, thunk: u32) -> Result<Vec<Case>, SuiteError> {
        if let Some(known) = self.drawn.get(&thunk) {
            return Ok(known.clone());
        }
        let drawn = self.programs.draw(thunk, DRAWN, self.step)?;
        self.drawn.insert(thunk, drawn.clone());
        Ok(drawn)
    }

    fn minimized(&mut self, case: &Case, mutant: &Mutant) -> Result<Case, SuiteError> {
        let (number, step) = (mutant.number, self.step);
        self.programs
            .minimize_noticing(case, number, &notices, step)
    }
}

#[cfg(test)]
mod tests;
