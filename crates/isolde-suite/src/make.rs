//! From explored cases to tests that are not verified yet: cases are chosen, made simpler and observed, and a few more are added.
//!
//! Observing what will be written is necessary and always done; improving the tests uses the time that is left (see [`crate::time`]). Nothing here
//! depends on the clock while there is enough time.

mod exact;
mod order;

use crate::checks::Checks;
use crate::choose::{self, choose};
use crate::finding::{self, Cause};
use crate::observed::observe;
use crate::prune::{prune, take_alike};
use crate::rank::Ranks;
use crate::renamed::renamed;
use crate::render::{Form, Origin, Test};
use crate::request::{CodePoints, Keep, Observe, SuiteRequest, go_on};
use crate::time::{self, Shares};
use crate::verify::Reason;
use crate::{
    SuiteError, calls, cause, contradicted, documented_errors, documented_examples, extra,
    instances, memory, mocks, mutants, name, reason, stable, varied,
};
use exact::exactly;
use isolde_record::run::{Rank, RemovedRecord};
use isolde_record::{Case, Observation, Outcome, ThunkInfo};
use order::by_value;
use std::collections::{BTreeMap, BTreeSet};
use std::iter;

/// Share of the spare time that goes to making cases simpler, and share of the rest that goes to finding more cases.
const MINIMIZING: f64 = 0.5;
const EXTRAS: f64 = 0.4;
/// Share of what is left then that goes to finding cases that notice mutants.
const NOTICING: f64 = 0.8;
/// Share of what is left then that goes to other values.
const VARYING: f64 = 0.3;
/// Share of what is left then that goes to finding calls that say something.
const ASSERTING: f64 = 0.2;
/// How many times its share of the time one case may take to become simpler: most cases take much less.
const GREEDY: f64 = 4.0;

/// Tests made of cases, in the order in which they are written. They are not verified yet.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// The tests.
    pub tests: Vec<Test>,
    /// Cases that could not be made into tests.
    pub removed: Vec<RemovedRecord>,
}

/// Chooses cases, makes them simpler, observes them and writes tests for them.
///
/// # Errors
/// If the programs cannot be run, or the user wants to stop.
pub fn make_tests(request: &SuiteRequest, programs: &mut dyn Observe) -> Result<Made, SuiteError> {
    let mut made = Made::default();
    let checks = Checks::of(request.thunks, request.documented, request.coverage.places);
    let cases = checks.without_all(request.cases);
    let request = &SuiteRequest {
        cases: &cases,
        ..*request
    };
    let shares = Shares::of(request.workspace.deadline, &request.workspace.measured);
    let cases = memory::mark(request, programs, &shares)?;
    let first = instances::first_of_function(&cases, request.thunks, &request.coverage);
    let request = &SuiteRequest {
        cases: &cases,
        coverage: CodePoints {
            first: &first,
            ..request.coverage
        },
        ..*request
    };
    let mut chosen = choose(request.cases, request.thunks, &request.coverage);
    let thunks = choose::by_index(request.thunks);
    let is_endless = |index: usize| request.cases[index].outcome == Outcome::TimedOut;
    let endless = chosen.iter().filter(|&&index| is_endless(index)).count();
    let mut left = time::endless(endless, request.time);
    chosen.retain(|&index| {
        let stays = !is_endless(index) || left > 0;
        if stays {
            left -= usize::from(is_endless(index));
        } else {
            let function = &thunks[&request.cases[index].thunk].function;
            made.removed.push(removed(function, Reason::OutOfTime));
        }
        stays
    });
    let callable = choose::callable(request.cases, request.thunks);
    let minimal = minimize(request, programs, &shares, &chosen, &callable)?;
    let minimal: Vec<Case> = minimal
        .into_iter()
        .map(|case| checks.without(case))
        .collect();
    let step = shares.optional(EXTRAS, minimal.len(), minimal.len());
    let extra = extra::find(request, programs, &step, &chosen, &minimal)?;
    let mut observer = Observer {
        request,
        thunks,
        shares,
        callable: &callable,
        observed: 0,
        made: 0,
        corrupted: BTreeSet::new(),
        removed: &mut made.removed,
    };
    let mut tests = observer.observe(programs, &minimal, Origin::Chosen)?;
    let alike = match request.mutants.is_empty() {
        true => Vec::new(),
        false => take_alike(&mut tests, &request.coverage),
    };
    let step = observer
        .shares
        .optional(VARYING, minimal.len(), tests.len());
    let varied = varied::find(request, programs, &step, &minimal, &tests)?;
    tests.extend(observer.observe(programs, &varied, Origin::Varied)?);
    let step = observer
        .shares
        .optional(ASSERTING, minimal.len(), tests.len());
    for (place, keys) in calls::wanted(&tests) {
        let telling = calls::telling(programs, &tests[place], &keys, &step)?;
        let cases = telling.as_slice();
        let mut asserting = observer.observe(programs, cases, Origin::Varied)?;
        asserting.retain(|test| !calls::lists_in_vain(test));
        match asserting.is_empty() {
            true => observer.assert_calls(programs, &mut tests[place], &keys)?,
            false => tests.extend(asserting),
        }
    }
    let alike: Vec<Case> = alike.iter().map(Test::case).collect();
    let step = observer
        .shares
        .optional(NOTICING, minimal.len(), tests.len());
    let others = (chosen.as_slice(), &extra[..], &alike[..]);
    let noticing = mutants::find(request, programs, &step, others, &tests)?;
    for (origin, cases) in iter::once(noticing).chain(extra) {
        let (cases, aims): (Vec<Case>, Vec<_>) = cases.into_iter().unzip();
        let mut more = observer.observe(programs, &cases, origin)?;
        more.retain(|test| !calls::lists_in_vain(test));
        extra::give_aims(&mut more, &cases, &aims);
        calls::replace(&mut tests, &mut more);
        extra::add(&mut tests, more);
    }
    let (contradicting, mut tests): (Vec<_>, Vec<_>) = tests.into_iter().partition(|test| {
        documented_errors::contradicts(test, request.documented)
            || documented_examples::contradicts(test, request.documented)
    });
    for test in contradicting {
        let function = &test.thunk.function;
        let contradicts = removed(function, Reason::ContradictsDocumentation);
        observer.removed.push(contradicts);
    }
    for function in contradicted::leave_out(&mut tests) {
        let contradicts = removed(&function, Reason::ContradictsDocumentation);
        observer.removed.push(contradicts);
    }
    let (root, places) = (request.workspace.package_root, request.coverage.places);
    prune(&mut tests, places, root);
    tests.sort_by(|a, b| key(a).cmp(&key(b)));
    let mut ranks = Ranks::new(
        root,
        request.documented,
        request.cases,
        &choose::by_index(request.thunks),
        request.is_of_binary(),
    );
    for test in tests.iter_mut().filter(|test| test.is_finding()) {
        test.rank = ranks.of(test);
        test.doubt = ranks.doubt(test);
    }
    let step = observer.shares.optional(1.0, 0, tests.len());
    cause::group(request, programs, &step, &mut tests)?;
    reason::explain(&mut tests, places, root);
    made.tests = tests;
    Ok(made)
}

fn removed(function: &str, reason: Reason) -> RemovedRecord {
    RemovedRecord {
        test: function.to_owned(),
        function: function.to_owned(),
        reason,
    }
}

/// Minimizes each chosen case while keeping the coverage points that it is responsible for, as long as there is time.
fn minimize(
    request: &SuiteRequest,
    programs: &mut dyn Observe,
    shares: &Shares,
    chosen: &[usize],
    callable: &BTreeSet<u32>,
) -> Result<Vec<Case>, SuiteError> {
    let cases: Vec<&Case> = chosen.iter().map(|&index| &request.cases[index]).collect();
    let owned = choose::ownership(&cases, request.thunks, &request.coverage, callable);
    let step = shares.optional(MINIMIZING, cases.len(), cases.len());
    let mut minimal: Vec<Case> = cases.iter().map(|&case| case.clone()).collect();
    let thunks = choose::by_index(request.thunks);
    for (done, index) in by_value(cases.iter().copied(), &thunks, request.slow)
        .into_iter()
        .enumerate()
    {
        go_on(request.workspace.deadline)?;
        (request.workspace.progress)("minimizing", done, chosen.len());
        if step.is_over() {
            break;
        }
        let share = GREEDY / (chosen.len() - done) as f64;
        let end = step.share(share);
        if !request.has_time(cases[index].thunk, &end) {
            continue;
        }
        let keep = Keep {
            coverage: owned[index].clone(),
            path: BTreeSet::new(),
        };
        minimal[index] = match cases[index].outcome {
            Outcome::Corrupted(_) => {
                let thunk = thunks[&cases[index].thunk];
                programs.minimize_error(cases[index], thunk, &end)?
            }
            _ => programs.minimize(cases[index], &keep, &end)?,
        };
    }
    Ok(minimal)
}

/// Observes cases and makes tests of them.
struct Observer<'a> {
    request: &'a SuiteRequest<'a>,
    thunks: BTreeMap<u32, &'a ThunkInfo>,
    shares: Shares<'a>,
    /// The points of [`choose::callable`].
    callable: &'a BTreeSet<u32>,
    /// Number of tests made so far.
    made: usize,
    /// Cases observed so far.
    observed: usize,
    /// The errors of memory that have a test.
    corrupted: BTreeSet<finding::Key>,
    removed: &'a mut Vec<RemovedRecord>,
}

impl Observer<'_> {
    /// Observes each case and makes a test of what is stable. The tests are in the order of the cases.
    fn observe(
        &mut self,
        programs: &mut dyn Observe,
        cases: &[Case],
        origin: Origin,
    ) -> Result<Vec<Test>, SuiteError> {
        let mut tests: BTreeMap<usize, Test> = BTreeMap::new();
        for (done, index) in by_value(cases, &self.thunks, self.request.slow)
            .into_iter()
            .enumerate()
        {
            go_on(self.request.workspace.deadline)?;
            (self.request.workspace.progress)("observing", done, cases.len());
            let case = &cases[index];
            let thunk = self.thunks[&case.thunk];
            let has_time = self
                .request
                .has_time(case.thunk, self.request.workspace.deadline);
            let is_late = self.observed > 0 && !has_time;
            let observed = match is_late || self.shares.is_full(self.observed, self.made) {
                true => Err(Reason::OutOfTime),
                false => observe(programs, case, thunk)?,
            };
            self.observed += 1;
            match observed {
                Ok((Outcome::Corrupted(error), _))
                    if !self
                        .corrupted
                        .insert(finding::key(&Outcome::Corrupted(error.clone()), thunk)) => {}
                Ok(observed) => {
                    if let Some(mut test) = self.test(thunk, case, observed, origin) {
                        test.exact = exactly(programs, case, &test)?;
                        self.made += 1;
                        tests.insert(index, test);
                    }
                }
                // It does not matter if an extra case fails.
                Err(reason) if origin == Origin::Chosen => {
                    self.removed.push(removed(&thunk.function, reason));
                }
                Err(_) => {}
            }
        }
        // Minimizing can turn two cases into the same one, and a mock that could have done more does as much as another one.
        let mut tests: Vec<Test> = tests.into_values().collect();
        let mut seen = BTreeSet::new();
        let inputs = tests.iter().map(|test| {
            let observation = &test.observation;
            (mocks::without_names(observation), &observation.fakes)
        });
        let is_new: Vec<bool> = inputs.map(|input| seen.insert(input)).collect();
        let mut is_new = is_new.into_iter();
        tests.retain(|_| is_new.next() == Some(true));
        Ok(tests)
    }

    /// Lets a test assert calls, or those of them that are the same in several runs. It stays as it is if it does not end as before.
    fn assert_calls(
        &mut self,
        programs: &mut dyn Observe,
        test: &mut Test,
        keys: &calls::Keys,
    ) -> Result<(), SuiteError> {
        let mut keys = keys.clone();
        while !keys.is_empty() {
            let case = calls::asserting(&test.case(), &keys);
            let observed = self.observe(programs, &[case], test.origin)?;
            if let [asserting] = observed.as_slice()
                && asserting.outcome == test.outcome
                && calls::asserts_more(test, asserting)
            {
                calls::put(test, asserting);
                return Ok(());
            }
            let stable = calls::stable(programs, &test.case(), &keys)?;
            keys = if stable == keys {
                calls::Keys::new()
            } else {
                stable
            };
        }
        Ok(())
    }

    /// The test of a case; `None` if only the instrumented program could run the case.
    fn test(
        &self,
        thunk: &ThunkInfo,
        case: &Case,
        (outcome, observation): stable::Observed1,
        origin: Origin,
    ) -> Option<Test> {
        if observation.call.is_empty() || outcome == Outcome::Discarded {
            return None;
        }
        let observation = renamed(&outcome, observation);
        let thunk = last_call(thunk, &outcome, &observation);
        Some(Test {
            name: String::new(),
            names: name::suggest(&thunk, &outcome, &observation),
            thunk,
            outcome,
            observation,
            origin,
            aim: None,
            reason: String::new(),
            rank: Rank::default(),
            doubt: None,
            cause: Cause::default(),
            tape: case.tape.clone(),
            form: Form::Full,
            exact: None,
            plain: None,
            coverage: case.coverage.iter().copied().collect(),
            called: choose::counted(case, self.callable)
                .into_iter()
                .map(|point| self.request.coverage.code(point))
                .collect(),
        })
    }
}

/// What is under test: of a sequence, its last call, or what breaks a law. The calls before it are the preparation, which needs their imports.
fn last_call(thunk: &ThunkInfo, outcome: &Outcome, observation: &Observation) -> ThunkInfo {
    let mut last = match outcome.broken_law() {
        Some(law) => thunk.breaker(law).clone(),
        None => thunk.called(observation.steps.last().copied()).clone(),
    };
    for step in &observation.steps {
        for line in &thunk.called(Some(*step)).uses {
            if !last.uses.contains(line) {
                last.uses.push(line.clone());
            }
        }
    }
    last
}

/// The order in which tests are written: that of the source. Of one function, short tests come first, then extras, then findings.
pub(crate) fn key(test: &Test) -> impl Ord {
    let thunk = &test.thunk;
    let observation = &test.observation;
    (
        (&thunk.module, &thunk.file, thunk.line, thunk.index),
        (test.is_finding(), test.origin),
        (observation.statements.len(), observation.call.len()),
        (
            &observation.statements,
            &observation.call,
            &observation.mocks,
            &observation.fakes,
        ),
    )
}
