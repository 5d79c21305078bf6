//! The search for a case that notices a mutant.

use crate::request::{Mutant, Observe};
use crate::{SuiteError, calls};
use isolde_record::{Case, Deadline, Observation, Observed, Outcome, Tape, ThunkInfo};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Maximum number of tests that are tried with one mutant: most mutants are noticed by the first that reaches them.
const TESTS: usize = 16;
/// Maximum number of other explored cases that are tried with one mutant, and of inputs next to those of a test.
const EXPLORED: usize = 24;
const BESIDE: usize = 60;
/// Number of inputs that are drawn for one thunk.
const DRAWN: usize = 250;
/// Number of tests of which the inputs next to theirs are tried.
const TESTS_BESIDE: usize = 2;

/// What a run shows.
pub(super) type Shown = (Outcome, Observation);

/// Whether a test of what the first run shows would fail in the second, or might: it takes long or much memory, of which a test may have more.
fn may_notice(base: &Shown, mutated: &Shown) -> bool {
    let is_limit = matches!(mutated.0, Outcome::TimedOut | Outcome::OutOfMemory);
    is_limit || notices(base, mutated)
}

/// Whether a test of what the first run shows would fail in the second.
fn notices(base: &Shown, mutated: &Shown) -> bool {
    match (&base.0, &mutated.0) {
        (Outcome::Returned, Outcome::Returned) => asserted(&base.1) != asserted(&mutated.1),
        (_, Outcome::TimedOut | Outcome::OutOfMemory) => false,
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

/// Cases by the coverage points of mutants that they reach.
pub(super) struct Reaching<'c> {
    cases: Vec<&'c Case>,
    /// For each point, the cases by their place in the list, ascending.
    by_point: BTreeMap<u32, Vec<usize>>,
}

impl<'c> Reaching<'c> {
    /// These cases by these points.
    pub(super) fn of(cases: impl Iterator<Item = &'c Case>, points: &BTreeSet<u32>) -> Self {
        let cases: Vec<&Case> = cases.collect();
        let mut by_point: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (index, case) in cases.iter().enumerate() {
            for point in case.coverage.iter().filter(|point| points.contains(point)) {
                by_point.entry(*point).or_default().push(index);
            }
        }
        Reaching { cases, by_point }
    }

    /// Those that reach a mutant, in their order.
    fn reaching(&self, mutant: &Mutant) -> Vec<&'c Case> {
        let lists = mutant
            .points
            .iter()
            .filter_map(|point| self.by_point.get(point));
        let indices: BTreeSet<usize> = lists.flatten().copied().collect();
        indices.into_iter().map(|index| self.cases[index]).collect()
    }
}

/// What was found for a mutant.
#[derive(Default)]
struct Found {
    /// A case that notices it.
    noticing: Option<Case>,
    /// A case that notices it, since it asserts calls.
    asserting: Option<Case>,
}

impl Found {
    /// Adds what was found next.
    fn add(&mut self, next: Found) {
        self.noticing = self.noticing.take().or(next.noticing);
        self.asserting = self.asserting.take().or(next.asserting);
    }
}

/// An input of a thunk.
type Input = (u32, Tape);

/// A search among the mutants of one function.
pub(super) struct Search<'a> {
    programs: &'a mut dyn Observe,
    thunks: &'a BTreeMap<u32, &'a ThunkInfo>,
    step: &'a Deadline,
    /// What inputs show without a mutant, if it is the same in two runs.
    bases: BTreeMap<Input, Option<Rc<Shown>>>,
    /// The cases next to some.
    beside: BTreeMap<Input, Rc<[Case]>>,
    /// Cases of thunks that were drawn.
    drawn: BTreeMap<u32, Rc<[Case]>>,
}

impl<'a> Search<'a> {
    /// A search with these programs until the deadline.
    pub(super) fn new(
        programs: &'a mut dyn Observe,
        thunks: &'a BTreeMap<u32, &'a ThunkInfo>,
        step: &'a Deadline,
    ) -> Search<'a> {
        Search {
            programs,
            thunks,
            step,
            bases: BTreeMap::new(),
            beside: BTreeMap::new(),
            drawn: BTreeMap::new(),
        }
    }

    /// The simplest case that was found and notices one of these mutants, which change the same code in the same way, if no test notices one: neither one in
    /// `tests`, nor one that was added before. Cases that are full are not looked for.
    pub(super) fn unnoticed<'m>(
        &mut self,
        change: &[&'m Mutant],
        (added, tests): (&[&Case], &Reaching),
        others: &Reaching,
        is_full: &dyn Fn(&Case) -> bool,
    ) -> Result<Option<(Case, &'m Mutant)>, SuiteError> {
        let mut of_mutants = Vec::new();
        for &mutant in change {
            let added = added.iter().filter(|case| reaches(case, mutant));
            let known = added.copied().chain(tests.reaching(mutant)).collect();
            let known = self.own_first(known, mutant);
            let found = self.first(mutant, &known, TESTS, may_notice)?;
            if found.noticing.is_some() {
                return Ok(None);
            }
            // The test that is there can notice it, if it asserts calls.
            if let Some(case) = found.asserting {
                return Ok(Some((case, mutant)));
            }
            of_mutants.push((mutant, known));
        }
        // The first instance of a function is the one whose tests say most.
        let thunk = |known: &[&Case]| known.iter().map(|case| case.thunk).min();
        of_mutants.sort_by_key(|(_, known)| thunk(known).unwrap_or(u32::MAX));
        for (mutant, mut known) in of_mutants {
            known.retain(|case| !is_full(case) && case.outcome == Outcome::Returned);
            let mut others = self.own_first(others.reaching(mutant), mutant);
            others.retain(|case| !is_full(case));
            let found = self.noticing(mutant, &others, &known)?;
            let (place, change) = (&mutant.place, mutant.change);
            tracing::debug!(?place, change, found = found.is_some(), "not noticed");
            if let Some(case) = found {
                let number = mutant.number;
                let minimal = self
                    .programs
                    .minimize_noticing(&case, number, &notices, self.step)?;
                return Ok(Some((minimal, mutant)));
            }
        }
        Ok(None)
    }

    /// A case that notices a mutant: one of the explored ones, one next to the tests, or one that is drawn.
    fn noticing(
        &mut self,
        mutant: &Mutant,
        explored: &[&Case],
        tests: &[&Case],
    ) -> Result<Option<Case>, SuiteError> {
        let mut found = self.first(mutant, explored, EXPLORED, notices)?;
        for test in tests.iter().take(TESTS_BESIDE) {
            if found.noticing.is_some() {
                break;
            }
            let beside = self.beside(test)?;
            let beside = beside.iter().filter(|case| reaches(case, mutant));
            found.add(self.first(mutant, &beside.collect::<Vec<_>>(), BESIDE, notices)?);
        }
        if let Some(test) = tests.first()
            && found.noticing.is_none()
        {
            let drawn = self.drawn(test.thunk)?;
            let drawn = drawn.iter().filter(|case| reaches(case, mutant));
            found.add(self.first(mutant, &drawn.collect::<Vec<_>>(), DRAWN, notices)?);
        }
        Ok(found.noticing.or(found.asserting))
    }

    /// The first of these cases, of which at most so many are tried, that notices a mutant, and if there is none, the first that would notice it if it asserted
    /// calls.
    fn first(
        &mut self,
        mutant: &Mutant,
        cases: &[&Case],
        most: usize,
        notices: fn(&Shown, &Shown) -> bool,
    ) -> Result<Found, SuiteError> {
        let mut found = Found::default();
        for &case in cases.iter().take(most) {
            if self.step.is_over() {
                break;
            }
            let Some(base) = self.base(case)? else {
                continue;
            };
            let mutated = self.programs.run_mutant(case, Some(mutant.number))?;
            let Some(mutated) = mutated else {
                continue;
            };
            if notices(&base, &mutated) {
                found.noticing = Some(case.clone());
                break;
            }
            let both_return = (&base.0, &mutated.0) == (&Outcome::Returned, &Outcome::Returned);
            if found.asserting.is_none() && both_return {
                let keys = calls::different(&base.1, &mutated.1);
                found.asserting = (!keys.is_empty()).then(|| calls::asserting(case, &keys));
            }
        }
        Ok(found)
    }

    /// Calls of the function that the mutant is in come before those of functions that use it.
    fn own_first<'c>(&self, cases: Vec<&'c Case>, mutant: &Mutant) -> Vec<&'c Case> {
        let is_own = |case: &&Case| {
            let thunk = self.thunks.get(&case.thunk);
            thunk.is_some_and(|thunk| mutant.place.is_inside(thunk))
        };
        let (mut own, others): (Vec<&Case>, Vec<&Case>) = cases.into_iter().partition(is_own);
        own.extend(others);
        own
    }

    fn base(&mut self, case: &Case) -> Result<Option<Rc<Shown>>, SuiteError> {
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
        let stable = stable.map(|(first, _)| Rc::new(first));
        self.bases.insert(key, stable.clone());
        Ok(stable)
    }

    /// The cases next to a test that return.
    fn beside(&mut self, test: &Case) -> Result<Rc<[Case]>, SuiteError> {
        let key = (test.thunk, test.tape.clone());
        if let Some(known) = self.beside.get(&key) {
            return Ok(known.clone());
        }
        let mut beside = self.programs.around(test, self.step)?;
        beside.retain(|case| case.outcome == Outcome::Returned);
        let beside: Rc<[Case]> = beside.into();
        self.beside.insert(key, Rc::clone(&beside));
        Ok(beside)
    }

    fn drawn(&mut self, thunk: u32) -> Result<Rc<[Case]>, SuiteError> {
        if let Some(known) = self.drawn.get(&thunk) {
            return Ok(known.clone());
        }
        let drawn: Rc<[Case]> = self.programs.draw(thunk, DRAWN, self.step)?.into();
        self.drawn.insert(thunk, Rc::clone(&drawn));
        Ok(drawn)
    }
}
