//! Removes tests that add nothing: those that assert nothing, those that repeat another instance of a generic function, or another copy of a
//! function that one use of a macro made for many types, sequences whose last call ends as it does in another test, and those whose values show little.

use crate::copies::{trait_method, without_arguments};
use crate::render::{Origin, Test};
use crate::request::{CodePoints, Location};
use crate::sources::{Sources, is_derived};
use crate::trivial::is_trivial;
use isolde_record::{Observed, Polled};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Code that a test reaches: a coverage point or, in copies of a function, the place that is the same in all of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Code<'a> {
    Point(u32),
    Copied(Copies<'a>, &'a Location),
}

/// The copies of a method that one use of a macro made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Copies<'a> {
    of_trait: &'a str,
    method: &'a str,
    file: &'a str,
    line: u32,
}

impl<'a> Copies<'a> {
    fn of(test: &'a Test) -> Option<Copies<'a>> {
        let thunk = &test.thunk;
        let (of_trait, method) = trait_method(&thunk.function)?;
        Some(Copies {
            of_trait: without_arguments(of_trait),
            method,
            file: &thunk.file,
            line: thunk.line,
        })
    }
}

/// Removes tests that assert nothing, repetitions of another instance, copy or sequence, and tests with trivial values beside others that end in the same way,
/// unless they reach code that no other test reaches, or show alone what a function does with a type. `places` are those of the coverage points, in the package
/// in the folder `root`.
pub fn prune(tests: &mut Vec<Test>, places: &[Location], root: &Path) {
    let mut sources = Sources::of(root);
    let derived: BTreeSet<u32> = tests
        .iter()
        .filter(|test| is_sequence(test))
        .flat_map(|test| &test.called)
        .copied()
        .filter(|&point| {
            let place = places.get(point as usize);
            place.is_some_and(|place| is_derived(&mut sources, place))
        })
        .collect();
    remove(tests, (places, &derived), |index, tests| {
        let test = &tests[index];
        let is_needed = test.origin == Origin::Mutant || test.observation.asserts_calls;
        !test.says_something() || !is_needed && (repeats(test, tests) || continues(index, tests))
    });
    remove(tests, (places, &derived), |index, tests| {
        let test = &tests[index];
        let shows_more = |other: &Test| {
            other.thunk.function == test.thunk.function
                && !other.is_finding()
                && !is_trivial(other)
                && kind_of_end(other) == kind_of_end(test)
                && is_same_state(other, test)
        };
        is_trivial(test) && !test.observation.asserts_calls && tests.iter().any(shows_more)
    });
}

/// How many tests of one instance that end alike are kept before it is known which of them notice mutants.
const ALIKE: usize = 2;

/// Takes those tests away that reach no code of their own and end like others of the same instance, so that only their values differ. What they show may be
/// needed all the same: that is for mutants to say. A point that is one of many at its place is no code of its own.
pub fn take_alike(tests: &mut Vec<Test>, points: &CodePoints) -> Vec<Test> {
    let mut reached: BTreeMap<u32, usize> = BTreeMap::new();
    for point in tests
        .iter()
        .filter(|test| !test.is_finding())
        .flat_map(|test| &test.called)
    {
        *reached.entry(*point).or_default() += 1;
    }
    let mut alike: BTreeMap<_, usize> = BTreeMap::new();
    let group = |test: &Test| (test.thunk.index, kind_of_end(test), size_of_end(test));
    let is_fit = |test: &Test| !test.is_finding() && !is_sequence(test);
    for test in tests.iter().filter(|test| is_fit(test)) {
        *alike.entry(group(test)).or_default() += 1;
    }
    let mut taken = Vec::new();
    for index in (0..tests.len()).rev() {
        let test = &tests[index];
        let is_own = |point: &u32| reached[point] < 2 && !points.is_crowded(*point);
        if !is_fit(test) || test.called.iter().any(is_own) {
            continue;
        }
        let count = alike.entry(group(test)).or_default();
        if *count > ALIKE {
            *count -= 1;
            for point in &test.called {
                reached.entry(*point).and_modify(|count| *count -= 1);
            }
            taken.push(tests.remove(index));
        }
    }
    taken
}

/// Removes the tests that are spare, unless they reach code that no other test reaches, or are the only ones of an instance of a function. In sequences, `derived`
/// code does not count: it is mostly reached by the laws that are checked at their end, which their tests do not contain.
fn remove(
    tests: &mut Vec<Test>,
    (places, derived): (&[Location], &BTreeSet<u32>),
    is_spare: impl Fn(usize, &[Test]) -> bool,
) {
    let mut gone = Vec::new();
    let shared = shared(tests, places);
    let codes: Vec<Vec<Code>> = tests
        .iter()
        .map(|test| codes(test, places, &shared, derived))
        .collect();
    let mut reached: BTreeMap<&Code, usize> = BTreeMap::new();
    for code in tests
        .iter()
        .zip(&codes)
        .filter(|(test, _)| !test.is_finding())
        .flat_map(|(_, codes)| codes)
    {
        *reached.entry(code).or_default() += 1;
    }
    for index in (0..tests.len()).rev() {
        let is_spare = !tests[index].is_finding() && is_spare(index, tests);
        let mut others = (0..tests.len()).filter(|other| *other != index && !gone.contains(other));
        let is_only = tests[index].says_something()
            && !tests[index].thunk.instance.is_empty()
            && !others.any(|other| is_of_same_instance(&tests[other], &tests[index]));
        if is_spare && !is_only && codes[index].iter().all(|code| reached[code] > 1) {
            for code in &codes[index] {
                *reached.get_mut(code).expect("counted above") -= 1;
            }
            gone.push(index);
        }
    }
    for index in gone {
        tests.remove(index);
    }
}

/// Whether two tests call the same instance of a function. Mocks of all kinds are one: how they differ was chosen for the code that they reach.
fn is_of_same_instance(one: &Test, other: &Test) -> bool {
    let (first, second) = (&one.thunk, &other.thunk);
    !one.is_finding()
        && first.function == second.function
        && (first.instance == second.instance || first.has_mocks() && second.has_mocks())
}

/// Thunks with places that several of their coverage points have: such a place does not tell the points apart.
fn shared<'a>(tests: &[Test], places: &'a [Location]) -> BTreeSet<(u32, &'a Location)> {
    let mut points: BTreeMap<(u32, &Location), BTreeSet<u32>> = BTreeMap::new();
    for test in tests {
        for &point in &test.called {
            if let Some(place) = places.get(point as usize) {
                points
                    .entry((test.thunk.index, place))
                    .or_default()
                    .insert(point);
            }
        }
    }
    let shared = points.into_iter().filter(|(_, points)| points.len() > 1);
    shared.map(|(place, _)| place).collect()
}

/// The code that a test's call reaches, each once.
fn codes<'a>(
    test: &'a Test,
    places: &'a [Location],
    shared: &BTreeSet<(u32, &Location)>,
    derived: &BTreeSet<u32>,
) -> Vec<Code<'a>> {
    let copies = Copies::of(test);
    let mut codes: Vec<Code> = test
        .called
        .iter()
        .filter(|point| !is_sequence(test) || !derived.contains(point))
        .map(|&point| match (copies, places.get(point as usize)) {
            (Some(copies), Some(place)) if !shared.contains(&(test.thunk.index, place)) => {
                Code::Copied(copies, place)
            }
            _ => Code::Point(point),
        })
        .collect();
    codes.sort();
    codes.dedup();
    codes
}

/// Whether an earlier instance or copy of the same function has a test that ends in the same way.
fn repeats(test: &Test, tests: &[Test]) -> bool {
    let copies = Copies::of(test);
    tests.iter().any(|other| {
        let is_instance = other.thunk.function == test.thunk.function
            && other.thunk.instance != test.thunk.instance;
        let is_copy = other.thunk.function != test.thunk.function
            && copies.is_some()
            && Copies::of(other) == copies;
        (is_instance || is_copy)
            && other.thunk.index < test.thunk.index
            && !other.is_finding()
            && kind_of_end(other) == kind_of_end(test)
    })
}

/// Whether the last call of a sequence ends as the same call does in another test: alone, or in an earlier sequence.
fn continues(index: usize, tests: &[Test]) -> bool {
    let test = &tests[index];
    is_sequence(test)
        && tests.iter().enumerate().any(|(at, other)| {
            other.thunk.function == test.thunk.function
                && (at < index || !is_sequence(other))
                && !other.is_finding()
                && kind_of_end(other) == kind_of_end(test)
                && (returns_something(test) || is_same_state(other, test))
        })
}

fn returns_something(test: &Test) -> bool {
    let returned = &test.observation.returned;
    !matches!(returned, None | Some(Observed::Unit | Observed::Opaque))
}

/// Whether two tests say the same of the state after their calls, as far as they look at it in the same way. Tests of single calls look at other things than
/// sequences do.
fn is_same_state(one: &Test, other: &Test) -> bool {
    let (first, second) = (kind_of_state(one), kind_of_state(other));
    let common: Vec<bool> = first
        .iter()
        .flat_map(|(expression, kind)| {
            let same = second.iter().filter(move |(known, _)| known == expression);
            same.map(move |(_, known)| known == kind)
        })
        .collect();
    match common.is_empty() {
        true => first == second || is_sequence(one) != is_sequence(other),
        false => common.iter().all(|is_same| *is_same),
    }
}

fn is_sequence(test: &Test) -> bool {
    !test.observation.steps.is_empty()
}

/// What a test asserts of the state after its call, without the values.
fn kind_of_state(test: &Test) -> Vec<(&str, String)> {
    let after = test.observation.after.iter();
    after
        .map(|(expression, observed)| (expression.as_str(), kind_of(observed)))
        .collect()
}

/// How a test ends, without the values in the result: `Some`, `Err(Error::Empty`.
pub(crate) fn kind_of_end(test: &Test) -> (bool, Option<Polled>, String) {
    let returned = test.outcome == isolde_record::Outcome::Returned;
    let observed = test.observation.returned.as_ref();
    let kind = kind_of(observed.unwrap_or(&Observed::Unit));
    (returned, test.observation.polled, kind)
}

/// The sign of a number that a test expects (-1, 0 or 1), or the number of elements of a list and of characters of a text, of which 2 stands for more.
fn size_of_end(test: &Test) -> Option<i8> {
    let text = test.observation.returned.as_ref()?.text();
    let few = |count: usize| count.min(2) as i8;
    if let Ok(number) = text.parse::<f64>() {
        return Some(i8::from(number > 0.0) - i8::from(number < 0.0));
    }
    match text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
    {
        Some("") => Some(0),
        Some(elements) => Some(few(1 + elements.matches(", ").count())),
        None => {
            let text = text.strip_prefix('"')?.strip_suffix('"')?;
            Some(few(text.chars().count()))
        }
    }
}

/// A value without its details: `Some`, `Err(Error::Empty`.
fn kind_of(observed: &Observed) -> String {
    let text = match observed {
        Observed::Source(text) | Observed::Debug(text) | Observed::Pattern(text) => text,
        Observed::Display(_) | Observed::Predicate(_) => "value",
        Observed::Unit | Observed::Opaque => "",
    };
    let is_fixed = matches!(text, "true" | "false" | "None" | "Ok(())" | "");
    if is_fixed {
        text.to_string()
    } else {
        // The names of variants count, their contents do not.
        let names: Vec<&str> = text
            .split('(')
            .map_while(|part| {
                let is_name = part.starts_with(|c: char| c.is_uppercase()) || part.contains("::");
                let is_path = part
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '_' | ':'));
                (is_name && is_path).then_some(part)
            })
            .collect();
        if names.is_empty() {
            "value".into()
        } else {
            names.join("(")
        }
    }
}

#[cfg(test)]
mod tests;
