//! Which calls of mocks, closures and fakes tests assert.
//!
//! Code that passes things on shows nothing of that in its result: a message that is sent, a pause before the next attempt, what a callback gets. So for
//! each function under test and for each thing that it calls, one test asserts these calls, if the calls are all that the code does there, or if they have
//! arguments on which no answer depends. Which calls a test asserts is part of its case: each method has a choice for that.
//!
//! More tests assert calls where a mutant shows nothing else (see `mutants`).

use crate::SuiteError;
use crate::render::Test;
use crate::request::{Observe, Surroundings};
use crate::trivial::is_nothing;
use crate::value::operands_of;
use isolde_record::{Case, Deadline, MockCall, Observation, Outcome};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of calls that a test asserts because nothing else asks for it.
const MOST: usize = 8;
/// Number of variations of a case that are tried so that its calls say something.
const VARIATIONS: u64 = 4;

/// The keys of the choices that make a test assert calls.
pub(crate) type Keys = BTreeSet<u64>;

/// What a test of a function should assert: that it calls this thing, or with which arguments.
type Demand<'t> = (&'t str, Kind);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Made,
    Arguments,
}

/// The case, with the calls of these methods asserted.
pub(crate) fn asserting(case: &Case, keys: &Keys) -> Case {
    let mut asserting = case.clone();
    asserting.tape.0.extend(keys.iter().map(|key| (*key, 1)));
    asserting
}

/// The list of calls in a test, as the library writes it.
const LIST: &str = "*CALLS.lock().unwrap()";

/// Whether a test of this observation asserts calls: it has a list, and this is the same in all runs.
fn asserts_calls(observation: &Observation) -> bool {
    let mut after = observation.after.iter();
    observation.asserts_calls && after.any(|(expression, _)| expression == LIST)
}

/// Whether a test has a list of calls that differs between runs, so that it does not assert it.
pub(crate) fn lists_in_vain(test: &Test) -> bool {
    test.observation.asserts_calls && !asserts_calls(&test.observation)
}

/// Whether the tests differ in the calls that they assert alone, of which the second one asserts more.
pub(crate) fn asserts_more(test: &Test, more: &Test) -> bool {
    let is_its = |key: &u64| {
        let mut calls = more.observation.calls.iter();
        calls.any(|call| call.key == *key)
    };
    let Test { thunk, tape, .. } = test;
    asserts_calls(&more.observation)
        && thunk.index == more.thunk.index
        && tape
            .0
            .iter()
            .all(|(key, value)| more.tape.0.get(key) == Some(value))
        && more
            .tape
            .0
            .keys()
            .all(|key| tape.0.contains_key(key) || is_its(key))
}

/// Tests of `more` that assert more than tests that are there already take the places of these.
pub(crate) fn replace(tests: &mut [Test], more: &mut Vec<Test>) {
    more.retain(|asserting| {
        let replaced = tests.iter_mut().find(|test| asserts_more(test, asserting));
        let is_new = replaced.is_none();
        if let Some(test) = replaced {
            put(test, asserting);
        }
        is_new
    });
}

/// Puts a test that asserts more in the place of another one, to which it can fall back.
pub(crate) fn put(test: &mut Test, asserting: &Test) {
    let plain = test.clone();
    *test = Test {
        aim: test.aim.take(),
        origin: test.origin,
        plain: Some(Box::new(plain)),
        ..asserting.clone()
    };
}

/// Those of the methods that receive the same calls in several runs of a case: arguments may be times, and the order may be that of a hash table.
pub(crate) fn stable(
    programs: &mut dyn Observe,
    case: &Case,
    keys: &Keys,
) -> Result<Keys, SuiteError> {
    let mut stable = keys.clone();
    let mut first: Option<Observation> = None;
    for surroundings in [
        Surroundings::Usual,
        Surroundings::Usual,
        Surroundings::Elsewhere,
    ] {
        let Some((_, observation)) = programs.observe(case, surroundings)? else {
            return Ok(Keys::new());
        };
        let texts = |of: &Observation, key: u64| -> Vec<String> {
            let calls = of.calls.iter().filter(|call| call.key == key);
            calls.map(|call| call.text.clone()).collect()
        };
        match &first {
            Some(first) => stable.retain(|key| texts(first, *key) == texts(&observation, *key)),
            None => first = Some(observation),
        }
    }
    Ok(stable)
}

/// If two runs of a case made different calls of methods whose calls are worth asserting: all such methods that the first run called.
pub(crate) fn different(one: &Observation, other: &Observation) -> Keys {
    let worth = |of: &Observation| -> Vec<(u64, String)> {
        let calls = of.calls.iter().filter(|call| is_worth_asserting(call));
        calls.map(|call| (call.key, call.text.clone())).collect()
    };
    let (one, other) = (worth(one), worth(other));
    match one == other {
        true => Keys::new(),
        false => one.into_iter().map(|(key, _)| key).collect(),
    }
}

/// Questions without arguments are answered, and what becomes of the answers is what tests are about.
fn is_worth_asserting(call: &MockCall) -> bool {
    call.is_command || call.hides_arguments
}

/// For some of the tests, by their place, the methods whose calls they should assert.
pub(crate) fn wanted(tests: &[Test]) -> BTreeMap<usize, Keys> {
    let mut of_functions: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, test) in tests.iter().enumerate() {
        if is_fit(test) && !test.observation.calls.is_empty() {
            of_functions
                .entry(&test.thunk.function)
                .or_default()
                .push(place);
        }
    }
    let of_functions = of_functions.into_values();
    of_functions
        .flat_map(|places| wanted_of(tests, &places))
        .collect()
}

/// The same for one function, whose tests are at these places.
fn wanted_of(tests: &[Test], places: &[usize]) -> BTreeMap<usize, Keys> {
    let calls = |place: usize| tests[place].observation.calls.iter();
    let mut open: BTreeSet<Demand> = places
        .iter()
        .flat_map(|&place| calls(place))
        .flat_map(demands)
        .collect();
    // Arguments on which answers depend in some test are asserted there, and so is that something is called that may fail.
    for call in places.iter().flat_map(|&place| calls(place)) {
        if !call.hides_arguments {
            open.remove(&(&call.of, Kind::Arguments));
        }
        if !call.is_command {
            open.remove(&(&call.of, Kind::Made));
        }
    }
    let mut wanted: BTreeMap<usize, Keys> = BTreeMap::new();
    while !open.is_empty() {
        let candidates = places.iter().filter_map(|&place| {
            let mut met: BTreeSet<Demand> = BTreeSet::new();
            let mut keys = Keys::new();
            for call in calls(place) {
                for demand in demands(call).filter(|demand| open.contains(demand)) {
                    met.insert(demand);
                    keys.insert(call.key);
                }
            }
            let count = calls(place).filter(|call| keys.contains(&call.key)).count();
            let hides = hidden(&tests[place].observation, &keys);
            (!met.is_empty() && count <= MOST).then_some((met, keys, hides, count, place))
        });
        // The one that meets most demands, and says most with fewest calls.
        let best = candidates.min_by_key(|(met, _, hides, count, place)| {
            (Reverse(met.len()), *hides, *count, *place)
        });
        let Some((met, keys, .., place)) = best else {
            break;
        };
        open.retain(|demand| !met.contains(demand));
        wanted.entry(place).or_default().extend(keys);
    }
    wanted
}

/// What a call would meet if it were asserted.
fn demands(call: &MockCall) -> impl Iterator<Item = Demand<'_>> {
    let made = call.is_command.then_some((call.of.as_str(), Kind::Made));
    let arguments = call
        .hides_arguments
        .then_some((call.of.as_str(), Kind::Arguments));
    made.into_iter().chain(arguments)
}

/// If calls of these methods that a test received have arguments that are zero or empty, or each method was called once: a case in which they say more, if
/// one is found before the deadline.
pub(crate) fn telling(
    programs: &mut dyn Observe,
    test: &Test,
    keys: &Keys,
    deadline: &Deadline,
) -> Result<Option<Case>, SuiteError> {
    let mut least = hidden(&test.observation, keys);
    let mut found = None;
    // Other code may be reached, as long as the same is called.
    let case = Case {
        called: Vec::new(),
        ..test.case()
    };
    for number in 0..VARIATIONS {
        if least == (0, false) || deadline.is_over() {
            break;
        }
        let Some(varied) = programs.vary(&case, number, deadline)? else {
            continue;
        };
        let observed = programs.observe(&varied, Surroundings::Usual)?;
        let Some((Outcome::Returned, observation)) = observed else {
            continue;
        };
        let known: Keys = observation.calls.iter().map(|call| call.key).collect();
        let asserted = observation
            .calls
            .iter()
            .filter(|call| keys.contains(&call.key));
        let hides = hidden(&observation, keys);
        if keys.is_subset(&known) && asserted.count() <= MOST && hides < least {
            least = hides;
            found = Some(asserting(&varied, keys));
        }
    }
    Ok(found)
}

/// Whether a test can assert calls.
fn is_fit(test: &Test) -> bool {
    test.outcome == Outcome::Returned && !test.is_finding()
}

/// What the calls of these methods do not show: the number of arguments that are zero or empty in all calls, and whether there is no method that was called
/// again, with other arguments, so that the order is not seen.
fn hidden(observation: &Observation, keys: &Keys) -> (usize, bool) {
    let mut arguments: BTreeMap<(u64, usize), bool> = BTreeMap::new();
    let mut texts: BTreeMap<u64, BTreeSet<&str>> = BTreeMap::new();
    let calls = observation.calls.iter();
    for call in calls.filter(|call| keys.contains(&call.key)) {
        texts.entry(call.key).or_default().insert(&call.text);
        for (position, value) in operands_of(&[], &call.text).iter().enumerate() {
            *arguments.entry((call.key, position)).or_default() |= !is_nothing(value);
        }
    }
    let silent = arguments
        .values()
        .filter(|says_something| !**says_something);
    (silent.count(), texts.values().all(|texts| texts.len() < 2))
}

#[cfg(test)]
mod tests;
