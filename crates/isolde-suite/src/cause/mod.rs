//! One finding for one cause.
//!
//! Runs that fail for one reason often fail in several ways: in copies of a function for several types, at several lines that the same bad argument
//! reaches, and in all functions that call one another. [`group`] joins such findings: first [`siblings`], then those that [`joined`] gives a reason
//! for, among them broken [`promises`] of one type. The worst and simplest of them stays, with the others' functions and places and with the condition in words.

mod alike;
mod condition;
mod examples;
mod features;
mod joined;
mod known;
mod promises;
mod siblings;
mod twins;

#[cfg(test)]
mod tests;

use crate::SuiteError;
use crate::finding::{self, Cause};
use crate::render::Test;
use crate::request::{Location, Observe, SuiteRequest};
use crate::sources::Sources;
use condition::Condition;
use examples::Pool;
use features::features;
use isolde_record::run::Doubt;
use isolde_record::{Deadline, Documented, Outcome, Visibility};
use joined::joined;
use known::Known;
use std::collections::{BTreeSet, VecDeque};
use std::path::Path;

/// Findings with one cause.
struct Group {
    /// Indices of the tests.
    members: Vec<usize>,
    condition: Option<Condition>,
}

/// Joins findings that have one cause, and removes tests that would pin its effects down. Examples are collected until the deadline `step`. `tests` must
/// be in order: of those with equal inputs the first stays.
///
/// # Errors
/// If the programs cannot be run, or the user wants to stop.
pub fn group(
    request: &SuiteRequest,
    programs: &mut dyn Observe,
    step: &Deadline,
    tests: &mut Vec<Test>,
) -> Result<(), SuiteError> {
    let pool = examples::collect(request, programs, step, tests)?;
    let package = Package {
        root: request.workspace.package_root,
        documented: request.documented,
        coverage: request.coverage.places,
    };
    group_by(&pool, package, step, tests);
    Ok(())
}

/// What is known of the package.
#[derive(Clone, Copy)]
struct Package<'a> {
    root: &'a Path,
    documented: &'a [Documented],
    coverage: &'a [Location],
}

fn group_by(pool: &Pool, package: Package, step: &Deadline, tests: &mut Vec<Test>) {
    let mut sources = Sources::of(package.root);
    let families = siblings::families(tests, &mut sources, |index| {
        pool.of(&[index]).learn()?.words(&pool.variants)
    });
    let known = Known::of(tests, pool, package, &mut sources);
    let groups = join(
        families.into_iter().map(|members| Group {
            condition: pool.of(&members).learn(),
            members,
        }),
        // Without time, only what is known already is compared.
        |one, other| joined(one, other, &known, !step.is_over()),
    );
    let mut gone = BTreeSet::new();
    for group in &groups {
        let best = group.members.iter().copied();
        // What is worst and surest is shown; of equal ones the simplest.
        let best = best.min_by_key(|&index| {
            let test = &tests[index];
            let gravity = finding::gravity(finding::kind(&test.outcome));
            (
                test.outcome.is_suspicion(),
                test.rank,
                gravity,
                test.doubt.is_some(),
                is_only_known_by_its_call(test),
                simplicity(test),
            )
        });
        let best = best.expect("a group has members");
        let others = group.members.iter().copied().filter(|&index| index != best);
        gone.extend(others.clone());
        for index in pinned(group, tests).collect::<Vec<_>>() {
            if is_spare(index, tests, &gone) {
                gone.insert(index);
            }
        }
        // What an argument alone decides does not hang on whether answers are possible.
        let condition = condition_of(best, group, tests, pool);
        let is_decided = condition.as_ref().is_some_and(Condition::is_exact)
            && pool.of(&[best]).fail_for_any_answers();
        if is_decided && tests[best].doubt == Some(Doubt::InventedAnswers) {
            tests[best].doubt = None;
        }
        tests[best].cause = Cause {
            functions: others_of(best, others.clone(), |index| {
                tests[index].thunk.function.clone()
            }),
            places: others_of(best, others.clone(), |index| tests[index].finding_place()),
            laws: promises::others(best, others, tests),
            condition: condition.and_then(|condition| condition.words(&pool.variants)),
        };
    }
    let mut index = 0;
    tests.retain(|_| {
        index += 1;
        !gone.contains(&(index - 1))
    });
}

/// The condition that a member meets: that of its group, or one of its own, if others of the group fail for other values or have other parameters, such as
/// copies with other bounds.
fn condition_of(index: usize, group: &Group, tests: &[Test], pool: &Pool) -> Option<Condition> {
    let features = features(&tests[index].thunk, &tests[index].observation);
    let of_group = group.condition.clone();
    of_group
        .filter(|condition| condition.holds(&features) && pool.of(&[index]).agree(condition))
        .or_else(|| pool.of(&[index]).learn())
}

/// What the other members have and the best does not, without repetitions.
fn others_of(
    best: usize,
    others: impl Iterator<Item = usize>,
    of: impl Fn(usize) -> String,
) -> Vec<String> {
    let own = of(best);
    let all: BTreeSet<String> = others.map(of).filter(|other| *other != own).collect();
    all.into_iter().collect()
}

/// Whether an error of memory has the place of the function that was called, because it happened where no code of the package runs.
fn is_only_known_by_its_call(test: &Test) -> bool {
    let Outcome::Corrupted(error) = &test.outcome else {
        return false;
    };
    (&error.place.file, error.place.line) == (&test.thunk.file, test.thunk.line)
}

/// The order in which members represent a group: those that a user can call first, then the simplest inputs.
fn simplicity(test: &Test) -> impl Ord + use<> {
    let observation = &test.observation;
    let length: usize = observation.statements.iter().map(String::len).sum();
    (
        test.thunk.visibility != Visibility::Public,
        observation.statements.len(),
        length + observation.call.len(),
        observation.mocks.len() + observation.fakes.len(),
    )
}

/// Tests that pin the effects of a cause down: those of its functions that expect a panic although their inputs meet its condition.
fn pinned<'a>(group: &'a Group, tests: &'a [Test]) -> impl Iterator<Item = usize> + 'a {
    let condition = group
        .condition
        .as_ref()
        .filter(|condition| condition.is_exact());
    let of_group = |test: &Test| {
        let mut members = group.members.iter();
        members.any(|&index| tests[index].thunk.function == test.thunk.function)
    };
    tests.iter().enumerate().filter_map(move |(index, test)| {
        let condition = condition?;
        let expects_panic = !test.is_finding() && matches!(test.outcome, Outcome::Panicked(_));
        let is_pinned = expects_panic
            && of_group(test)
            && condition.holds(&features(&test.thunk, &test.observation));
        is_pinned.then_some(index)
    })
}

/// Joins groups: `joined` gives the condition of two groups with one cause. Two groups that differ are compared only once.
fn join(
    groups: impl Iterator<Item = Group>,
    joined: impl Fn(&Group, &Group) -> Option<Option<Condition>>,
) -> Vec<Group> {
    let mut settled: Vec<Group> = Vec::new();
    // Those that still have to be compared with all that are settled.
    let mut open: VecDeque<Group> = groups.collect();
    while let Some(mut group) = open.pop_front() {
        let place = settled.iter().enumerate().find_map(|(at, other)| {
            let condition = joined(other, &group)?;
            Some((at, condition))
        });
        match place {
            None => settled.push(group),
            Some((at, condition)) => {
                let other = settled.remove(at);
                group.members.extend(other.members);
                group.members.sort_unstable();
                group.condition = condition;
                // Together they may have one cause with another one. Each time there is one group less.
                open.push_front(group);
            }
        }
    }
    settled.sort_by_key(|group| group.members[0]);
    settled
}

/// Whether a test may go: other tests reach the code that it reaches.
fn is_spare(index: usize, tests: &[Test], gone: &BTreeSet<usize>) -> bool {
    let mut others = BTreeSet::new();
    for (other, test) in tests.iter().enumerate() {
        if other != index && !gone.contains(&other) && !test.is_finding() {
            others.extend(&test.called);
        }
    }
    tests[index].called.is_subset(&others)
}
