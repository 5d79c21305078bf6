//! One finding for one cause.
//!
//! Runs that fail for one reason often fail in several ways: in copies of a function for several types, at several lines that the same bad argument
//! reaches, and in all functions that call one another. [`group`] joins such findings: [`siblings`], those of one function whose inputs have one
//! property in common that no passing input has, those of copied functions that fail under the same condition, those without a place whose
//! runs lead through the same code, and broken [`promises`] of one type. The worst and simplest of them stays, with the others' functions and places and with the condition in words.

mod condition;
mod examples;
mod features;
mod promises;
mod siblings;
mod value;

#[cfg(test)]
mod tests;

pub(crate) use value::{Value, arguments};

use crate::SuiteError;
use crate::copies::{trait_method, without_arguments};
use crate::finding::{self, Cause};
use crate::render::Test;
use crate::request::{Location, Observe, SuiteRequest};
use crate::sources::Sources;
use condition::Condition;
use examples::Pool;
use features::features;
use isolde_record::{Deadline, Documented, Outcome, Visibility, message_class};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

/// Findings with one cause.
struct Group {
    /// Indices of the tests.
    members: Vec<usize>,
    condition: Option<Condition>,
}

/// Share of the code that two runs without a place must have in common, as a fraction: numerator and denominator.
const SAME_CODE: (usize, usize) = (4, 5);

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
        coverage: request.coverage,
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
    let findings = || {
        tests
            .iter()
            .enumerate()
            .filter(|(_, test)| test.is_finding())
    };
    let known = Known {
        pool,
        tests,
        lines: findings()
            .filter_map(|(index, test)| Some((index, siblings::failing_line(test, &mut sources)?)))
            .collect(),
        functions: findings()
            .map(|(index, test)| (index, functions(test, package.documented)))
            .collect(),
        coverage: package.coverage,
    };
    let groups = join(
        families.into_iter().map(|members| Group {
            condition: pool.of(&members).learn(),
            members,
        }),
        step,
        |one, other| joined(one, other, &known),
    );
    let mut gone = BTreeSet::new();
    for group in &groups {
        let best = group.members.iter().copied();
        // What is worst is shown; of equal ones the simplest.
        let best = best.min_by_key(|&index| {
            let test = &tests[index];
            let is_fatal = finding::is_fatal(finding::kind(&test.outcome));
            let is_suspicion = test.outcome.is_suspicion();
            (is_suspicion, test.rank, !is_fatal, simplicity(test))
        });
        let best = best.expect("a group has members");
        let others = group.members.iter().copied().filter(|&index| index != best);
        gone.extend(others.clone());
        for index in pinned(group, tests).collect::<Vec<_>>() {
            if is_spare(index, tests, &gone) {
                gone.insert(index);
            }
        }
        tests[best].cause = Cause {
            functions: others_of(best, others.clone(), |index| {
                tests[index].thunk.function.clone()
            }),
            places: others_of(best, others.clone(), |index| tests[index].finding_place()),
            laws: promises::others(best, others, tests),
            condition: group
                .condition
                .as_ref()
                .and_then(|condition| condition.words(&pool.variants)),
        };
    }
    let mut index = 0;
    tests.retain(|_| {
        index += 1;
        !gone.contains(&(index - 1))
    });
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

/// The order in which members represent a group: those that a user can call first, then the simplest inputs.
fn simplicity(test: &Test) -> impl Ord + use<> {
    let observation = &test.observation;
    let length: usize = observation.statements.iter().map(String::len).sum();
    (
        test.thunk.visibility != Visibility::Public,
        observation.statements.len(),
        length + observation.call.len(),
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

/// Joins groups as long as there is time: `joined` gives the condition of two groups with one cause. Two groups that differ are compared only once.
fn join(
    groups: impl Iterator<Item = Group>,
    step: &Deadline,
    joined: impl Fn(&Group, &Group) -> Option<Option<Condition>>,
) -> Vec<Group> {
    let mut settled: Vec<Group> = Vec::new();
    // Those that still have to be compared with all that are settled.
    let mut open: VecDeque<Group> = groups.collect();
    while let Some(mut group) = open.pop_front() {
        let place = match step.is_over() {
            true => None,
            false => settled.iter().enumerate().find_map(|(at, other)| {
                let condition = joined(other, &group)?;
                Some((at, condition))
            }),
        };
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

/// The condition of two groups with one cause; `None` if their causes differ.
fn joined(one: &Group, other: &Group, known: &Known) -> Option<Option<Condition>> {
    let tests = known.tests;
    if promises::is_one_cause(&one.members, &other.members, known) {
        return Some(None);
    }
    let (first, second) = (&tests[one.members[0]], &tests[other.members[0]]);
    // Broken promises have neither inputs nor places in common that would say more.
    if [first, second]
        .iter()
        .any(|test| test.observation.asserts_law())
    {
        return None;
    }
    let kinds = |group: &Group| -> BTreeSet<&str> {
        let of = |&index: &usize| finding::kind(&tests[index].outcome);
        group.members.iter().map(of).collect()
    };
    let is_one_kind = !kinds(one).is_disjoint(&kinds(other));
    let conditions = one.condition.as_ref().zip(other.condition.as_ref());
    // Functions that belong together and fail under the same condition, in the same words.
    let words = |condition: &Condition| condition.words(&known.pool.variants);
    let says_the_same =
        conditions.is_some_and(|(one, other)| words(one).is_some() && words(one) == words(other));
    if is_one_kind && says_the_same && known.are_related(one, other) {
        return Some(one.condition.clone());
    }
    // Bad values of one argument that lie side by side, however they fail.
    let side_by_side = conditions.and_then(|(one, other)| one.with(other));
    if side_by_side.is_some() && known.are_related(one, other) {
        return Some(side_by_side);
    }
    if known.is_one_function(one, other) {
        let members: Vec<usize> = one.members.iter().chain(&other.members).copied().collect();
        let together = known.pool.of(&members).learn();
        let is_one = |condition: &Condition| condition.is_exact() || condition.is_whole();
        if together.as_ref().is_some_and(is_one) {
            return Some(together);
        }
        if is_one_kind && known.are_copied_lines(one.members[0], other.members[0]) {
            return Some(together.or_else(|| one.condition.clone()));
        }
        // In one function, parameters have their names; in another one, they may have others.
        let is_one_call = first.thunk.function == second.thunk.function;
        let class = |test: &Test| message_class(&finding::message(&test.outcome));
        let (one, other) = conditions.filter(|_| is_one_kind && class(first) == class(second))?;
        return match (
            !is_one_call && one.is_like(other),
            one.is_about_the_same(other),
        ) {
            (true, _) => Some(Some(one.clone())),
            (false, true) => Some(together.or_else(|| Some(one.clone().or(other.clone())))),
            (false, false) => None,
        };
    }
    let is_one_path = is_one_kind
        && one.members.iter().any(|&first| {
            let mut others = other.members.iter();
            others.any(|&second| shares_code(&tests[first], &tests[second], known.coverage))
        });
    is_one_path.then(|| one.condition.clone())
}

/// What is known of all findings.
struct Known<'a> {
    pool: &'a Pool,
    tests: &'a [Test],
    /// For each finding the text of the line that fails.
    lines: BTreeMap<usize, String>,
    /// For each finding the functions that take part: the one that is called, and those that contain the place.
    functions: BTreeMap<usize, BTreeSet<&'a str>>,
    coverage: &'a [Location],
}

impl Known<'_> {
    /// Whether one function takes part in findings of both groups.
    fn is_one_function(&self, one: &Group, other: &Group) -> bool {
        let functions = |group: &Group| -> BTreeSet<&str> {
            let of = |index: &usize| &self.functions[index];
            group.members.iter().flat_map(of).copied().collect()
        };
        !functions(one).is_disjoint(&functions(other))
    }

    /// Whether the functions of two groups belong together: they are one, implement the same method of a trait, or one was copied from the other.
    fn are_related(&self, one: &Group, other: &Group) -> bool {
        let method = |index: usize| {
            let (of_trait, method) = trait_method(&self.tests[index].thunk.function)?;
            Some((without_arguments(of_trait), method))
        };
        self.is_one_function(one, other)
            || one.members.iter().any(|&first| {
                other.members.iter().any(|&second| {
                    method(first).is_some() && method(first) == method(second)
                        || self.are_copied_lines(first, second)
                })
            })
    }

    /// Whether two findings fail in the same way at different lines of nearly the same text, which a hand copied.
    fn are_copied_lines(&self, one: usize, other: usize) -> bool {
        let [first, second] = [one, other].map(|index| &self.tests[index]);
        let text = |index: usize| self.lines.get(&index).map(String::as_str);
        let (Some(line), Some(copy)) = (text(one), text(other)) else {
            return false;
        };
        first.place() != second.place()
            && finding::kind(&first.outcome) == finding::kind(&second.outcome)
            && siblings::are_alike(line, copy)
    }
}

/// The functions that take part in a finding.
fn functions<'a>(test: &'a Test, documented: &'a [Documented]) -> BTreeSet<&'a str> {
    let (file, line) = test.place();
    let around = documented
        .iter()
        .filter(|function| function.contains(&file, line));
    let around = around.map(|function| function.function.as_str());
    around.chain([test.thunk.function.as_str()]).collect()
}

/// Whether two runs whose failures have no place lead through the same code: one reaches the other's function, or what they reach outside their own
/// functions is nearly the same.
fn shares_code(one: &Test, other: &Test, coverage: &[Location]) -> bool {
    let is_alike = finding::kind(&one.outcome) == finding::kind(&other.outcome);
    if one.has_place() || other.has_place() || !is_alike {
        return false;
    }
    let places = |test: &Test| {
        let points = test.called.iter();
        points
            .filter_map(|&point| coverage.get(point as usize))
            .collect::<BTreeSet<_>>()
    };
    let (first, second) = (places(one), places(other));
    let reaches = |places: &BTreeSet<&Location>, of: &Test| {
        places.iter().any(|place| place.is_inside(&of.thunk))
    };
    if reaches(&first, other) || reaches(&second, one) {
        return true;
    }
    let is_own = |place: &Location| place.is_inside(&one.thunk) || place.is_inside(&other.thunk);
    let [first, second] = [first, second].map(|mut places| {
        places.retain(|place| !is_own(place));
        places
    });
    let common = first.intersection(&second).count();
    common > 0 && common * SAME_CODE.1 >= first.union(&second).count() * SAME_CODE.0
}
