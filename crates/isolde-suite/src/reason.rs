//! The reason for each test, which its documentation gives.

use crate::prune::kind_of_end;
use crate::render::{Origin, Test};
use crate::request::Location;
use crate::sources::{Sources, is_derived};
use crate::step::is_step;
use isolde_record::Outcome;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Gives each test its reason. `tests` are in the order in which they will be read; a place serves as the reason for one test only.
pub fn explain(tests: &mut [Test], places: &[Location], root: &Path) {
    let mut sources = Sources::of(root);
    // Points reached by earlier tests: for code of a function by that function's own tests, for other code by any test.
    let mut own: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    let mut others: BTreeSet<u32> = BTreeSet::new();
    let mut said: BTreeMap<String, BTreeSet<(&str, u32)>> = BTreeMap::new();
    let inside_some: BTreeSet<u32> = (0..places.len() as u32)
        .filter(|&point| tests.iter().any(|test| is_inside(point, test, places)))
        .collect();
    let borders: Vec<bool> = tests.iter().map(|test| is_border(test, tests)).collect();
    let mut kinds = BTreeSet::new();
    for (test, is_border) in tests.iter_mut().zip(borders) {
        if test.is_finding() {
            test.reason = match &test.cause.condition {
                Some(condition) => format!("fails when {condition}"),
                None => String::new(),
            };
            continue;
        }
        let is_sequence = !test.observation.steps.is_empty();
        let function = test.thunk.function.clone();
        let is_new_kind = kinds.insert((function.clone(), kind_of_end(test)));
        let reached = own.entry(function.clone()).or_default();
        let said = said.entry(function).or_default();
        let new_here: Vec<&Location> = test
            .called
            .iter()
            .filter(|&&point| is_inside(point, test, places) && reached.insert(point))
            .map(|&point| &places[point as usize])
            .filter(|place| is_of_source(place))
            .collect();
        let new_there: Vec<&Location> = test
            .called
            .iter()
            // A sequence reaches other code by any of its calls.
            .filter(|_| !is_sequence)
            .filter(|point| !inside_some.contains(point) && others.insert(**point))
            .filter_map(|&point| places.get(point as usize))
            .filter(|place| is_of_source(place))
            .filter(|place| !is_derived(&mut sources, place))
            .collect();
        // The function's own code comes first, and of each the last place.
        let mut new = new_here.iter().rev().chain(new_there.iter().rev());
        let place = new.find(|place| !said.contains(&(place.file.as_str(), place.line)));
        let known = new_here.last().or(new_there.last());
        test.reason = match (place, known) {
            (Some(place), _) => format!("reaches {}:{}", place.file, place.line),
            (None, Some(place)) => {
                let (file, line) = (&place.file, place.line);
                let text = sources.line(file, line).unwrap_or_default();
                let is_there = |name: &&String| !name.is_empty() && text.contains(name.as_str());
                match place.decided_by.as_ref().filter(is_there) {
                    Some(name) => format!("another way through `{name}` at {file}:{line}"),
                    None => format!("another way past {file}:{line}"),
                }
            }
            (None, None) => of_origin(test, is_border, is_new_kind),
        };
        said.extend(place.map(|place| (place.file.as_str(), place.line)));
    }
}

/// What a test shows that reaches no code that is new. `is_new_kind` tells whether no earlier test of the function ends in its way.
fn of_origin(test: &Test, is_border: bool, is_new_kind: bool) -> String {
    let aim = test.aim.as_ref();
    let aim = aim.filter(|aim| is_of_source(&aim.place));
    let change = aim.and_then(|aim| aim.change).unwrap_or("a change");
    match (&test.outcome, test.origin, aim.map(|aim| &aim.place)) {
        (Outcome::Panicked(_), ..) => "panics, as documented or usual for such a function".into(),
        // The last step is the call itself.
        _ if test.observation.steps.len() > 1 => "after other calls".into(),
        (_, Origin::Mutant, Some(at)) => format!("notices {change} at {}:{}", at.file, at.line),
        (_, Origin::Mutant, None) => "a change that the others do not notice".into(),
        (_, Origin::Branch, Some(at)) => format!("another way past {}:{}", at.file, at.line),
        (_, Origin::Branch, None) => "a branch that the others do not take".into(),
        (_, Origin::Boundary, _) if is_border => "just before the behaviour changes".into(),
        (_, Origin::Boundary, _) => "near where the behaviour changes".into(),
        (_, Origin::Path, Some(at)) => format!("passes {}:{} more often", at.file, at.line),
        (_, Origin::Path, None) => "another path".into(),
        (_, Origin::Varied, _) => "other values".into(),
        (_, Origin::Chosen, _) if is_new_kind => "another kind of result".into(),
        (_, Origin::Chosen, _) => "another result".into(),
    }
}

/// Whether the behaviour changes right next to the input of a test: another test of the function whose input is one step away ends differently.
fn is_border(test: &Test, tests: &[Test]) -> bool {
    let differs = |other: &&Test| {
        let (one, two) = (&test.observation, &other.observation);
        test.outcome != other.outcome || one.result() != two.result()
    };
    test.origin == Origin::Boundary
        && tests
            .iter()
            .filter(|other| other.thunk.function == test.thunk.function)
            .filter(differs)
            .any(|other| is_step(&test.observation, &other.observation))
}

/// Whether a coverage point lies in the function that a test calls.
fn is_inside(point: u32, test: &Test, places: &[Location]) -> bool {
    places
        .get(point as usize)
        .is_some_and(|place| place.is_inside(&test.thunk))
}

/// Whether a place is a line of a file: code that the compiler adds has the line 0.
fn is_of_source(place: &Location) -> bool {
    place.line > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Aim;
    use crate::render::tests::test;
    use isolde_record::{Observation, Observed};

    #[test]
    fn a_line_is_a_reason_once_and_other_tests_say_what_they_show() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        std::fs::write(folder.path().join("src/stack.rs"), "#[derive(Debug)]\n").unwrap();
        let at = |line| Location {
            file: "src/stack.rs".into(),
            line,
            decided_by: None,
        };
        let places = [at(7), at(7), at(8), at(1), at(30), at(0)];
        let with = |called: &[u32], origin| {
            let mut test = test(Outcome::Returned, Observation::default(), false);
            test.called = called.iter().copied().collect();
            test.origin = origin;
            test
        };
        let of = |number: u32, result: &str, origin| {
            let mut test = with(&[2, 4], origin);
            test.observation.call = format!("pop({number})");
            test.observation.returned = Some(Observed::Source(result.into()));
            test
        };
        let mut tests = [
            with(&[0, 3], Origin::Chosen),
            with(&[1], Origin::Chosen),
            with(&[1, 2, 4], Origin::Chosen),
            with(&[1, 2, 4], Origin::Chosen),
            of(4, "None", Origin::Chosen),
            of(6, "1", Origin::Chosen),
            of(5, "0", Origin::Boundary),
            of(7, "1", Origin::Boundary),
            with(&[0, 4], Origin::Path),
            with(&[0, 4, 5], Origin::Varied),
            with(&[3, 4, 5], Origin::Chosen),
            with(&[3, 4, 5], Origin::Chosen),
        ];
        tests[8].aim = Some(Aim {
            place: at(30),
            change: None,
        });
        tests[10].observation.steps = vec![0, 1];
        tests[11].observation.steps = vec![0];
        explain(&mut tests, &places, folder.path());
        let reasons: Vec<&str> = tests.iter().map(|test| test.reason.as_str()).collect();
        let wanted = [
            "reaches src/stack.rs:7",
            "another way past src/stack.rs:7",
            "reaches src/stack.rs:8",
            "another result",
            "another kind of result",
            "another kind of result",
            "just before the behaviour changes",
            "near where the behaviour changes",
            "passes src/stack.rs:30 more often",
            "other values",
            "after other calls",
            "another result",
        ];
        assert_eq!(reasons, wanted);
    }

    #[test]
    fn a_line_of_another_function_is_a_reason_for_each_way_past_it() {
        let folder = tempfile::tempdir().unwrap();
        let elsewhere = Location {
            file: "src/stack.rs".into(),
            line: 30,
            decided_by: None,
        };
        let mut tests = [0, 1].map(|point| {
            let mut test = test(Outcome::Returned, Observation::default(), false);
            test.called = BTreeSet::from([point]);
            test
        });
        explain(&mut tests, &[elsewhere.clone(), elsewhere], folder.path());
        let reasons = tests.map(|test| test.reason);
        let wanted = [
            "reaches src/stack.rs:30",
            "another way past src/stack.rs:30",
        ];
        assert_eq!(reasons, wanted);
    }

    #[test]
    fn functions_of_std_that_decide_are_named_if_the_line_names_them() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        let source = "\n".repeat(6) + "given.unwrap_or(7)\ngiven?\n";
        std::fs::write(folder.path().join("src/stack.rs"), source).unwrap();
        let at = |line, decided_by: &str| Location {
            file: "src/stack.rs".into(),
            line,
            decided_by: Some(decided_by.into()),
        };
        let places = [at(7, "unwrap_or"), at(7, "unwrap_or"), at(8, "branch")];
        let places = [&places[..], &[at(8, "branch"), at(8, "")]].concat();
        let mut tests: Vec<Test> = (0..5)
            .map(|point| {
                let mut test = test(Outcome::Returned, Observation::default(), false);
                test.called = BTreeSet::from([point]);
                test
            })
            .collect();
        explain(&mut tests, &places, folder.path());
        let reasons: Vec<&str> = tests.iter().map(|test| test.reason.as_str()).collect();
        let wanted = [
            "reaches src/stack.rs:7",
            "another way through `unwrap_or` at src/stack.rs:7",
            "reaches src/stack.rs:8",
            "another way past src/stack.rs:8",
            "another way past src/stack.rs:8",
        ];
        assert_eq!(reasons, wanted);
    }
}
