//! Examples for learning conditions: inputs that fail like a finding, and inputs that pass.
//!
//! They come from the cases that the exploration found, and from inputs next to the finding's own, which show where its condition ends. All are run
//! and rendered in the uninstrumented program.

use super::condition::{self, Condition, Passed, Tried};
use super::features::{Features, features};
use crate::SuiteError;
use crate::render::Test;
use crate::request::{Observe, SuiteRequest, go_on};
use crate::value::{Value, arguments};
use isolde_record::{
    Case, Deadline, Observation, Observed, Outcome, PanicInfo, PanicKind, ThunkInfo,
};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of explored cases that pass, and that fail like a finding, which are used for one thunk or finding.
const PASSING: usize = 64;
const FAILING: usize = 8;
/// Maximum number of inputs next to a finding's own.
const AROUND: usize = 48;
/// Maximum number of findings whose examples are kept: a package with more has other worries.
const FINDINGS: usize = 200;

/// How many different answers must be seen before they do not matter.
const DIFFERENT: usize = 3;

/// Examples of all findings.
#[derive(Debug, Default)]
pub(super) struct Pool {
    /// For each call, the inputs that pass.
    passing: BTreeMap<Called, Vec<Passed>>,
    /// For each finding, by the index of its test: the inputs next to its own that pass.
    near: BTreeMap<usize, Vec<Features>>,
    /// For each finding, by the index of its test: the inputs that fail in its way.
    failing: BTreeMap<usize, Failing>,
    /// The names of the variants and constructors that occur in inputs. A condition on one without a name cannot be put into words.
    pub(super) variants: BTreeMap<i128, String>,
}

/// A call: of a thunk and, if that makes a sequence of calls, the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Called {
    thunk: u32,
    step: Option<u32>,
}

impl Called {
    fn of(thunk: &ThunkInfo, observation: &Observation) -> Called {
        Called {
            thunk: thunk.index,
            step: observation.steps.last().copied(),
        }
    }
}

/// Inputs that fail like a finding.
#[derive(Debug, Default)]
struct Failing {
    called: Called,
    /// The finding's own input, and those next to it.
    near: Vec<Features>,
    /// Others. They may fail at the same place for another reason, where a macro hides the places.
    far: Vec<Features>,
    /// What mocks answered in them.
    answers: BTreeSet<Vec<String>>,
}

/// Where an input that was run for a finding comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
    Near,
    Far,
}

/// The examples of some findings.
pub(super) struct Examples<'a> {
    failing: Vec<&'a Failing>,
    passing: Vec<&'a Passed>,
    near: Vec<&'a Features>,
}

impl Examples<'_> {
    /// Whether inputs fail whatever mocks answer: several different answers have been seen.
    pub(super) fn fail_for_any_answers(&self) -> bool {
        let answers = self.failing.iter().flat_map(|failing| &failing.answers);
        answers.collect::<BTreeSet<_>>().len() >= DIFFERENT
    }

    /// Whether no input that passes meets a condition.
    pub(super) fn agree(&self, condition: &Condition) -> bool {
        let mut accepted = self.passing.iter().filter(|passed| !passed.is_refused);
        !accepted.any(|passed| condition.holds(&passed.features))
    }

    /// Whether there are inputs that fail, and all of them meet a condition.
    pub(super) fn all_meet(&self, condition: &Condition) -> bool {
        let near = self.failing.iter().flat_map(|failing| &failing.near);
        let far = self.failing.iter().flat_map(|failing| &failing.far);
        let mut inputs = near.chain(far).peekable();
        inputs.peek().is_some() && inputs.all(|features| condition.holds(features))
    }

    /// The condition that they suggest: all of them or, if they have nothing in common, those near the findings' own inputs.
    pub(super) fn learn(&self) -> Option<Condition> {
        let near = self.failing.iter().flat_map(|failing| &failing.near);
        let far = self.failing.iter().flat_map(|failing| &failing.far);
        let learn = |failing: &[&Features]| {
            condition::learn(Tried {
                failing,
                passing: &self.passing,
                near: &self.near,
            })
        };
        learn(&near.clone().chain(far).collect::<Vec<_>>())
            .or_else(|| learn(&near.collect::<Vec<_>>()).map(Condition::of_some))
    }
}

impl Pool {
    /// The examples of the findings with these indices.
    pub(super) fn of(&self, members: &[usize]) -> Examples<'_> {
        let failing: Vec<&Failing> = members
            .iter()
            .filter_map(|index| self.failing.get(index))
            .collect();
        let calls: BTreeSet<Called> = failing.iter().map(|failing| failing.called).collect();
        let passing = calls.iter().filter_map(|call| self.passing.get(call));
        Examples {
            failing,
            passing: passing.flatten().collect(),
            near: members
                .iter()
                .filter_map(|index| self.near.get(index))
                .flatten()
                .collect(),
        }
    }

    /// Adds an input that was run for the finding with this index.
    pub(super) fn add(
        &mut self,
        finding: Option<(usize, Distance)>,
        test: &Test,
        outcome: &Outcome,
        observation: &Observation,
    ) {
        let thunk = &test.thunk;
        let is_like = finding.is_some() && ends_like(&test.outcome, outcome);
        let called = Called::of(thunk, observation);
        // What another call does says nothing about this one.
        if observation.call.is_empty()
            || called != Called::of(thunk, &test.observation)
            || !is_like && *outcome != Outcome::Returned
        {
            return;
        }
        let features = features(thunk, observation);
        if let (true, Some((index, distance))) = (is_like, finding) {
            self.name_variants(thunk, observation);
            let failing = self.failing.entry(index).or_default();
            failing.called = called;
            let asked = observation.mocks.iter().filter(|mock| mock.is_asked);
            let sources = asked.map(|mock| mock.source.replace(&mock.name, ""));
            failing.answers.insert(sources.collect());
            match distance {
                Distance::Near => failing.near.push(features),
                Distance::Far => failing.far.push(features),
            }
            return;
        }
        if let Some((index, Distance::Near)) = finding {
            self.near.entry(index).or_default().push(features.clone());
        }
        self.passing.entry(called).or_default().push(Passed {
            features,
            is_refused: is_refused(observation),
        });
    }

    /// Notes the names of variants and constructors, except those of mocks: how a mock is made says nothing about what it answers.
    fn name_variants(&mut self, thunk: &ThunkInfo, observation: &Observation) {
        let mut names = Vec::new();
        for (_, value) in arguments(thunk, observation) {
            collect_names(&value, &mut names);
        }
        names.retain(|name| {
            let of = name.split("::").next();
            observation
                .mocks
                .iter()
                .all(|mock| Some(mock.name.as_str()) != of)
        });
        self.variants
            .extend(condition::variants(names.iter().map(String::as_str)));
    }
}

/// Whether a call returned an error or nothing.
fn is_refused(observation: &Observation) -> bool {
    match &observation.returned {
        Some(Observed::Source(text) | Observed::Debug(text) | Observed::Pattern(text)) => {
            text.starts_with("Err(") || text == "None"
        }
        _ => false,
    }
}

fn collect_names(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Made { by, parts } => {
            names.push(by.clone());
            for (_, part) in parts {
                collect_names(part, names);
            }
        }
        Value::List { elements, .. } => {
            for element in elements.iter().take(8) {
                collect_names(element, names);
            }
        }
        _ => {}
    }
}

/// Whether two runs fail alike, as findings are told apart. Two operations in one line overflow for different inputs.
fn ends_like(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Outcome::Panicked(one), Outcome::Panicked(other)) => {
            let kind = |panic: &PanicInfo| PanicKind::of(&panic.message);
            let operation = |panic: &PanicInfo| {
                let of_compiler = panic.message.starts_with("attempt to ");
                of_compiler.then(|| panic.message.clone())
            };
            (&one.file, one.line, kind(one), &one.law)
                == (&other.file, other.line, kind(other), &other.law)
                && operation(one) == operation(other)
        }
        (one, other) => one == other,
    }
}

/// Collects examples for all findings among `tests`, those of each finding as long as there is time.
pub(super) fn collect(
    request: &SuiteRequest,
    programs: &mut dyn Observe,
    step: &Deadline,
    tests: &[Test],
) -> Result<Pool, SuiteError> {
    let mut pool = Pool::default();
    let findings: Vec<usize> = (0..tests.len())
        .filter(|&index| tests[index].is_finding())
        .collect();
    let of_findings: BTreeSet<u32> = findings
        .iter()
        .map(|&index| tests[index].thunk.index)
        .collect();
    for test in tests
        .iter()
        .filter(|test| of_findings.contains(&test.thunk.index))
    {
        pool.add(None, test, &test.outcome, &test.observation);
    }
    for &index in &findings {
        let test = &tests[index];
        let own = Some((index, Distance::Near));
        pool.add(own, test, &test.outcome, &test.observation);
    }
    let mut has_passing = BTreeSet::new();
    for (done, &index) in findings.iter().enumerate().take(FINDINGS) {
        go_on(request.workspace.deadline)?;
        (request.workspace.progress)("looking for causes", done, findings.len());
        let test = &tests[index];
        let thunk = test.thunk.index;
        // The values that break a law are made by the calls, whose inputs these are not.
        // The programs that are run here do not notice errors of memory.
        let is_corrupted = matches!(test.outcome, Outcome::Corrupted(_));
        if test.observation.asserts_law() || is_corrupted || !request.has_time(thunk, step) {
            continue;
        }
        let own = |case: &&Case| case.thunk == thunk;
        let mut cases = Vec::new();
        if has_passing.insert(Called::of(&test.thunk, &test.observation)) {
            let passing = request.cases.iter().filter(own);
            let passing = passing.filter(|case| case.outcome == Outcome::Returned);
            cases.extend(spread(passing.collect(), PASSING));
        }
        // Runs that kill the program are few: each costs a process.
        let is_fatal = test.outcome.is_fatal();
        if !is_fatal {
            let failing = request.cases.iter().filter(own);
            let failing = failing.filter(|case| ends_like(&case.outcome, &test.outcome));
            cases.extend(spread(failing.collect(), FAILING));
        }
        let around = programs.around(&test.case(), step)?;
        let around = around.iter().filter(|case| !case.outcome.is_fatal());
        let near = around.take(AROUND).map(|case| (Distance::Near, case));
        let far = cases.into_iter().map(|case| (Distance::Far, case));
        for (distance, case) in near.chain(far) {
            if step.is_over() {
                break;
            }
            if let Some((outcome, observation)) = programs.render(case)? {
                pool.add(Some((index, distance)), test, &outcome, &observation);
            }
        }
    }
    Ok(pool)
}

/// Some of the cases, from the simplest to the largest.
fn spread(mut cases: Vec<&Case>, most: usize) -> Vec<&Case> {
    cases.sort_by_key(|case| (case.choices, &case.tape));
    let step = cases.len().div_ceil(most).max(1);
    cases.into_iter().step_by(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_of_one_line_fail_apart_and_indices_fail_alike() {
        let panicked = |message: &str| {
            Outcome::Panicked(PanicInfo {
                message: message.into(),
                file: "src/lib.rs".into(),
                line: 7,
                column: 1,
                step: None,
                law: None,
            })
        };
        let alike = |one: &str, other: &str| ends_like(&panicked(one), &panicked(other));
        assert!(!alike(
            "attempt to subtract with overflow",
            "attempt to multiply with overflow"
        ));
        let index = |at: u8| format!("index out of bounds: the len is 3 but the index is {at}");
        assert!(alike(&index(3), &index(9)));
    }
}
