//! Declarations of mocks: in the test that uses them, or once for a file if several tests of it use the same one.

use crate::renamed::parts;
use crate::render::Test;
use isolde_record::{MockSource, Observation};
use std::collections::{BTreeMap, BTreeSet};

/// The mocks that several of these tests declare in the same way. For each name this is one at most, the most frequent: tests that need another mock of
/// that name declare it themselves. Mocks that mention others are shared only together with these.
pub(crate) fn shared<'t>(tests: impl Iterator<Item = &'t Test>) -> BTreeSet<MockSource> {
    let all: Vec<&[MockSource]> = tests.map(|test| &*test.observation.mocks).collect();
    let mut counts: BTreeMap<&MockSource, usize> = BTreeMap::new();
    for mock in all.iter().copied().flatten() {
        if !mock.is_counting {
            *counts.entry(mock).or_default() += 1;
        }
    }
    let mut best: BTreeMap<&str, (usize, &MockSource)> = BTreeMap::new();
    for (mock, count) in counts {
        let known = best.get(mock.name.as_str());
        if count > 1 && known.is_none_or(|(most, _)| count > *most) {
            best.insert(&mock.name, (count, mock));
        }
    }
    let mut shared: BTreeSet<MockSource> =
        best.into_values().map(|(_, mock)| mock.clone()).collect();
    loop {
        let is_whole = |mock: &MockSource| {
            let mut users = all.iter().filter(|mocks| mocks.contains(mock));
            users.all(|mocks| {
                let mut others = mocks.iter().filter(|other| other.name != mock.name);
                others.all(|other| !mentions(mock, other) || shared.contains(other))
            })
        };
        let whole: BTreeSet<MockSource> = shared
            .iter()
            .filter(|mock| is_whole(mock))
            .cloned()
            .collect();
        if whole.len() == shared.len() {
            return whole;
        }
        shared = whole;
    }
}

/// Whether the declaration of a mock names another one.
fn mentions(mock: &MockSource, other: &MockSource) -> bool {
    parts(&mock.source).contains(&other.name.as_str())
}

/// The declarations of mocks, the statements and the call, with numbers in place of the mocks' names: tests in which these are equal say the same.
pub(crate) fn without_names(observation: &Observation) -> Vec<String> {
    let mut names: Vec<(usize, &str)> = observation
        .mocks
        .iter()
        .map(|mock| mock.name.as_str())
        .enumerate()
        .collect();
    // One name may be the beginning of another.
    names.sort_by_key(|(_, name)| std::cmp::Reverse(name.len()));
    let nameless = |text: &str| {
        let mut text = text.to_owned();
        for (number, name) in &names {
            text = text.replace(name, &format!("mock {number}"));
        }
        text
    };
    let declared = observation.mocks.iter().map(|mock| mock.source.as_str());
    let statements = observation.statements.iter().map(String::as_str);
    let texts = declared
        .chain(statements)
        .chain([observation.call.as_str()]);
    texts.map(nameless).collect()
}

/// The items that declare these mocks, to be put at the end of a file.
pub(crate) fn source(mocks: &BTreeSet<MockSource>) -> String {
    let sources: Vec<&str> = mocks.iter().map(|mock| mock.source.as_str()).collect();
    sources.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::test;
    use isolde_record::Outcome;

    fn mock(name: &str, source: &str) -> MockSource {
        MockSource {
            name: name.into(),
            source: format!("struct {name}; // {source}\n"),
            is_counting: false,
            is_asked: true,
        }
    }

    fn using(mocks: &[MockSource]) -> Test {
        let observation = Observation {
            mocks: mocks.to_vec(),
            call: "f()".into(),
            ..Observation::default()
        };
        test(Outcome::Returned, observation, false)
    }

    #[test]
    fn mocks_that_differ_in_their_names_alone_make_no_difference() {
        let test = |names: [&str; 2]| Observation {
            mocks: names.map(|name| mock(name, "answers 5")).to_vec(),
            call: format!("f(&{}, {})", names[0], names[1]),
            ..Observation::default()
        };
        let plain = without_names(&test(["MockPlugin", "MockClock"]));
        let overriding = test(["MockPluginOverriding", "MockClock"]);
        assert_eq!(without_names(&overriding), plain);
        let both = without_names(&test(["MockPlugin", "MockPluginOverriding"]));
        assert_eq!(both, plain);
        let swapped = Observation {
            call: "f(&MockClock, MockPlugin)".into(),
            ..test(["MockPlugin", "MockClock"])
        };
        assert_ne!(without_names(&swapped), plain);
    }

    #[test]
    fn a_mock_that_counts_calls_of_its_type_is_declared_in_each_test() {
        let counting = MockSource {
            is_counting: true,
            ..mock("A", "one")
        };
        let tests = [using(std::slice::from_ref(&counting)), using(&[counting])];
        assert!(shared(tests.iter()).is_empty());
    }

    #[test]
    fn a_mock_that_mentions_another_is_shared_only_together_with_it() {
        let outer = mock("Outer", "holds an Inner");
        let (inner, other) = (mock("Inner", "one"), mock("Inner", "two"));
        let tests = [
            using(&[outer.clone(), inner.clone()]),
            using(&[outer.clone(), inner.clone()]),
        ];
        let both = BTreeSet::from([outer.clone(), inner.clone()]);
        assert_eq!(shared(tests.iter()), both);
        let tests = [
            using(&[outer.clone(), inner.clone()]),
            using(&[outer.clone(), inner.clone()]),
            using(&[outer, other]),
        ];
        assert_eq!(shared(tests.iter()), [inner].into());
    }

    #[test]
    fn the_most_frequent_mock_of_a_name_is_shared_and_the_others_stay_in_their_tests() {
        let (a, b, other) = (mock("A", "one"), mock("A", "two"), mock("B", "one"));
        let tests = [
            using(&[a.clone(), other.clone()]),
            using(std::slice::from_ref(&b)),
            using(std::slice::from_ref(&b)),
        ];
        let shared = shared(tests.iter());
        assert_eq!(shared.iter().collect::<Vec<_>>(), [&b]);
        assert_eq!(source(&shared), b.source);
        assert!(!tests[1].source_with(&shared).contains("struct A"));
        let first = tests[0].source_with(&shared);
        assert!(first.contains(&a.source) && first.contains(&other.source));
    }
}
